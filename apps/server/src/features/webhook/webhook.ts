import * as contract from '@fieldhouse/contract/notifications'
import { MINUTE_MS } from '@fieldhouse/domain/duration'
import {
  BOT_ID,
  parseWebhookUrl,
  type WebhookHosts,
  type WebhookService,
  webhookMessage,
} from '@fieldhouse/domain/notifications/webhook'
import { recapMessage } from '@fieldhouse/domain/recap/chat-messages'
import type { RecapDocument } from '@fieldhouse/domain/recap/recap-document'
import { z } from 'zod'
import type { Context } from '../../context.ts'
import { createCipher, reencrypt } from '../../crypto/crypto.ts'
import { type Db, type DbTransaction, inTransaction } from '../../database/engine/database.ts'
import { upsert } from '../../database/engine/queries.ts'
import { ApiError, invalidField, orThrow } from '../../http/errors/api-error.ts'
import { operation } from '../../http/operation.ts'
import { toWire } from '../../http/to-wire.ts'
import { DELIVERY_RETRIES, type JobKind, leagueRun } from '../../jobs/job.ts'
import { cancelJob, replaceJob } from '../../jobs/job-store.ts'
import { type DeliveryResult, postExternal } from '../../providers/http/public-hosts.ts'
import { changeLeague, type LeagueRequest } from '../../repositories/change-league.ts'
import { findSendableRecap } from '../../repositories/weekly-results.ts'
import type { Settings } from '../../settings.ts'

/** Test messages per league, because each one is posted to a channel that other people read. */
const TESTS = { limit: 5, windowMs: 10 * MINUTE_MS }

export const webhook = [
  operation(contract.getWebhook, async ({ ctx, league }) => {
    const stored = await findWebhook(ctx, league.id)
    return { webhook: stored && presentWebhook(stored) }
  }),

  operation(contract.saveWebhook, async (call) => {
    const parsed = parseWebhookUrl(call.body.address, webhookHosts(call.ctx.settings))
    if (parsed === null)
      throw invalidField('address', "That isn't a webhook URL of Discord, Slack or GroupMe.")
    const saved = await storeWebhook(call, parsed)
    return { message: 'Webhook saved.', webhook: presentWebhook(saved) }
  }),

  operation(contract.deleteWebhook, async (call) => {
    await clearWebhook(call)
    return { message: 'Webhook removed.' }
  }),

  operation(contract.testWebhook, async ({ ctx, league: { id, name } }) => {
    const stored = orThrow(await findWebhook(ctx, id), 'no_webhook')
    await ctx.limiter.consume({ name: `webhook-tests:${id}`, ...TESTS }, ctx.now())
    const { failure } = await sendToWebhook(ctx, id, stored, `Weekly recaps for ${name} will show up here.`)
    if (failure !== null) throw new ApiError('webhook_failed', { message: failure })
    return {
      message: 'Test message delivered.',
      webhook: presentWebhook({ ...stored, sentAt: ctx.now(), lastError: null }),
    }
  }),
]

/** Without its URL. */
function presentWebhook({ form, savedAt, sentAt, lastError }: Webhook) {
  return toWire({ form, savedAt, sentAt, lastError })
}

const SERVICE_NAMES: Readonly<Record<WebhookService, string>> = {
  discord: 'Discord',
  slack: 'Slack',
  groupme: 'GroupMe',
}

type HostSettings = Pick<Settings, 'DISCORD_BASE_URL' | 'SLACK_BASE_URL' | 'GROUPME_BASE_URL'>

type DeliveryContext = WebhookContext & { settings: HostSettings }

function webhookHosts(settings: HostSettings): WebhookHosts {
  const { DISCORD_BASE_URL: discord, SLACK_BASE_URL: slack, GROUPME_BASE_URL: groupme } = settings
  return { discord, slack, groupme }
}

/**
 * Rejects only when the signal aborts. `failure` says why it was not delivered and what to do about it; null if it was.
 */
async function sendToWebhook(
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

type WebhookContext = Pick<Context, 'db' | 'now'> & { settings: Pick<Settings, 'secretKey'> }

const cipherOf = (secretKey: string) => createCipher(secretKey, 'league webhooks')

/** Binds an encrypted URL to its league. */
const encryptionContext = (leagueId: number) => `league ${leagueId} webhook`

/** Webhook URLs are stored encrypted and never appear in responses, logs or the audit log. */
export async function findWebhook({ db, settings }: WebhookContext, leagueId: number) {
  const row = await db
    .selectFrom('league_webhooks')
    .selectAll()
    .where('league_id', '=', leagueId)
    .executeTakeFirst()
  if (row === undefined) return null
  return {
    form: row.form,
    /** null if the server's secret key cannot decrypt it. */
    address: cipherOf(settings.secretKey).decrypt(row.address, encryptionContext(leagueId)),
    savedAt: new Date(row.saved_at),
    sentAt: row.sent_at === null ? null : new Date(row.sent_at),
    lastError: row.last_error,
  }
}

type Webhook = NonNullable<Awaited<ReturnType<typeof findWebhook>>>

function storeWebhook(
  call: LeagueRequest & { ctx: WebhookContext },
  { form, address }: { form: WebhookService; address: string },
): Promise<Webhook> {
  const leagueId = call.league.id
  const encrypted = cipherOf(call.ctx.settings.secretKey).encrypt(address, encryptionContext(leagueId))
  return changeLeague(call, async ({ transaction, now, audit }) => {
    const saved = { form, address: encrypted, saved_at: now.getTime(), sent_at: null, last_error: null }
    await upsert(transaction, 'league_webhooks', { league_id: leagueId }, saved)
    await audit('league.save-webhook', { form })
    return { form, address, savedAt: now, sentAt: null, lastError: null }
  })
}

/** Deletes the webhook and its queued message. */
function clearWebhook(call: LeagueRequest): Promise<void> {
  const leagueId = call.league.id
  return changeLeague(call, async ({ transaction, audit }) => {
    const { numDeletedRows } = await transaction
      .deleteFrom('league_webhooks')
      .where('league_id', '=', leagueId)
      .executeTakeFirst()
    if (numDeletedRows === 0n) return
    await cancelJob(transaction, messageKey(leagueId))
    await audit('league.clear-webhook')
  })
}

/** Re-encrypts URLs that only the server's previous key can decrypt; others are left unchanged. */
export async function reencryptWebhooks(db: Db, secretKey: string, previousKey: string): Promise<void> {
  await inTransaction(db, async (transaction) => {
    const rows = await transaction.selectFrom('league_webhooks').select(['league_id', 'address']).execute()
    const [cipher, previous] = [cipherOf(secretKey), cipherOf(previousKey)]
    for (const row of rows) {
      const address = reencrypt(cipher, previous, row.address, encryptionContext(row.league_id))
      if (address === row.address) continue
      await transaction
        .updateTable('league_webhooks')
        .set({ address })
        .where('league_id', '=', row.league_id)
        .execute()
    }
  })
}

/** Queues a message for the webhook of a league, if it has one, in place of an earlier one that was not sent yet. */
export async function queueWebhookMessage(
  transaction: DbTransaction,
  leagueId: number,
  message: { text: string; recap?: { season: number; week: number } },
  now: Date,
): Promise<void> {
  const webhook = await transaction
    .selectFrom('league_webhooks')
    .select('form')
    .where('league_id', '=', leagueId)
    .executeTakeFirst()
  if (webhook === undefined) return
  const job = { kind: WEBHOOK_JOB, leagueId, destination: webhook.form, payload: message }
  await replaceJob(transaction, { ...job, uniqueKey: messageKey(leagueId) }, now)
}

const WEBHOOK_JOB = 'webhook'

function messageKey(leagueId: number): string {
  return `webhook:${leagueId}`
}
