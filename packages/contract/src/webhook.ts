import { WEBHOOK_FORMS } from '@fieldhouse/domain/webhook'
import { z } from 'zod'
import { Instant, LeaguePath, MessageResponse } from './fields.ts'
import type { Operation } from './operation.ts'

/** Where a league's recap is also sent. The address itself is never told again: whoever has it can write there. */
export const LeagueWebhook = z.object({
  form: z.enum(WEBHOOK_FORMS),
  saved_at: Instant,
  /** When the last message arrived; null before the first. */
  sent_at: Instant.nullable(),
  /** Why the last message did not arrive, for people; null when it did. */
  last_error: z.string().nullable(),
})

export type LeagueWebhook = z.infer<typeof LeagueWebhook>

export const getWebhook = {
  method: 'GET',
  url: '/api/league/:league/webhook/',
  config: { access: 'league_admin', errors: ['league_not_found'] },
  schema: {
    summary: 'Where the weekly recap is also sent; null for nowhere',
    tags: ['leagues'],
    params: LeaguePath,
    response: { 200: z.object({ webhook: LeagueWebhook.nullable() }) },
  },
} as const satisfies Operation

export const saveWebhook = {
  method: 'POST',
  url: '/api/league/:league/webhook/',
  config: { access: 'league_admin', errors: ['league_not_found'] },
  schema: {
    summary: 'Sends the weekly recap to a webhook of Discord or Slack too, in the place of the one before',
    tags: ['leagues'],
    params: LeaguePath,
    body: z.object({ address: z.string().trim().min(1, 'Paste the webhook’s address.').max(500) }),
    response: { 200: MessageResponse.extend({ webhook: LeagueWebhook }) },
  },
} as const satisfies Operation

export const deleteWebhook = {
  method: 'DELETE',
  url: '/api/league/:league/webhook/',
  config: { access: 'league_admin', errors: ['league_not_found'] },
  schema: {
    summary: 'Forgets the webhook of a league',
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
    errors: ['league_not_found', 'no_webhook', 'webhook_failed', 'too_many_attempts'],
  },
  schema: {
    summary: 'Sends a test message to the webhook of a league, and waits for it to arrive',
    tags: ['leagues'],
    params: LeaguePath,
    response: { 200: MessageResponse.extend({ webhook: LeagueWebhook }) },
  },
} as const satisfies Operation
