import { WEBHOOK_SERVICES } from '@fieldhouse/domain/notifications/webhook'
import { z } from 'zod'
import { Instant, LeaguePath, MessageResponse } from './fields.ts'
import { READ, WRITE } from './limits.ts'
import type { Operation } from './operation.ts'

/** The URL is never returned, because anyone who has it can post to the channel. */
export const LeagueWebhook = z.object({
  form: z.enum(WEBHOOK_SERVICES),
  saved_at: Instant,
  sent_at: Instant.nullable(),
  /** Why the last message was not delivered, as text for users; null if it was delivered. */
  last_error: z.string().nullable(),
})

export type LeagueWebhook = z.infer<typeof LeagueWebhook>

export const getWebhook = {
  method: 'GET',
  url: '/api/league/:league/webhook/',
  config: { access: 'league_admin', errors: ['league_not_found'], limits: READ },
  schema: {
    summary: 'The webhook that receives the weekly recap; null if there is none',
    tags: ['leagues'],
    params: LeaguePath,
    response: { 200: z.object({ webhook: LeagueWebhook.nullable() }) },
  },
} as const satisfies Operation

export const saveWebhook = {
  method: 'POST',
  url: '/api/league/:league/webhook/',
  config: { access: 'league_admin', stepUp: true, errors: ['league_not_found'], limits: WRITE },
  schema: {
    summary: 'Sets the webhook of Discord, Slack or GroupMe for the weekly recap, replacing the previous one',
    tags: ['leagues'],
    params: LeaguePath,
    body: z.object({ address: z.string().trim().min(1, 'Paste the webhook URL.').max(500) }),
    response: { 200: MessageResponse.extend({ webhook: LeagueWebhook }) },
  },
} as const satisfies Operation

export const deleteWebhook = {
  method: 'DELETE',
  url: '/api/league/:league/webhook/',
  config: { access: 'league_admin', errors: ['league_not_found'], limits: WRITE },
  schema: {
    summary: 'Removes the webhook of a league',
    tags: ['leagues'],
    params: LeaguePath,
    response: { 200: MessageResponse },
  },
} as const satisfies Operation

export const testWebhook = {
  method: 'POST',
  url: '/api/league/:league/webhook/test/',
  config: {
    access: 'league_admin',
    limits: WRITE,
    errors: ['league_not_found', 'no_webhook', 'webhook_failed', 'too_many_attempts'],
  },
  schema: {
    summary: "Sends a test message to the league's webhook and waits for its delivery",
    tags: ['leagues'],
    params: LeaguePath,
    response: { 200: MessageResponse.extend({ webhook: LeagueWebhook }) },
  },
} as const satisfies Operation
