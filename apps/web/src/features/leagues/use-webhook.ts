import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { type ApiResponse, apiClient } from '../../api/api-client.ts'
import { leagueQueryKey } from '../../api/league-query-key.ts'

export type Webhook = NonNullable<ApiResponse<'GET /api/league/:league/webhook/'>['webhook']>

export const webhookQuery = (league: string) =>
  queryOptions({
    queryKey: [...leagueQueryKey(league), 'webhook'],
    queryFn: ({ signal }) => apiClient('GET /api/league/:league/webhook/', { params: { league }, signal }),
    select: (answer) => answer.webhook,
  })

export function useSaveWebhook(league: string) {
  const refresh = useInvalidateWebhook(league)
  return useMutation({
    mutationFn: (address: string) =>
      apiClient('POST /api/league/:league/webhook/', { params: { league }, body: { address } }),
    onSuccess: refresh,
  })
}

export function useDeleteWebhook(league: string) {
  const refresh = useInvalidateWebhook(league)
  return useMutation({
    mutationFn: () => apiClient('DELETE /api/league/:league/webhook/', { params: { league } }),
    onSuccess: refresh,
  })
}

/** Also a failed test changes what is told of the webhook. */
export function useTestWebhook(league: string) {
  const refresh = useInvalidateWebhook(league)
  return useMutation({
    mutationFn: () => apiClient('POST /api/league/:league/webhook/test/', { params: { league } }),
    onSettled: refresh,
  })
}

function useInvalidateWebhook(league: string) {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: webhookQuery(league).queryKey })
}
