import { normalizeName } from '@fieldhouse/domain/names'
import { z } from 'zod'
import type { Db } from '../../database/database.ts'
import { distinctValues } from '../../database/distinct-values.ts'

export type AuditLogFilter = {
  /** Only what was done in these leagues; null for everything. */
  leagueIds: readonly number[] | null
  actor: string | null
  action: string | null
  from: Date | null
  /** Before this moment. */
  to: Date | null
  /** Only what stands after this act in the list. */
  olderThan: { at: Date; id: number } | null
}

export type StoredAuditEntry = {
  id: number
  at: Date
  actor: string | null
  action: string
  /** null for what is about no league, or one that is gone. */
  league: string | null
  detail: Record<string, string | number | boolean | null>
}

const AuditDetail = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]))

export type AuditLogStore = ReturnType<typeof auditLogStore>

/** Reads the record of who did what. */
export function auditLogStore(db: Db) {
  return {
    /** The newest acts first; one more than `limit` tells that there are older ones. */
    async list(filter: AuditLogFilter, limit: number): Promise<StoredAuditEntry[]> {
      const { leagueIds, actor, action, from, to, olderThan } = filter
      if (leagueIds?.length === 0) return []
      const rows = await db
        .selectFrom('audit_log')
        .select([
          'audit_log.id',
          'audit_log.at',
          'audit_log.actor_name',
          'audit_log.action',
          'audit_log.detail',
        ])
        // League by league: a join is taken for a reason to read all leagues.
        .select((eb) =>
          eb
            .selectFrom('leagues')
            .select('leagues.name')
            .whereRef('leagues.id', '=', 'audit_log.league_id')
            .as('league'),
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
        // By time: an imported league brings acts that are older than their numbers.
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
        detail: AuditDetail.parse(JSON.parse(row.detail)),
      }))
    },

    /** Every action that was ever done in these leagues, or anywhere. */
    async listActions(leagueIds: readonly number[] | null): Promise<string[]> {
      if (leagueIds === null) return distinctValues<string>(db, 'audit_log', 'action')
      if (leagueIds.length === 0) return []
      const rows = await db
        .selectFrom('audit_log')
        .select('action')
        .distinct()
        .where('league_id', 'in', leagueIds)
        .orderBy('action')
        .execute()
      return rows.map(({ action }) => action)
    },
  }
}
