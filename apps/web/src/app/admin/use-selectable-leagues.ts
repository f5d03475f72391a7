import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { allLeaguesQuery, myLeaguesQuery } from '../../features/leagues/use-leagues.ts'

/** The names of the leagues to choose from, and of those that the user manages. */
export type SelectableLeagues = { names: readonly string[]; managed: readonly string[] }

/** All leagues for site staff; otherwise the user's own leagues. */
export function useSelectableLeagues(username: string, isStaff: boolean): UseQueryResult<SelectableLeagues> {
  const all = useQuery({
    ...allLeaguesQuery,
    enabled: isStaff,
    select: ({ leagues }): SelectableLeagues => {
      const names = leagues.map(({ name }) => name)
      return { names, managed: names }
    },
  })
  const mine = useQuery({
    ...myLeaguesQuery(username),
    enabled: !isStaff,
    select: ({ leagues }): SelectableLeagues => ({
      names: leagues.map(({ name }) => name),
      managed: leagues.filter(({ role }) => role === 'admin').map(({ name }) => name),
    }),
  })
  return isStaff ? all : mine
}
