import * as contract from '@fieldhouse/contract/admin'
import { BackfillResult } from '@fieldhouse/contract/seasons/refresh'
import { pluralize } from '@fieldhouse/domain/pluralize'
import type { Context } from '../../context.ts'
import { isUniqueViolation } from '../../database/engine/database-errors.ts'
import { ApiError } from '../../http/errors/api-error.ts'
import { operation } from '../../http/operation.ts'
import { toWire } from '../../http/to-wire.ts'
import { LEAGUE_JOB_KINDS, type LeagueJobName } from '../../jobs/job.ts'
import { type AuditedRequest, changeWithAudit } from '../../repositories/audit.ts'

const MAX_JOBS = 10
const MAX_FAILED_JOBS = 100

const QUEUED = {
  status: 'queued',
  run_at: 0,
  attempts: 0,
  step: '',
  result: null,
  last_error: null,
  ended_at: null,
} as const

export const jobs = [
  /** The newest refreshes and backfills, newest first. */
  operation(contract.listLeagueJobs, async ({ ctx, league }) => {
    const rows = await ctx.db
      .selectFrom('jobs')
      .leftJoin('users', 'users.id', 'jobs.requested_by')
      .select(['jobs.id', 'jobs.kind', 'jobs.status as state', 'users.username as askedBy'])
      .select(['jobs.step', 'jobs.done', 'jobs.total', 'jobs.result'])
      .select(['jobs.created_at', 'jobs.started_at', 'jobs.ended_at'])
      .where('jobs.league_id', '=', league.id)
      .where('jobs.kind', 'in', LEAGUE_JOB_KINDS)
      .orderBy('jobs.id', 'desc')
      .limit(MAX_JOBS)
      .$narrowType<{ kind: LeagueJobName }>()
      .execute()
    return {
      jobs: rows.map(({ result, created_at, started_at, ended_at, ...job }) => ({
        ...toWire({
          ...job,
          createdAt: new Date(created_at),
          startedAt: started_at === null ? null : new Date(started_at),
          endedAt: ended_at === null ? null : new Date(ended_at),
        }),
        // null before the job ends, and after an internal error.
        backfill:
          job.kind !== 'backfill' || result === null
            ? null
            : BackfillResult.nullable().parse(JSON.parse(result)),
      })),
    }
  }),

  /** The jobs that were refused or have used up their attempts, the most recent ones first, and the number of all. */
  operation(contract.listFailedJobs, async ({ ctx }) => {
    const rows = await selectFailed(ctx)
      .leftJoin('leagues', 'leagues.id', 'jobs.league_id')
      .select(['jobs.id', 'jobs.kind', 'leagues.name as league', 'jobs.attempts', 'jobs.last_error'])
      .select(['jobs.created_at', 'jobs.ended_at'])
      .orderBy('jobs.ended_at', 'desc')
      .orderBy('jobs.id', 'desc')
      .limit(MAX_FAILED_JOBS)
      .execute()
    const { total } = await selectFailed(ctx)
      .select(({ fn }) => fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow()
    const failed = rows.map(({ last_error, created_at, ended_at, ...job }) => ({
      ...job,
      error: last_error ?? '',
      created_at: new Date(created_at).toISOString(),
      failed_at: new Date(ended_at ?? 0).toISOString(),
    }))
    return { jobs: failed, total }
  }),

  operation(contract.retryFailedJob, async (call) => {
    const { ctx, params } = call
    try {
      await changeWithAudit(call, async ({ transaction, audit }) => {
        const row = await transaction
          .updateTable('jobs')
          .set(QUEUED)
          .where('id', '=', params.id)
          .where('last_error', 'is not', null)
          .where('ended_at', 'is not', null)
          .returning(['kind', 'league_id as leagueId'])
          .executeTakeFirstOrThrow(() => new ApiError('job_not_found'))
        const { kind, leagueId } = row
        await audit('job.retry', { kind }, leagueId)
      })
    } catch (error) {
      if (!isUniqueViolation(error)) throw error
      const message = 'A newer job has already taken its place. You can dismiss this one.'
      throw new ApiError('job_running', { message })
    }
    ctx.jobs.wake()
    return { message: 'The job will run again.' }
  }),

  operation(contract.dismissFailedJob, async (call) => {
    if ((await dismiss(call, call.params.id)) === 0) throw new ApiError('job_not_found')
    return { message: 'Failed job dismissed.' }
  }),

  operation(contract.dismissFailedJobs, async (call) => {
    const count = await dismiss(call, null)
    return { message: `${pluralize(count, 'failed job')} dismissed.` }
  }),
]

/** A failed job without an error has a result that says what failed, and who asked for it has seen it. */
function selectFailed({ db }: Context) {
  return db.selectFrom('jobs').where('jobs.last_error', 'is not', null).where('jobs.ended_at', 'is not', null)
}

/** Deletes a failed job, or all of them if the ID is null, and returns how many these were. */
function dismiss(call: AuditedRequest, id: number | null): Promise<number> {
  return changeWithAudit(call, async ({ transaction, audit }) => {
    const { numDeletedRows } = await transaction
      .deleteFrom('jobs')
      .where('last_error', 'is not', null)
      .where('ended_at', 'is not', null)
      .$if(id !== null, (query) => query.where('id', '=', id))
      .executeTakeFirst()
    const count = Number(numDeletedRows)
    if (count > 0) await audit('job.dismiss', { count })
    return count
  })
}
