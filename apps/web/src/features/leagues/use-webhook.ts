import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { type ApiResponse, apiClient } from '../../api/api-client.ts'
import { leagueQueryKey } from '../../api/league-queries.ts'

export type Webhook = NonNullable<ApiResponse<'GET /api/league/:league/webhook/'>['webhook']>

export const webhookQuery = (league: string) =>
  queryOptions({
    queryKey: [...leagueQueryKey(league), 'webhook'],
    queryFn: ({ signal }) => apiClient('GET /api/league/:league/webhook/', { params: { league }, signal }),
    select: (response) => response.webhook,
  })

export function useSaveWebhook(league: string) {
  const invalidate = useInvalidateWebhook(league)
  return useMutation({
    mutationFn: (address: string) =>
      apiClient('POST /api/league/:league/webhook/', { params: { league }, body: { address } }),
    onSuccess: invalidate,
  })
}

export function useDeleteWebhook(league: string) {
  const invalidate = useInvalidateWebhook(league)
  return useMutation({
    mutationFn: () => apiClient('DELETE /api/league/:league/webhook/', { params: { league } }),
    onSuccess: invalidate,
  })
}

/** A failed test also changes the webhook's last error. */
export function useTestWebhook(league: string) {
  const invalidate = useInvalidateWebhook(league)
  return useMutation({
    mutationFn: () => apiClient('POST /api/league/:league/webhook/test/', { params: { league } }),
    onSettled: invalidate,
  })
}

function useInvalidateWebhook(league: string) {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: webhookQuery(league).queryKey })
}
