import { useMutation, useQueryClient } from '@tanstack/react-query'
import { apiClient } from '../../api/api-client.ts'
import { leagueQueryKey } from '../../api/league-queries.ts'
import { useSend, useSendBody } from '../../api/operations.ts'
import { myRequestsQuery } from './use-leagues.ts'

export const useRequestToJoin = () =>
  useSend('POST /api/request-league/', (body: { league: string | null; message: string }) => ({ body }), {
    onSuccess: [myRequestsQuery.queryKey],
  })

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

export const useCreateLeague = () =>
  useSendBody(
    'POST /api/create-league/',
    {},
    { onSuccess: [['leagues'], ['user-leagues'], ['league-status']] },
  )
