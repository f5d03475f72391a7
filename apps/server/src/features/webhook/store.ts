import type { WebhookForm } from '@fieldhouse/domain/webhook'
import type { Selectable } from 'kysely'
import { recordAct } from '../../database/audit.ts'
import type { Db } from '../../database/database.ts'
import { takeLeagueTurn } from '../../database/league-turn.ts'
import type { Database } from '../../database/schema.ts'
import { inTransaction } from '../../database/transaction.ts'
import { type Seal, sealedUnder, sealWith } from '../../http/sealed.ts'

type Doer = { userId: number; username: string }

export type Webhook = {
  form: WebhookForm
  /** null where this server's key does not open it. */
  address: string | null
  savedAt: Date
  sentAt: Date | null
  lastError: string | null
}

/** A message that is to be sent, as it was claimed. */
export type WebhookMessage = { leagueId: number; text: string; tries: number; claimedUntil: number }

export type WebhookStore = ReturnType<typeof webhookStore>

/** What the webhooks of leagues are sealed with. */
export function webhookSeal(secretKey: string): Seal {
  return sealWith(secretKey, 'league webhooks')
}

/** Addresses are stored sealed and are never part of an answer, a log line or the audit log. */
export function webhookStore(db: Db, seal: Seal) {
  return {
    async of(leagueId: number): Promise<Webhook | null> {
      const row = await db
        .selectFrom('league_webhooks')
        .selectAll()
        .where('league_id', '=', leagueId)
        .executeTakeFirst()
      return row === undefined ? null : webhookIn(row)
    },

    async save(
      leagueId: number,
      { form, address }: { form: WebhookForm; address: string },
      doer: Doer,
      now: Date,
    ): Promise<Webhook> {
      const saved = {
        form,
        address: seal.close(address, aboutOf(leagueId)),
        saved_at: now.getTime(),
        sent_at: null,
        last_error: null,
      }
      await inTransaction(db, async (transaction) => {
        await takeLeagueTurn(transaction, leagueId)
        await transaction
          .insertInto('league_webhooks')
          .values({ league_id: leagueId, ...saved })
          .onConflict((conflict) => conflict.column('league_id').doUpdateSet(saved))
          .execute()
        await recordAct(transaction, {
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
    async clear(leagueId: number, doer: Doer, now: Date): Promise<void> {
      await inTransaction(db, async (transaction) => {
        await takeLeagueTurn(transaction, leagueId)
        const { numDeletedRows } = await transaction
          .deleteFrom('league_webhooks')
          .where('league_id', '=', leagueId)
          .executeTakeFirst()
        if (numDeletedRows === 0n) return
        await recordAct(transaction, { at: now, actor: doer, action: 'league.clear-webhook', leagueId })
      })
    },

    /** Writes down that a message arrived, or why not. */
    async note(leagueId: number, error: string | null, now: Date): Promise<void> {
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
      return rows.map(({ league_id, text, tries }) => ({ leagueId: league_id, text, tries, claimedUntil }))
    },

    /** Takes a claimed message away, unless a newer one has taken its place. */
    async forget({ leagueId, claimedUntil }: WebhookMessage): Promise<void> {
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
    async sealAgain(previous: Seal): Promise<void> {
      await inTransaction(db, async (transaction) => {
        const rows = await transaction
          .selectFrom('league_webhooks')
          .select(['league_id', 'address'])
          .execute()
        for (const row of rows) {
          const address = sealedUnder(seal, previous, row.address, aboutOf(row.league_id))
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

  function webhookIn(row: Selectable<Database['league_webhooks']>): Webhook {
    return {
      form: row.form,
      address: seal.open(row.address, aboutOf(row.league_id)),
      savedAt: new Date(row.saved_at),
      sentAt: row.sent_at === null ? null : new Date(row.sent_at),
      lastError: row.last_error,
    }
  }
}

/** Binds a sealed address to its league. */
function aboutOf(leagueId: number): string {
  return `league ${leagueId} webhook`
}
