import { nextRefreshAt, type ScheduledGame } from '@fieldhouse/domain/seasons/refresh-schedule'
import type { Transaction } from 'kysely'
import { inBatches } from '../../database/engine/batches.ts'
import type { Db } from '../../database/engine/database.ts'
import { inTransaction } from '../../database/engine/transaction.ts'
import type { Database } from '../../database/schema/schema.ts'
import { type JobOutcome, LEAGUE_JOB_KINDS, type LeagueJobName } from '../../jobs/job.ts'
import { type Actor, recordAuditEntry } from '../../repositories/audit/audit.ts'
import { blockRefreshes, type RunningLeagueJob } from '../../repositories/leagues/block-refreshes.ts'
import { isRecentView } from '../../repositories/leagues/viewed-leagues.ts'
import { findSeason, updateSeason } from '../../repositories/season-documents/stored-seasons.ts'
import { recordFailure } from '../../repositories/seasons/season-store.ts'

/** Jobs per query. */
const JOB_BATCH_SIZE = 1000

export type RefreshResult = { season: number; status: 'ok' | 'skipped' | 'error'; error: string | null }

export type LeagueToRefresh = { id: number; name: string }

export type LeagueStatus = {
  name: string
  season: number | null
  lastStatus: 'ok' | 'skipped' | 'error' | null
  lastError: string | null
  updatedAt: Date | null
  /** When good data was last stored. */
  lastUpdated: Date | null
  /** The unfinished job; null when there is none. */
  openJob: OpenJob | null
}

type OpenJob = { job: LeagueJobName; step: string; done: number; total: number | null }

/** `step` is its outcome as text for users when it has ended. */
export type NewestJob = { payload: unknown; step: string; createdAt: Date; endedAt: Date | null }

export interface RefreshStore {
  /** Records the outcome of a refresh and when the next one is due, in the transaction that finishes the job. */
  finish(
    transaction: Transaction<Database>,
    leagueId: number,
    result: RefreshResult,
    context: { now: Date; games: readonly ScheduledGame[] },
  ): Promise<void>
  /** Lets the next refresh take the zeros of a week, if its last scores were kept. */
  acceptZeros(
    leagueId: number,
    accepted: { season: number; week: number },
    actor: Actor,
    now: Date,
  ): Promise<
    { kind: 'accepted' } | { kind: 'season_not_found' } | { kind: 'job_running'; job: RunningLeagueJob }
  >
  listLeagues(): Promise<LeagueToRefresh[]>
  /** The newest job of a kind, finished or not; null before the first one. */
  findNewestJob(kind: string): Promise<NewestJob | null>
  /** The outcomes of jobs by ID; null for an unfinished one. Deleted jobs have no entry. */
  listOutcomes(jobIds: readonly number[]): Promise<Map<number, Pick<JobOutcome, 'step' | 'result'> | null>>
  /**
   * The status of every league sorted by name. With `adminUserId`, only the leagues that this user is
   * an admin of.
   */
  listStatuses(adminUserId: number | null): Promise<LeagueStatus[]>
}

export function refreshStore(db: Db): RefreshStore {
  return {
    async finish(transaction, leagueId, { season, status, error }, { now, games }) {
      const outcome = { season, last_status: status, last_error: error, updated_at: now.getTime() }
      await transaction
        .insertInto('refreshes')
        .values({ league_id: leagueId, ...outcome })
        .onConflict((conflict) => conflict.column('league_id').doUpdateSet(outcome))
        .execute()
      if (status !== 'ok' && error !== null) {
        await recordFailure(transaction, leagueId, { season, reason: error, at: now })
      }
      const lastView = await transaction
        .selectFrom('league_looks')
        .select('at')
        .where('league_id', '=', leagueId)
        .executeTakeFirst()
      const due = nextRefreshAt({
        now,
        lastRefresh: now,
        games,
        hasViewers: status === 'ok' && lastView !== undefined && isRecentView(lastView.at, now),
      })
      await transaction
        .updateTable('leagues')
        .set({ refresh_due_at: due.getTime() })
        .where('id', '=', leagueId)
        .execute()
    },

    acceptZeros: (leagueId, { season, week }, actor, now) =>
      inTransaction(db, async (transaction) => {
        const job = await blockRefreshes(transaction, leagueId)
        if (job !== null) return { kind: 'job_running', job }
        const stored = await findSeason(transaction, leagueId, season)
        if (stored === null) return { kind: 'season_not_found' }
        const isPreserved = stored.findings.some(
          (finding) => finding.code === 'zeros_not_taken' && finding.week === week,
        )
        if (!isPreserved) return { kind: 'accepted' }
        const acceptedZeros = [...new Set([...stored.acceptedZeros, week])]
        await updateSeason(transaction, leagueId, { ...stored, acceptedZeros })
        const detail = { season, week }
        await recordAuditEntry(transaction, {
          at: now,
          actor,
          action: 'season.accept_zeros',
          leagueId,
          detail,
        })
        return { kind: 'accepted' }
      }),

    listLeagues: () => db.selectFrom('leagues').select(['id', 'name']).orderBy('name_key').execute(),

    async findNewestJob(kind) {
      const row = await db
        .selectFrom('jobs')
        .select(['payload', 'step', 'created_at', 'ended_at'])
        .where('kind', '=', kind)
        .orderBy('id', 'desc')
        .limit(1)
        .executeTakeFirst()
      if (row === undefined) return null
      return {
        payload: JSON.parse(row.payload),
        step: row.step,
        createdAt: new Date(row.created_at),
        endedAt: toDate(row.ended_at),
      }
    },

    async listOutcomes(jobIds) {
      const outcomes = new Map<number, Pick<JobOutcome, 'step' | 'result'> | null>()
      for await (const ids of inBatches(jobIds, JOB_BATCH_SIZE)) {
        const rows = await db
          .selectFrom('jobs')
          .select(['id', 'step', 'result', 'ended_at'])
          .where('id', 'in', ids)
          .execute()
        for (const { id, step, result, ended_at } of rows)
          outcomes.set(id, ended_at === null ? null : { step, result: JSON.parse(result ?? 'null') })
      }
      return outcomes
    },

    async listStatuses(adminUserId) {
      let query = db
        .selectFrom('leagues')
        .leftJoin('refreshes', 'refreshes.league_id', 'leagues.id')
        .leftJoin('jobs as open', (join) =>
          join
            .onRef('open.league_id', '=', 'leagues.id')
            .on('open.kind', 'in', LEAGUE_JOB_KINDS)
            .on('open.ended_at', 'is', null),
        )
        .select([
          'leagues.name',
          'refreshes.season',
          'refreshes.last_status',
          'refreshes.last_error',
          'refreshes.updated_at',
          'open.kind',
          'open.step',
          'open.done',
          'open.total',
        ])
        .select((eb) => [
          eb
            .selectFrom('seasons')
            .select(({ fn }) => fn.max('seasons.fetched_at').as('newest'))
            .whereRef('seasons.league_id', '=', 'leagues.id')
            .as('last_updated'),
        ])
        .orderBy('leagues.name_key')
      if (adminUserId !== null) {
        query = query
          .innerJoin('memberships', 'memberships.league_id', 'leagues.id')
          .where('memberships.user_id', '=', adminUserId)
          .where('memberships.role', '=', 'admin')
      }
      const rows = await query.execute()
      return rows.map((row) => ({
        name: row.name,
        season: row.season,
        lastStatus: row.last_status,
        lastError: row.last_error,
        updatedAt: toDate(row.updated_at),
        lastUpdated: toDate(row.last_updated),
        openJob: row.kind === null ? null : toOpenJob(row.kind as LeagueJobName, row),
      }))
    },
  }
}

function toOpenJob(
  job: OpenJob['job'],
  { step, done, total }: { step: string | null; done: number | null; total: number | null },
): OpenJob {
  return { job, step: step ?? '', done: done ?? 0, total }
}

function toDate(millis: number | null): Date | null {
  return millis === null ? null : new Date(millis)
}
