import { WEBHOOK_SERVICES } from '@fieldhouse/domain/notifications/webhook'
import { z } from 'zod'
import { Instant, MessageResponse } from './fields.ts'
import { operationsOf } from './operation.ts'

const { get, post, del } = operationsOf('leagues')

/** The URL is never returned, because anyone who has it can post to the channel. */
export const LeagueWebhook = z.object({
  form: z.enum(WEBHOOK_SERVICES),
  saved_at: Instant,
  sent_at: Instant.nullable(),
  /** Why the last message was not delivered, as text for users; null if it was delivered. */
  last_error: z.string().nullable(),
})

export const getWebhook = get('/api/league/:league/webhook/', {
  summary: 'The webhook that receives the weekly recap; null if there is none',
  access: 'league_admin',
  response: z.object({ webhook: LeagueWebhook.nullable() }),
})

export const saveWebhook = post('/api/league/:league/webhook/', {
  summary: 'Sets the webhook of Discord, Slack or GroupMe for the weekly recap, replacing the previous one',
  access: 'league_admin',
  stepUp: true,
  body: z.object({ address: z.string().trim().min(1, 'Paste the webhook URL.').max(500) }),
  response: MessageResponse.extend({ webhook: LeagueWebhook }),
})

export const deleteWebhook = del('/api/league/:league/webhook/', {
  summary: 'Removes the webhook of a league',
  access: 'league_admin',
  response: MessageResponse,
})

export const testWebhook = post('/api/league/:league/webhook/test/', {
  summary: "Sends a test message to the league's webhook and waits for its delivery",
  access: 'league_admin',
  errors: ['no_webhook', 'webhook_failed', 'too_many_attempts'],
  response: MessageResponse.extend({ webhook: LeagueWebhook }),
})
