import type { WebhookForm } from '@fieldhouse/domain/webhook'
import type { Selectable } from 'kysely'
import { recordAuditEntry } from '../../database/audit.ts'
import type { Db } from '../../database/database.ts'
import { lockLeague } from '../../database/lock-league.ts'
import type { Database } from '../../database/schema.ts'
import { inTransaction } from '../../database/transaction.ts'
import { type Cipher, createCipher, reencrypt } from '../../http/encryption.ts'

type Actor = { userId: number; username: string }

export type Webhook = {
  form: WebhookForm
  /** null where this server's key does not open it. */
  address: string | null
  savedAt: Date
  sentAt: Date | null
  lastError: string | null
}

/** A message that is to be sent, as it was claimed. */
export type WebhookMessage = { leagueId: number; text: string; attempts: number; claimedUntil: number }

export type WebhookStore = ReturnType<typeof webhookStore>

/** What the webhooks of leagues are sealed with. */
export function createWebhookCipher(secretKey: string): Cipher {
  return createCipher(secretKey, 'league webhooks')
}

/** Addresses are stored sealed and are never part of an answer, a log line or the audit log. */
export function webhookStore(db: Db, seal: Cipher) {
  return {
    async find(leagueId: number): Promise<Webhook | null> {
      const row = await db
        .selectFrom('league_webhooks')
        .selectAll()
        .where('league_id', '=', leagueId)
        .executeTakeFirst()
      return row === undefined ? null : toWebhook(row)
    },

    async save(
      leagueId: number,
      { form, address }: { form: WebhookForm; address: string },
      doer: Actor,
      now: Date,
    ): Promise<Webhook> {
      const saved = {
        form,
        address: seal.encrypt(address, encryptionContext(leagueId)),
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
          actor: doer,
          action: 'league.save-webhook',
          leagueId,
          detail: { form },
        })
      })
      return { form, address, savedAt: now, sentAt: null, lastError: null }
    },

    /** With the message that waits for it. */
    async clear(leagueId: number, doer: Actor, now: Date): Promise<void> {
      await inTransaction(db, async (transaction) => {
        await lockLeague(transaction, leagueId)
        const { numDeletedRows } = await transaction
          .deleteFrom('league_webhooks')
          .where('league_id', '=', leagueId)
          .executeTakeFirst()
        if (numDeletedRows === 0n) return
        await recordAuditEntry(transaction, {
          at: now,
          actor: doer,
          action: 'league.clear-webhook',
          leagueId,
        })
      })
    },

    /** Writes down that a message arrived, or why not. */
    async recordOutcome(leagueId: number, error: string | null, now: Date): Promise<void> {
      await db
        .updateTable('league_webhooks')
        .set(error === null ? { sent_at: now.getTime(), last_error: null } : { last_error: error })
        .where('league_id', '=', leagueId)
        .execute()
    },

    /** The messages that are due, each claimed for so long, so that no other run sends it too. */
    async claim(now: Date, forMs: number): Promise<WebhookMessage[]> {
      const claimedUntil = now.getTime() + forMs
      const rows = await db
        .updateTable('webhook_messages')
        .set((eb) => ({ due_at: claimedUntil, tries: eb('tries', '+', 1) }))
        .where('due_at', '<=', now.getTime())
        .returning(['league_id', 'text', 'tries'])
        .execute()
      return rows.map(({ league_id, text, tries }) => ({
        leagueId: league_id,
        text,
        attempts: tries,
        claimedUntil,
      }))
    },

    /** Takes a claimed message away, unless a newer one has taken its place. */
    async deleteMessage({ leagueId, claimedUntil }: WebhookMessage): Promise<void> {
      await db
        .deleteFrom('webhook_messages')
        .where('league_id', '=', leagueId)
        .where('due_at', '=', claimedUntil)
        .execute()
    },

    async postpone({ leagueId, claimedUntil }: WebhookMessage, until: Date): Promise<void> {
      await db
        .updateTable('webhook_messages')
        .set({ due_at: until.getTime() })
        .where('league_id', '=', leagueId)
        .where('due_at', '=', claimedUntil)
        .execute()
    },

    /** Seals again what only the server's previous key opens; what neither opens stays as it is. */
    async reencrypt(previous: Cipher): Promise<void> {
      await inTransaction(db, async (transaction) => {
        const rows = await transaction
          .selectFrom('league_webhooks')
          .select(['league_id', 'address'])
          .execute()
        for (const row of rows) {
          const address = reencrypt(seal, previous, row.address, encryptionContext(row.league_id))
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
      address: seal.decrypt(row.address, encryptionContext(row.league_id)),
      savedAt: new Date(row.saved_at),
      sentAt: row.sent_at === null ? null : new Date(row.sent_at),
      lastError: row.last_error,
    }
  }
}

/** Binds a sealed address to its league. */
function encryptionContext(leagueId: number): string {
  return `league ${leagueId} webhook`
}
