import type { WebhookService } from '@fieldhouse/domain/notifications/webhook'
import type { Selectable, Transaction } from 'kysely'
import { type Cipher, createCipher, reencrypt } from '../../crypto/encryption.ts'
import type { Db } from '../../database/engine/database.ts'
import { inTransaction } from '../../database/engine/transaction.ts'
import type { Database } from '../../database/schema/schema.ts'
import { cancelJob, replaceJob } from '../../jobs/job-queue-store.ts'
import { type Actor, recordAuditEntry } from '../../repositories/audit/audit.ts'
import { lockLeague } from '../../repositories/leagues/lock-league.ts'

export type Webhook = {
  form: WebhookService
  /** null if the server's secret key cannot decrypt it. */
  address: string | null
  savedAt: Date
  sentAt: Date | null
  lastError: string | null
}

/** Webhook URLs are stored encrypted and never appear in responses, logs or the audit log. */
export interface WebhookStore {
  find(leagueId: number): Promise<Webhook | null>
  save(
    leagueId: number,
    webhook: { form: WebhookService; address: string },
    actor: Actor,
    now: Date,
  ): Promise<Webhook>
  /** Deletes the webhook and its queued message. */
  clear(leagueId: number, actor: Actor, now: Date): Promise<void>
  /** Records that a message was delivered, or why it was not. */
  recordOutcome(leagueId: number, error: string | null, now: Date): Promise<void>
  /** Re-encrypts URLs that only the server's previous key can decrypt; others are left unchanged. */
  reencrypt(previous: Cipher): Promise<void>
}

/** Creates the cipher that encrypts webhook URLs. */
export function createWebhookCipher(secretKey: string): Cipher {
  return createCipher(secretKey, 'league webhooks')
}

export function webhookStore(db: Db, cipher: Cipher): WebhookStore {
  return {
    async find(leagueId) {
      const row = await db
        .selectFrom('league_webhooks')
        .selectAll()
        .where('league_id', '=', leagueId)
        .executeTakeFirst()
      return row === undefined ? null : toWebhook(row)
    },

    async save(leagueId, { form, address }, actor, now) {
      const saved = {
        form,
        address: cipher.encrypt(address, encryptionContext(leagueId)),
        saved_at: now.getTime(),
        sent_at: null,
        last_error: null,
      }
      await inTransaction(db, async (transaction) => {
        await lockLeague(transaction, leagueId)
        await transaction
          .insertInto('league_webhooks')
          .values({ league_id: leagueId, ...saved })
          .onConflict((conflict) => conflict.column('league_id').doUpdateSet(saved))
          .execute()
        await recordAuditEntry(transaction, {
          at: now,
          actor,
          action: 'league.save-webhook',
          leagueId,
          detail: { form },
        })
      })
      return { form, address, savedAt: now, sentAt: null, lastError: null }
    },

    async clear(leagueId, actor, now) {
      await inTransaction(db, async (transaction) => {
        await lockLeague(transaction, leagueId)
        const { numDeletedRows } = await transaction
          .deleteFrom('league_webhooks')
          .where('league_id', '=', leagueId)
          .executeTakeFirst()
        if (numDeletedRows === 0n) return
        await cancelJob(transaction, messageKey(leagueId))
        await recordAuditEntry(transaction, {
          at: now,
          actor,
          action: 'league.clear-webhook',
          leagueId,
        })
      })
    },

    async recordOutcome(leagueId, error, now) {
      await db
        .updateTable('league_webhooks')
        .set(error === null ? { sent_at: now.getTime(), last_error: null } : { last_error: error })
        .where('league_id', '=', leagueId)
        .execute()
    },

    async reencrypt(previous) {
      await inTransaction(db, async (transaction) => {
        const rows = await transaction
          .selectFrom('league_webhooks')
          .select(['league_id', 'address'])
          .execute()
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
    },
  }

  function toWebhook(row: Selectable<Database['league_webhooks']>): Webhook {
    return {
      form: row.form,
      address: cipher.decrypt(row.address, encryptionContext(row.league_id)),
      savedAt: new Date(row.saved_at),
      sentAt: row.sent_at === null ? null : new Date(row.sent_at),
      lastError: row.last_error,
    }
  }
}

/** Binds an encrypted URL to its league. */
function encryptionContext(leagueId: number): string {
  return `league ${leagueId} webhook`
}

/** Queues a message for the webhook of a league, if it has one, in place of an earlier one that was not sent yet. */
export async function queueWebhookMessage(
  transaction: Transaction<Database>,
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

/** The kind of job that sends a message. Its destination is the service. */
export const WEBHOOK_JOB = 'webhook'

function messageKey(leagueId: number): string {
  return `webhook:${leagueId}`
}
