import type { SeasonCalendar, SeasonProgress } from '@fieldhouse/domain/seasons/season'
import type { Db } from '../../database/engine/database.ts'
import { inTransaction } from '../../database/engine/transaction.ts'
import { recordJobEvent } from '../../jobs/job-progress-store.ts'
import { type Actor, recordAuditEntry } from '../../repositories/audit/audit.ts'
import { lockLeague } from '../../repositories/leagues/lock-league.ts'
import { findSeason } from '../../repositories/season-documents/stored-seasons.ts'
import { BackfillPlan, type BackfillReport, toReport } from './backfill-plan.ts'

export interface BackfillStore {
  /** Lists the stored seasons that are final. */
  listFinalSeasons(leagueId: number): Promise<number[]>
  /** Returns the calendar and progress of a stored season that is final; null for any other season. */
  findFinalSeason(
    leagueId: number,
    season: number,
  ): Promise<{ calendar: SeasonCalendar; progress: SeasonProgress } | null>
  /**
   * Ends the unfinished backfill of a league. What it has stored stays, and what its process stores next is rolled back,
   * because its lease is lost. Returns null if there is none.
   */
  stop(leagueId: number, actor: Actor, now: Date): Promise<BackfillReport | null>
}

export function backfillStore(db: Db): BackfillStore {
  return {
    async listFinalSeasons(leagueId) {
      const rows = await db
        .selectFrom('seasons')
        .select('season')
        .where('league_id', '=', leagueId)
        .where('is_finished', '=', 1)
        .execute()
      return rows.map((row) => row.season)
    },

    async findFinalSeason(leagueId, season) {
      const stored = await findSeason(db, leagueId, season)
      return stored?.progress.isFinished === true ? stored : null
    },

    stop: (leagueId, actor, now) =>
      inTransaction(db, async (transaction) => {
        await lockLeague(transaction, leagueId)
        const job = await transaction
          .selectFrom('jobs')
          .select(['id', 'payload', 'done', 'total'])
          .where('unique_key', '=', `league:${leagueId}`)
          .where('kind', '=', 'backfill')
          .where('ended_at', 'is', null)
          .executeTakeFirst()
        if (job === undefined) return null
        const report = toReport(BackfillPlan.parse(JSON.parse(job.payload)))
        const step = `Stopped. Seasons read: ${report.ingested.length}.`
        await transaction
          .updateTable('jobs')
          .set({ status: 'done', step, result: JSON.stringify(report), ended_at: now.getTime() })
          .set({ lease_token: null, lease_until: null })
          .where('id', '=', job.id)
          .execute()
        const progress = { state: 'done', step, done: job.done, total: job.total } as const
        await recordJobEvent(transaction, { kind: 'backfill', leagueId }, progress, now)
        await recordAuditEntry(transaction, { at: now, actor, action: 'league.stop-backfill', leagueId })
        return report
      }),
  }
}
