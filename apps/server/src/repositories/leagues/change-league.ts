import type { AuditAction, AuditDetail } from '@fieldhouse/domain/league/audit-log'
import type { Transaction } from 'kysely'
import type { Db } from '../../database/engine/database.ts'
import { inTransaction } from '../../database/engine/transaction.ts'
import type { Database } from '../../database/schema/schema.ts'
import { type Actor, recordAuditEntry } from '../audit/audit.ts'
import { lockLeague } from './lock-league.ts'

export type LeagueRequest = { ctx: { db: Db; now: () => Date }; league: { id: number }; user: Actor }

export type LeagueChange = {
  transaction: Transaction<Database>
  now: Date
  audit: (action: AuditAction, detail?: AuditDetail) => Promise<void>
}

/** Runs a change in a transaction that has locked the league. An error undoes it. */
export function changeLeague<Result>(
  { ctx, league: { id: leagueId }, user: actor }: LeagueRequest,
  change: (change: LeagueChange) => Promise<Result>,
): Promise<Result> {
  const now = ctx.now()
  return inTransaction(ctx.db, async (transaction) => {
    await lockLeague(transaction, leagueId)
    return change({
      transaction,
      now,
      audit: (action, detail = {}) =>
        recordAuditEntry(transaction, { at: now, actor, action, leagueId, detail }),
    })
  })
}
