import type { Kysely } from 'kysely'
import type { Database } from '../../database/schema/schema.ts'
import { type Actor, type AuditEntry, recordAuditEntry } from '../../repositories/audit/audit.ts'
import { recordEvent } from '../../repositories/events/league-events.ts'

/** A change of the dues of a season by an admin. */
export type DuesEdit = { leagueId: number; season: number; actor: Actor; now: Date }

/** A team of the season, with the name that is kept with what is noted about it. */
export type NotedTeam = { teamId: number; name: string }

/** Records a change in the audit log, and tells open pages of it. */
export async function record(
  transaction: Kysely<Database>,
  { leagueId, season, actor, now }: DuesEdit,
  action: AuditEntry['action'],
  detail: NonNullable<AuditEntry['detail']>,
): Promise<void> {
  await recordAuditEntry(transaction, { at: now, actor, action, leagueId, detail: { season, ...detail } })
  await recordEvent(transaction, leagueId, { name: 'dues', data: { season } }, now)
}
