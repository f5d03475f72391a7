import type { Db } from '../../database/engine/database.ts'
import { isUniqueViolation } from '../../database/engine/database-errors.ts'
import { inTransaction } from '../../database/engine/transaction.ts'
import { LEAGUE_JOB_KINDS, type LeagueJobName } from '../../jobs/job.ts'
import { type Actor, recordAuditEntry } from '../../repositories/audit/audit.ts'

/** The newest refreshes and backfills of a league, newest first, each with the username of its requester. */
export async function listNewest(db: Db, leagueId: number, limit: number) {
  const rows = await db
    .selectFrom('jobs')
    .leftJoin('users', 'users.id', 'jobs.requested_by')
    .select(['jobs.id', 'jobs.kind', 'jobs.status as state', 'users.username as askedBy'])
    .select(['jobs.step', 'jobs.done', 'jobs.total', 'jobs.result'])
    .select(['jobs.created_at', 'jobs.started_at', 'jobs.ended_at'])
    .where('jobs.league_id', '=', leagueId)
    .where('jobs.kind', 'in', LEAGUE_JOB_KINDS)
    .orderBy('jobs.id', 'desc')
    .limit(limit)
    .$narrowType<{ kind: LeagueJobName }>()
    .execute()
  return rows.map(({ created_at, started_at, ended_at, ...job }) => ({
    ...job,
    createdAt: new Date(created_at),
    startedAt: started_at === null ? null : new Date(started_at),
    endedAt: ended_at === null ? null : new Date(ended_at),
  }))
}

/** Jobs that were refused or have used up their attempts, the most recent ones first, and the number of all. */
export async function listFailed(db: Db, limit: number) {
  const rows = await selectFailed(db)
    .leftJoin('leagues', 'leagues.id', 'jobs.league_id')
    .select(['jobs.id', 'jobs.kind', 'leagues.name as league', 'jobs.attempts', 'jobs.last_error'])
    .select(['jobs.created_at', 'jobs.ended_at'])
    .orderBy('jobs.ended_at', 'desc')
    .orderBy('jobs.id', 'desc')
    .limit(limit)
    .execute()
  const { total } = await selectFailed(db)
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const jobs = rows.map(({ last_error, created_at, ended_at, ...job }) => ({
    ...job,
    error: last_error ?? '',
    createdAt: new Date(created_at),
    failedAt: new Date(ended_at ?? 0),
  }))
  return { jobs, total }
}

/** A failed job without an error has a result that says what failed, and who asked for it has seen it. */
function selectFailed(db: Db) {
  return db.selectFrom('jobs').where('jobs.last_error', 'is not', null).where('jobs.ended_at', 'is not', null)
}

/** Queues a failed job again. `replaced` if a newer job with the same key is unfinished. */
export async function retry(
  db: Db,
  id: number,
  actor: Actor,
  now: Date,
): Promise<'queued' | 'replaced' | 'not_found'> {
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
        .returning(['kind', 'league_id as leagueId'])
        .executeTakeFirst()
      if (row === undefined) return 'not_found'
      const { kind, leagueId } = row
      await recordAuditEntry(transaction, { at: now, actor, action: 'job.retry', leagueId, detail: { kind } })
      return 'queued'
    })
  } catch (error) {
    if (isUniqueViolation(error)) return 'replaced'
    throw error
  }
}

/** Deletes a failed job, or all of them if the ID is null, and returns how many these were. */
export function dismiss(db: Db, id: number | null, actor: Actor, now: Date): Promise<number> {
  return inTransaction(db, async (transaction) => {
    const { numDeletedRows } = await transaction
      .deleteFrom('jobs')
      .where('last_error', 'is not', null)
      .where('ended_at', 'is not', null)
      .$if(id !== null, (query) => query.where('id', '=', id))
      .executeTakeFirst()
    const count = Number(numDeletedRows)
    if (count > 0)
      await recordAuditEntry(transaction, { at: now, actor, action: 'job.dismiss', detail: { count } })
    return count
  })
}
