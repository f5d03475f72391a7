import type { BettingWeek } from '@fieldhouse/domain/betslip/betting-week'
import type { Owner } from '@fieldhouse/domain/betslip/owner-names'
import type { Db } from '../../database/engine/database.ts'
import { inTransaction } from '../../database/engine/transaction.ts'
import { type Actor, recordAuditEntry } from '../../repositories/audit/audit.ts'
import { recordEvent } from '../../repositories/events/league-events.ts'
import { lockLeague } from '../../repositories/leagues/lock-league.ts'
import { picksChangedEvent } from './settlement/slip-result-store.ts'

/** Who covers the slip of a week, and whether they paid. */
export type SlipPayment = {
  /** The user who covers it instead of the lowest scorer; null if the lowest scorer does. */
  coveredBy: number | null
  isPaid: boolean
}

/** What is to be noted. What is undefined stays as it is; a null owner stands for the lowest scorer. */
export type PaymentChange = {
  coveredBy: Pick<Owner, 'userId' | 'username'> | null | undefined
  isPaid: boolean | undefined
}

export const NO_PAYMENT: SlipPayment = { coveredBy: null, isPaid: false }

export interface PaymentStore {
  /** What was noted about the slips of a season, by week. */
  listPayments(leagueId: number, season: number): Promise<Map<number, SlipPayment>>
  /**
   * Notes who covers a slip and whether they paid. Returns null, and notes nothing, if `mayNote` is false for what is
   * stored.
   */
  note(
    leagueId: number,
    week: BettingWeek,
    change: PaymentChange,
    mayNote: (stored: SlipPayment) => boolean,
    actor: Actor,
    now: Date,
  ): Promise<SlipPayment | null>
}

export function paymentStore(db: Db): PaymentStore {
  return {
    async listPayments(leagueId, season) {
      const rows = await db
        .selectFrom('slip_payments')
        .select(['week', 'user_id', 'is_paid'])
        .where('league_id', '=', leagueId)
        .where('season', '=', season)
        .execute()
      return new Map(rows.map(({ week, ...row }) => [week, toPayment(row)]))
    },

    note(leagueId, { season, week }, change, mayNote, actor, now) {
      return inTransaction(db, async (transaction) => {
        await lockLeague(transaction, leagueId)
        const row = await transaction
          .selectFrom('slip_payments')
          .leftJoin('users', 'users.id', 'slip_payments.user_id')
          .select(['user_id', 'is_paid', 'username'])
          .where('league_id', '=', leagueId)
          .where('season', '=', season)
          .where('week', '=', week)
          .executeTakeFirst()
        const before = row === undefined ? NO_PAYMENT : toPayment(row)
        if (!mayNote(before)) return null
        const owner =
          change.coveredBy === undefined
            ? { userId: before.coveredBy, username: row?.username ?? null }
            : (change.coveredBy ?? { userId: null, username: null })
        const after = { coveredBy: owner.userId, isPaid: change.isPaid ?? before.isPaid }
        if (after.coveredBy === before.coveredBy && after.isPaid === before.isPaid) return before
        const values = { user_id: after.coveredBy, is_paid: after.isPaid ? 1 : 0, imported_person_id: null }
        await transaction
          .insertInto('slip_payments')
          .values({ league_id: leagueId, season, week, ...values })
          .onConflict((conflict) => conflict.columns(['league_id', 'season', 'week']).doUpdateSet(values))
          .execute()
        const detail = {
          season,
          week,
          username: owner.username,
          paid: after.isPaid,
          username_before: row?.username ?? null,
          paid_before: before.isPaid,
        }
        await recordAuditEntry(transaction, { at: now, actor, leagueId, action: 'bets.payment', detail })
        await recordEvent(transaction, leagueId, picksChangedEvent({ season, week }), now)
        return after
      })
    },
  }
}

function toPayment({ user_id, is_paid }: { user_id: number | null; is_paid: number }): SlipPayment {
  return { coveredBy: user_id, isPaid: is_paid === 1 }
}
