import {
  BOT_ID,
  type WebhookHosts,
  type WebhookService,
  webhookMessage,
} from '@fieldhouse/domain/notifications/webhook'
import { recapMessage } from '@fieldhouse/domain/recap/chat-messages'
import type { RecapDocument } from '@fieldhouse/domain/recap/recap-document'
import { z } from 'zod'
import { DELIVERY_RETRIES, type JobKind, leagueRun } from '../../jobs/job.ts'
import { type DeliveryResult, postExternal } from '../../providers/http/public-hosts.ts'
import { findSendableRecap } from '../../repositories/weekly-results.ts'
import type { Settings } from '../../settings.ts'
import { findWebhook, WEBHOOK_JOB, type Webhook, type WebhookContext } from './store.ts'

const SERVICE_NAMES: Readonly<Record<WebhookService, string>> = {
  discord: 'Discord',
  slack: 'Slack',
  groupme: 'GroupMe',
}

type HostSettings = Pick<Settings, 'DISCORD_BASE_URL' | 'SLACK_BASE_URL' | 'GROUPME_BASE_URL'>

type DeliveryContext = WebhookContext & { settings: HostSettings }

export function webhookHosts(settings: HostSettings): WebhookHosts {
  const { DISCORD_BASE_URL: discord, SLACK_BASE_URL: slack, GROUPME_BASE_URL: groupme } = settings
  return { discord, slack, groupme }
}

/**
 * Rejects only when the signal aborts. `failure` says why it was not delivered and what to do about it; null if it was.
 */
export async function sendToWebhook(
  ctx: DeliveryContext,
  leagueId: number,
  webhook: Webhook,
  message: string | RecapDocument,
  signal?: AbortSignal,
): Promise<{ result: DeliveryResult; failure: string | null }> {
  const result = await post(ctx, webhook, message, signal)
  const failure = failureMessage(webhook, result)
  await ctx.db
    .updateTable('league_webhooks')
    .set(failure === null ? { sent_at: ctx.now().getTime(), last_error: null } : { last_error: failure })
    .where('league_id', '=', leagueId)
    .execute()
  return { result, failure }
}

async function post(
  { settings, now }: DeliveryContext,
  { form, address }: Webhook,
  message: string | RecapDocument,
  signal: AbortSignal | undefined,
): Promise<DeliveryResult> {
  if (address === null) return { kind: 'refused', reason: "the server's secret key has changed" }
  const url = new URL(address)
  const bot = url.searchParams.get(BOT_ID)
  url.search = ''
  const content = typeof message === 'string' ? webhookMessage(form, message) : recapMessage(form, message)
  const body = JSON.stringify(bot === null ? content : { [BOT_ID]: bot, ...content })
  const headers = { 'content-type': 'application/json' }
  // A setting can point to a private host.
  const mayBePrivate = Object.values(webhookHosts(settings)).some((host) => host.startsWith('http:'))
  return postExternal({ url: url.href, headers, body, signal, mayBePrivate }, now)
}

function failureMessage({ form }: Webhook, result: DeliveryResult): string | null {
  const service = SERVICE_NAMES[form]
  switch (result.kind) {
    case 'sent':
      return null
    case 'gone':
      return `${service} no longer has this webhook. Create a new one in ${service} and save its URL here.`
    case 'refused':
      return `${service} didn't accept the message: ${result.reason}. Save the webhook URL again.`
    case 'later':
      return `${service} didn't accept the message: ${result.reason}.`
  }
}

const Payload = z.object({
  text: z.string(),
  recap: z.object({ season: z.int(), week: z.int() }).optional(),
})

/** Sends a recap to the webhook of a league, unless its post was hidden or deleted in the meantime. */
export function webhookJob(ctx: DeliveryContext): JobKind {
  return {
    kind: WEBHOOK_JOB,
    async run(run) {
      const { leagueId, signal } = leagueRun(run)
      const { text, recap } = Payload.parse(run.payload)
      const found = recap === undefined ? null : await findSendableRecap(ctx.db, { leagueId, ...recap })
      // Its post was hidden or deleted before the service accepted it.
      if (found?.kind === 'withdrawn') return undefined
      const webhook = await findWebhook(ctx, leagueId)
      if (webhook === null) return undefined
      const message = found?.kind === 'document' ? found.document : text
      const { result, failure } = await sendToWebhook(ctx, leagueId, webhook, message, signal)
      if (failure === null) return undefined
      return result.kind === 'later'
        ? { kind: 'later', reason: failure, retryAfterMs: result.retryAfterMs }
        : { kind: 'refused', reason: failure }
    },
    maxConcurrent: 8,
    maxConcurrentPerDestination: 4,
    isShort: true,
    retry: DELIVERY_RETRIES,
  }
}
