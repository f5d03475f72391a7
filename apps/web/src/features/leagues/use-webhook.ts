import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { type Answer, call } from '../../api/call.ts'
import { leagueKey } from '../../api/league-key.ts'

export type Webhook = NonNullable<Answer<'GET /api/league/:league/webhook/'>['webhook']>

export const webhookOf = (league: string) =>
  queryOptions({
    queryKey: [...leagueKey(league), 'webhook'],
    queryFn: ({ signal }) => call('GET /api/league/:league/webhook/', { params: { league }, signal }),
    select: (answer) => answer.webhook,
  })

export function useSaveWebhook(league: string) {
  const refresh = useRefresh(league)
  return useMutation({
    mutationFn: (address: string) =>
      call('POST /api/league/:league/webhook/', { params: { league }, body: { address } }),
    onSuccess: refresh,
  })
}

export function useDeleteWebhook(league: string) {
  const refresh = useRefresh(league)
  return useMutation({
    mutationFn: () => call('DELETE /api/league/:league/webhook/', { params: { league } }),
    onSuccess: refresh,
  })
}

/** Also a failed test changes what is told of the webhook. */
export function useTestWebhook(league: string) {
  const refresh = useRefresh(league)
  return useMutation({
    mutationFn: () => call('POST /api/league/:league/webhook/test/', { params: { league } }),
    onSettled: refresh,
  })
}

function useRefresh(league: string) {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: webhookOf(league).queryKey })
}
