import type { AuditAction, AuditDetail } from '@fieldhouse/domain/league/audit-log'
import type { Kysely } from 'kysely'
import { z } from 'zod'
import type { Database } from '../../database/schema/schema.ts'

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
export async function recordAuditEntry(db: Kysely<Database>, entry: AuditEntry): Promise<void> {
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

const StoredDetail = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]))

export function parseAuditDetail(text: string): z.output<typeof StoredDetail> {
  return StoredDetail.parse(JSON.parse(text))
}
