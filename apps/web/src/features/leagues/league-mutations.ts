import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ApiRequest, apiClient } from '../../api/api-client.ts'
import { leagueQueryKey } from '../../api/league-queries.ts'
import { myRequestsQuery } from './use-leagues.ts'

export function useRequestToJoin() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: { league: string | null; message: string }) =>
      apiClient('POST /api/request-league/', { body }),
    onSuccess: () => client.invalidateQueries({ queryKey: myRequestsQuery.queryKey }),
  })
}

/** Ends the user's membership of a league. */
export function useLeaveLeague() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (league: string) => apiClient('POST /api/league/:league/leave/', { params: { league } }),
    onSuccess: (_response, league) => {
      client.removeQueries({ queryKey: leagueQueryKey(league) })
      return Promise.all([
        client.invalidateQueries({ queryKey: ['user-leagues'] }),
        client.invalidateQueries({ queryKey: ['inbox'] }),
      ])
    },
  })
}

export function useCreateLeague() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: ApiRequest<'POST /api/create-league/'>['body']) =>
      apiClient('POST /api/create-league/', { body }),
    onSuccess: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: ['leagues'] }),
        client.invalidateQueries({ queryKey: ['user-leagues'] }),
        client.invalidateQueries({ queryKey: ['league-status'] }),
      ]),
  })
}
