import type { WebhookService } from '@fieldhouse/domain/notifications/webhook'
import type { Context } from '../../context.ts'
import { createCipher, reencrypt } from '../../crypto/crypto.ts'
import { type Db, type DbTransaction, inTransaction } from '../../database/engine/database.ts'
import { upsert } from '../../database/engine/queries.ts'
import { cancelJob, replaceJob } from '../../jobs/job-store.ts'
import { changeLeague, type LeagueRequest } from '../../repositories/change-league.ts'
import type { Settings } from '../../settings.ts'

export type WebhookContext = Pick<Context, 'db' | 'now'> & { settings: Pick<Settings, 'secretKey'> }

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

export type Webhook = NonNullable<Awaited<ReturnType<typeof findWebhook>>>

export function saveWebhook(
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
export function clearWebhook(call: LeagueRequest): Promise<void> {
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

export const WEBHOOK_JOB = 'webhook'

function messageKey(leagueId: number): string {
  return `webhook:${leagueId}`
}
