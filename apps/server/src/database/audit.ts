import type { AuditAction } from '@fieldhouse/domain/describe-audit-entry'
import type { Kysely } from 'kysely'
import type { Database } from './schema.ts'

export type AuditEntry = {
  at: Date
  /** null when nobody was signed in. */
  actor: { userId: number; username: string } | null
  action: AuditAction
  leagueId?: number | null
  /** What it was done to. Never a secret. */
  detail?: Record<string, string | number | boolean | null>
}

/** Writes down who did what, in the transaction that does it. */
export async function recordAuditEntry(db: Kysely<Database>, act: AuditEntry): Promise<void> {
  await db
    .insertInto('audit_log')
    .values({
      at: act.at.getTime(),
      actor_id: act.actor?.userId ?? null,
      actor_name: act.actor?.username ?? '',
      action: act.action,
      league_id: act.leagueId ?? null,
      detail: JSON.stringify(act.detail ?? {}),
    })
    .execute()
}
