import type { WebhookService } from '@fieldhouse/domain/notifications/webhook'
import type { Selectable } from 'kysely'
import { type Cipher, createCipher, reencrypt } from '../../crypto/encryption.ts'
import type { Db } from '../../database/engine/database.ts'
import { inTransaction } from '../../database/engine/transaction.ts'
import type { Database } from '../../database/schema/schema.ts'
import { recordAuditEntry } from '../../repositories/audit/audit.ts'
import { lockLeague } from '../../repositories/leagues/lock-league.ts'

type Actor = { userId: number; username: string }

export type Webhook = {
  form: WebhookService
  /** null if the server's secret key cannot decrypt it. */
  address: string | null
  savedAt: Date
  sentAt: Date | null
  lastError: string | null
}

/** A message claimed for sending. */
export type WebhookMessage = { leagueId: number; text: string; attempts: number; claimedUntil: number }

export type WebhookStore = ReturnType<typeof webhookStore>

/** Creates the cipher that encrypts webhook URLs. */
export function createWebhookCipher(secretKey: string): Cipher {
  return createCipher(secretKey, 'league webhooks')
}

/** Webhook URLs are stored encrypted and never appear in responses, logs or the audit log. */
export function webhookStore(db: Db, cipher: Cipher) {
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
      { form, address }: { form: WebhookService; address: string },
      actor: Actor,
      now: Date,
    ): Promise<Webhook> {
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

    /** Deletes the webhook and its queued message. */
    async clear(leagueId: number, actor: Actor, now: Date): Promise<void> {
      await inTransaction(db, async (transaction) => {
        await lockLeague(transaction, leagueId)
        const { numDeletedRows } = await transaction
          .deleteFrom('league_webhooks')
          .where('league_id', '=', leagueId)
          .executeTakeFirst()
        if (numDeletedRows === 0n) return
        await recordAuditEntry(transaction, {
          at: now,
          actor,
          action: 'league.clear-webhook',
          leagueId,
        })
      })
    },

    /** Records that a message was delivered, or why it was not. */
    async recordOutcome(leagueId: number, error: string | null, now: Date): Promise<void> {
      await db
        .updateTable('league_webhooks')
        .set(error === null ? { sent_at: now.getTime(), last_error: null } : { last_error: error })
        .where('league_id', '=', leagueId)
        .execute()
    },

    /** Claims all due messages for `claimMs`, so that no other run sends them. */
    async claim(now: Date, claimMs: number): Promise<WebhookMessage[]> {
      const claimedUntil = now.getTime() + claimMs
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

    /** Deletes a claimed message, unless a newer one has replaced it. */
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

    /** Re-encrypts URLs that only the server's previous key can decrypt; others are left unchanged. */
    async reencrypt(previous: Cipher): Promise<void> {
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
