import type { ReportReason, SlowModeSeconds } from '@fieldhouse/domain/league/moderation'
import { type ApiResponse, apiClient, type OperationKey } from '../../../api/api-client.ts'
import { leagueQuery, leagueQueryKey, operationQuery, useChange, useSend } from '../../../api/operations.ts'
import { feedKey } from '../use-feed.ts'

export type ReportList = ApiResponse<'GET /api/league/:league/social/reports/'>
export type ReportedContent = ReportList['reported'][number]

export type ContentKey = { kind: ReportedContent['kind']; id: number }

const moderationKey = (league: string) => [...leagueQueryKey(league), 'moderation'] as const

export const moderationQuery = (league: string, { kind, id }: ContentKey) => ({
  ...leagueQuery('GET /api/league/:league/social/moderation/:kind/:id/', ['moderation', 'content'], {
    league,
    kind,
    id,
  }),
  // Other tabs and devices may have changed it.
  staleTime: 0,
})

export const reportsQuery = (league: string, state: 'open' | 'closed') =>
  leagueQuery('GET /api/league/:league/social/reports/', ['moderation', 'reports'], { league, state })

/** What users do with an item or a comment. Those of admins can all be taken back. */
export type ModerationAction =
  | { name: 'report'; reason: ReportReason; note: string }
  | { name: 'hide'; reason: string }
  | { name: 'withdraw' | 'mute' | 'unmute' | 'unhide' | 'dismiss' | 'reopen' }

const PATH = '/api/league/:league/social/moderation/:kind/:id' as const

const OPERATIONS = {
  report: `POST ${PATH}/report/`,
  withdraw: `DELETE ${PATH}/report/`,
  mute: `POST ${PATH}/mute/`,
  unmute: `DELETE ${PATH}/mute/`,
  hide: `POST ${PATH}/hide/`,
  unhide: `DELETE ${PATH}/hide/`,
  dismiss: `POST ${PATH}/dismissal/`,
  reopen: `DELETE ${PATH}/dismissal/`,
} as const satisfies Record<ModerationAction['name'], OperationKey>

/** The compiler cannot relate an action to its operation, so the body is passed unchecked. */
function send(league: string, key: ContentKey, action: ModerationAction): Promise<{ message: string }> {
  const { name, ...body } = action
  const request = { params: { league, ...key }, ...('reason' in body && { body }) }
  return apiClient(OPERATIONS[name], request as never)
}

/** Moderates an item or a comment. What is on screen of it is read again. */
export const useModerate = (league: string, key: ContentKey) =>
  useChange((action: ModerationAction) => send(league, key, action), {
    onSettled: [moderationKey(league), feedKey(league), mutesQuery.queryKey, ['inbox']],
  })

export const useSaveSlowMode = (league: string) =>
  useSend(
    'POST /api/league/:league/social/slow-mode/',
    (seconds: SlowModeSeconds) => ({ params: { league }, body: { seconds } }),
    { onSettled: [moderationKey(league)] },
  )

export const useRemoveMute = () =>
  useSend('DELETE /api/account/mutes/:id/', (id: number) => ({ params: { id } }), {
    onSettled: [mutesQuery.queryKey],
  })

export const mutesQuery = operationQuery('GET /api/account/mutes/', ['mutes'])
