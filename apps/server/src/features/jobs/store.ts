import type { Selectable } from 'kysely'
import type { Db } from '../../database/engine/database.ts'
import { isUniqueViolation } from '../../database/engine/database-errors.ts'
import { inTransaction } from '../../database/engine/transaction.ts'
import type { JobsTable } from '../../database/schema/job-tables.ts'
import { LEAGUE_JOB_KINDS, type LeagueJobName } from '../../jobs/job.ts'
import { type Actor, recordAuditEntry } from '../../repositories/audit/audit.ts'

export type LeagueJobRow = Pick<
  Selectable<JobsTable>,
  'id' | 'status' | 'step' | 'done' | 'total' | 'result' | 'created_at' | 'started_at' | 'ended_at'
> & { kind: LeagueJobName; requester: string | null }

/** A job that was refused or has used up its attempts. */
export type FailedJob = {
  id: number
  kind: string
  league: string | null
  attempts: number
  error: string
  createdAt: Date
  failedAt: Date
}

export interface JobListStore {
  /** The newest refreshes and backfills of a league, newest first, each with the username of its requester. */
  listNewest(leagueId: number, limit: number): Promise<LeagueJobRow[]>
  /** The most recent ones first, and the number of all. */
  listFailed(limit: number): Promise<{ jobs: FailedJob[]; total: number }>
  /** Queues a failed job again. `replaced` if a newer job with the same key is unfinished. */
  retry(id: number, actor: Actor, now: Date): Promise<'queued' | 'replaced' | 'not_found'>
  /** Deletes one failed job. Returns false if there is none with this id. */
  dismiss(id: number, actor: Actor, now: Date): Promise<boolean>
  /** Deletes all failed jobs and returns their number. */
  dismissAll(actor: Actor, now: Date): Promise<number>
}

export function jobListStore(db: Db): JobListStore {
  /** A failed job without an error has a result that says what failed, and who asked for it has seen it. */
  const selectFailed = () =>
    db.selectFrom('jobs').where('jobs.last_error', 'is not', null).where('jobs.ended_at', 'is not', null)

  return {
    async listNewest(leagueId, limit) {
      return db
        .selectFrom('jobs')
        .leftJoin('users', 'users.id', 'jobs.requested_by')
        .selectAll('jobs')
        .select('users.username as requester')
        .where('jobs.league_id', '=', leagueId)
        .where('jobs.kind', 'in', LEAGUE_JOB_KINDS)
        .orderBy('jobs.id', 'desc')
        .limit(limit)
        .$narrowType<{ kind: LeagueJobName }>()
        .execute()
    },

    async listFailed(limit) {
      const rows = await selectFailed()
        .leftJoin('leagues', 'leagues.id', 'jobs.league_id')
        .select([
          'jobs.id',
          'jobs.kind',
          'jobs.attempts',
          'jobs.last_error',
          'jobs.created_at',
          'jobs.ended_at',
        ])
        .select('leagues.name')
        .orderBy('jobs.ended_at', 'desc')
        .orderBy('jobs.id', 'desc')
        .limit(limit)
        .execute()
      const { total } = await selectFailed()
        .select(({ fn }) => fn.countAll<number>().as('total'))
        .executeTakeFirstOrThrow()
      const jobs = rows.map((row) => ({
        id: row.id,
        kind: row.kind,
        league: row.name,
        attempts: row.attempts,
        error: row.last_error ?? '',
        createdAt: new Date(row.created_at),
        failedAt: new Date(row.ended_at ?? 0),
      }))
      return { jobs, total }
    },

    async retry(id, actor, now) {
      const queued = {
        status: 'queued',
        run_at: 0,
        attempts: 0,
        step: '',
        result: null,
        last_error: null,
        ended_at: null,
      } as const
      try {
        return await inTransaction(db, async (transaction) => {
          const row = await transaction
            .updateTable('jobs')
            .set(queued)
            .where('id', '=', id)
            .where('last_error', 'is not', null)
            .where('ended_at', 'is not', null)
            .returning(['kind', 'league_id'])
            .executeTakeFirst()
          if (row === undefined) return 'not_found'
          const { kind, league_id: leagueId } = row
          await recordAuditEntry(transaction, {
            at: now,
            actor,
            action: 'job.retry',
            leagueId,
            detail: { kind },
          })
          return 'queued'
        })
      } catch (error) {
        if (isUniqueViolation(error)) return 'replaced'
        throw error
      }
    },

    async dismiss(id, actor, now) {
      return (await deleteFailed(id, actor, now)) > 0
    },

    dismissAll: (actor, now) => deleteFailed(null, actor, now),
  }

  function deleteFailed(id: number | null, actor: Actor, now: Date): Promise<number> {
    return inTransaction(db, async (transaction) => {
      let query = transaction
        .deleteFrom('jobs')
        .where('last_error', 'is not', null)
        .where('ended_at', 'is not', null)
      if (id !== null) query = query.where('id', '=', id)
      const { numDeletedRows } = await query.executeTakeFirst()
      const count = Number(numDeletedRows)
      if (count > 0)
        await recordAuditEntry(transaction, { at: now, actor, action: 'job.dismiss', detail: { count } })
      return count
    })
  }
}
