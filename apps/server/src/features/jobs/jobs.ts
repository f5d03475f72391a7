import {
  dismissFailedJob,
  dismissFailedJobs,
  listFailedJobs,
  listLeagueJobs,
  retryFailedJob,
} from '@fieldhouse/contract/admin/jobs'
import { BackfillResult } from '@fieldhouse/contract/seasons/backfill'
import { pluralize } from '@fieldhouse/domain/pluralize'
import { ApiError } from '../../http/errors/api-error.ts'
import { operation } from '../../http/operation.ts'
import { toWire } from '../../http/presenters/to-wire.ts'
import { dismiss, listFailed, listNewest, retry } from './store.ts'

const MAX_JOBS = 10
const MAX_FAILED_JOBS = 100

export const jobs = [
  operation(listLeagueJobs, async ({ ctx, league }) => {
    const newest = await listNewest(ctx.db, league.id, MAX_JOBS)
    return {
      jobs: newest.map(({ result, ...job }) => ({
        ...toWire(job),
        // null before the job ends, and after an internal error.
        backfill:
          job.kind !== 'backfill' || result === null
            ? null
            : BackfillResult.nullable().parse(JSON.parse(result)),
      })),
    }
  }),

  operation(listFailedJobs, async ({ ctx }) => toWire(await listFailed(ctx.db, MAX_FAILED_JOBS))),

  operation(retryFailedJob, async ({ ctx, user, params }) => {
    const result = await retry(ctx.db, params.id, user, ctx.now())
    if (result === 'not_found') throw new ApiError('job_not_found')
    if (result === 'replaced') {
      const message = 'A newer job has already taken its place. You can dismiss this one.'
      throw new ApiError('job_running', { message })
    }
    ctx.jobs.wake()
    return { message: 'The job will run again.' }
  }),

  operation(dismissFailedJob, async ({ ctx, user, params }) => {
    if ((await dismiss(ctx.db, params.id, user, ctx.now())) === 0) throw new ApiError('job_not_found')
    return { message: 'Failed job dismissed.' }
  }),

  operation(dismissFailedJobs, async ({ ctx, user }) => {
    const count = await dismiss(ctx.db, null, user, ctx.now())
    return { message: `${pluralize(count, 'failed job')} dismissed.` }
  }),
]
