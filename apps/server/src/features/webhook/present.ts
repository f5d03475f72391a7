import type { LeagueWebhook } from '@fieldhouse/contract/webhook'
import type { Webhook } from './store.ts'

export function presentWebhook({ form, savedAt, sentAt, lastError }: Webhook): LeagueWebhook {
  return {
    form,
    saved_at: savedAt.toISOString(),
    sent_at: sentAt?.toISOString() ?? null,
    last_error: lastError,
  }
}
