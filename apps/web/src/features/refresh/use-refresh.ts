import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { type Answer, call } from '../../api/call.ts'
import { leagueKey } from '../../api/league-key.ts'

export type StatusRow = Answer<'GET /api/leagues/status/'>['leagues'][number]

export const leagueStatus = queryOptions({
  queryKey: ['league-status'],
  queryFn: ({ signal }) => call('GET /api/leagues/status/', { signal }),
  select: (answer) => answer.leagues,
})

/** Reads a season from the provider; without a league's name, of all leagues. */
export function useRefresh() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ name, season }: { name: string | null; season: number }) =>
      call('POST /api/refresh-espn/', { body: name === null ? { season } : { name, season } }),
    onSettled: (_answer, _error, { name }) =>
      Promise.all([
        client.invalidateQueries({ queryKey: leagueStatus.queryKey }),
        client.invalidateQueries({ queryKey: ['user-leagues'] }),
        client.invalidateQueries({ queryKey: name === null ? ['league'] : leagueKey(name) }),
      ]),
  })
}
