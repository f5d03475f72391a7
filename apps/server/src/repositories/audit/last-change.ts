import type { AuditAction, AuditDetail } from '@fieldhouse/domain/league/audit-log'
import type { NewerValue } from '@fieldhouse/domain/league/edit-conflicts'
import type { Db } from '../../database/engine/database.ts'
import { parseAuditDetail } from './audit.ts'

/** Older entries are not searched. A conflict is about a change of the last minutes. */
const MAX_ENTRIES = 100

/** Who made the newest change with this action and a matching detail, and when; both null if it is not in the log. */
export async function findLastChange(
  db: Db,
  leagueId: number,
  action: AuditAction,
  matches: (detail: AuditDetail) => boolean,
): Promise<Omit<NewerValue, 'value'>> {
  const entries = await db
    .selectFrom('audit_log')
    .select(['actor_name', 'at', 'detail'])
    .where((eb) => eb.and({ league_id: leagueId, action }))
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(MAX_ENTRIES)
    .execute()
  const entry = entries.find(({ detail }) => matches(parseAuditDetail(detail)))
  return entry === undefined
    ? { by: null, at: null }
    : { by: entry.actor_name || null, at: new Date(entry.at) }
}
