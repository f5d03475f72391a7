import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { allLeagues, leaguesOf } from '../../features/leagues/use-leagues.ts'

/** The leagues to choose from, and those of them that the person runs, by name. */
export type OwnLeagues = { names: readonly string[]; run: readonly string[] }

/** All leagues for site staff, for others their own. */
export function useOwnLeagues(username: string, isStaff: boolean): UseQueryResult<OwnLeagues> {
  const all = useQuery({
    ...allLeagues,
    enabled: isStaff,
    select: ({ leagues }): OwnLeagues => {
      const names = leagues.map(({ name }) => name)
      return { names, run: names }
    },
  })
  const mine = useQuery({
    ...leaguesOf(username),
    enabled: !isStaff,
    select: ({ leagues }): OwnLeagues => ({
      names: leagues.map(({ name }) => name),
      run: leagues.filter(({ role }) => role === 'admin').map(({ name }) => name),
    }),
  })
  return isStaff ? all : mine
}
