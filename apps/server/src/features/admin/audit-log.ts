import { normalizeName } from '@fieldhouse/domain/names'
import type { Db } from '../../database/engine/database.ts'
import { distinctValues } from '../../database/engine/queries.ts'
import type { ScheduledJob } from '../../jobs/job.ts'
import { type ChainHead, chainNext, parseAuditDetail } from '../../repositories/audit.ts'

export type AuditLogFilter = {
  /** Whether to list the entries that archives contained, which are no part of this server's log, instead. */
  isImported: boolean
  leagueIds: readonly number[] | null
  actor: string | null
  action: string | null
  from: Date | null
  /** Exclusive. */
  to: Date | null
  olderThan: { at: Date; id: number } | null
}

/**
 * Newest first; returns up to `limit + 1` entries, so that an extra one shows that a next page exists. The league is
 * null when the action is not about one, or it was deleted, and the import for an entry of this server.
 */
export async function listEntries(
  db: Db,
  { isImported, leagueIds, actor, action, from, to, olderThan }: AuditLogFilter,
  limit: number,
) {
  if (leagueIds?.length === 0) return []
  const rows = await db
    .selectFrom(tableOf(isImported))
    .select(['audit_log.id', 'audit_log.at', 'audit_log.actor_name', 'audit_log.action', 'audit_log.detail'])
    // A subquery per row: with a join, the planner reads all leagues.
    .select((eb) =>
      eb
        .selectFrom('leagues')
        .select('leagues.name')
        .whereRef('leagues.id', '=', 'audit_log.league_id')
        .as('league'),
    )
    .$if(isImported, (query) =>
      query
        .leftJoin('league_imports', 'league_imports.league_id', 'audit_log.league_id')
        .select(['league_imports.imported_at', 'league_imports.imported_by']),
    )
    .$if(leagueIds !== null, (query) => query.where('audit_log.league_id', 'in', leagueIds ?? []))
    .$if(actor !== null, (query) =>
      query.where((eb) => eb(eb.fn('lower', ['audit_log.actor_name']), '=', normalizeName(actor ?? ''))),
    )
    .$if(action !== null, (query) => query.where('audit_log.action', '=', action ?? ''))
    .$if(from !== null, (query) => query.where('audit_log.at', '>=', from?.getTime() ?? 0))
    .$if(to !== null, (query) => query.where('audit_log.at', '<', to?.getTime() ?? 0))
    .$if(olderThan !== null, (query) =>
      query.where((eb) =>
        eb(
          eb.refTuple('audit_log.at', 'audit_log.id'),
          '<',
          eb.tuple(olderThan?.at.getTime() ?? 0, olderThan?.id ?? 0),
        ),
      ),
    )
    // By time, not by id: entries that releases before 0.2.0 imported are older than their ids suggest.
    .orderBy('audit_log.at', 'desc')
    .orderBy('audit_log.id', 'desc')
    .limit(limit + 1)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    at: new Date(row.at),
    actor: row.actor_name === '' ? null : row.actor_name,
    action: row.action,
    league: row.league,
    detail: parseAuditDetail(row.detail),
    leagueImport:
      row.imported_at == null ? null : { at: new Date(row.imported_at), by: row.imported_by ?? null },
  }))
}

/** Every action recorded for these leagues; null for all of them. */
export async function listAuditActions(
  db: Db,
  { isImported, leagueIds }: Pick<AuditLogFilter, 'isImported' | 'leagueIds'>,
): Promise<string[]> {
  if (leagueIds === null && !isImported) return distinctValues<string>(db, 'audit_log', 'action')
  if (leagueIds?.length === 0) return []
  const rows = await db
    .selectFrom(tableOf(isImported))
    .select('action')
    .distinct()
    .$if(leagueIds !== null, (query) => query.where('league_id', 'in', leagueIds ?? []))
    .orderBy('action')
    .execute()
  return rows.map(({ action }) => action)
}

/** Both tables have the columns that are read here. */
const tableOf = (isImported: boolean) =>
  (isImported ? 'imported_audit_log as audit_log' : 'audit_log') as 'audit_log'

/** Logs the new head, so that the log outside of the database shows what the chain contained. */
export function chainAuditLogJob(
  db: Db,
  log: { info: (fields: ChainHead, message: string) => void },
): ScheduledJob {
  return {
    name: 'audit-chain',
    schedule: '* * * * *',
    async run(signal) {
      while (!signal.aborted) {
        const head = await chainNext(db)
        if (head === null) return
        log.info(head, 'audit log chained')
      }
    },
  }
}
