import type { AuditAction, AuditDetail } from '@fieldhouse/domain/league/audit-log'
import { z } from 'zod'
import { type Db, type DbTransaction, inTransaction } from '../../database/engine/database.ts'

export type Actor = { userId: number; username: string }

export type AuditEntry = {
  at: Date
  actor: Actor | null
  action: AuditAction
  leagueId?: number | null
  /** What the action was applied to. Must not contain secrets. */
  detail?: AuditDetail
}

/** Records an action in the audit log. `db` should be the transaction of that action. */
export async function recordAuditEntry(db: Db, entry: AuditEntry): Promise<void> {
  await db
    .insertInto('audit_log')
    .values({
      at: entry.at.getTime(),
      actor_id: entry.actor?.userId ?? null,
      actor_name: entry.actor?.username ?? '',
      action: entry.action,
      league_id: entry.leagueId ?? null,
      detail: JSON.stringify(entry.detail ?? {}),
    })
    .execute()
}

export type AuditedRequest = { ctx: { db: Db; now: () => Date }; user: Actor }

export type AuditedChange = {
  transaction: DbTransaction
  now: Date
  audit: (action: AuditAction, detail?: AuditDetail, leagueId?: number | null) => Promise<void>
}

/** Runs a change in a transaction. An error undoes it. */
export function changeWithAudit<Result>(
  { ctx, user: actor }: AuditedRequest,
  change: (change: AuditedChange) => Promise<Result>,
): Promise<Result> {
  const at = ctx.now()
  return inTransaction(ctx.db, (transaction) =>
    change({
      transaction,
      now: at,
      audit: (action, detail = {}, leagueId = null) =>
        recordAuditEntry(transaction, { at, actor, action, leagueId, detail }),
    }),
  )
}

const StoredDetail = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]))

export function parseAuditDetail(text: string): z.output<typeof StoredDetail> {
  return StoredDetail.parse(JSON.parse(text))
}
