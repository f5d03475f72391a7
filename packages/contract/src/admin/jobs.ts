import { z } from 'zod'
import { Instant, MessageResponse } from '../fields.ts'
import { operationsOf } from '../operation.ts'
import { BackfillResult } from '../seasons/backfill.ts'

const { get, post } = operationsOf('admin')
const refresh = operationsOf('refresh')

const LeagueJob = z.object({
  id: z.int(),
  kind: z.enum(['refresh', 'backfill']),
  state: z.enum(['queued', 'running', 'done', 'failed']),
  /** A username; null if the schedule started the job or the account was deleted. */
  asked_by: z.string().nullable(),
  /** Text for users: the current step, or the outcome. */
  step: z.string(),
  done: z.int(),
  total: z.int().nullable(),
  created_at: Instant,
  started_at: Instant.nullable(),
  ended_at: Instant.nullable(),
  /** The result of a backfill; null before it ends, and for a refresh. */
  backfill: BackfillResult.nullable(),
})

/** While a job runs, server-sent events named `refresh` report its progress. */
export const listLeagueJobs = refresh.get('/api/league/:league/jobs/', {
  summary: 'The running refresh or backfill and the most recent ones, newest first',
  access: 'league_admin',
  response: z.object({ jobs: z.array(LeagueJob) }),
})

const FailedJob = z.object({
  id: z.int(),
  kind: z.string(),
  league: z.string().nullable(),
  attempts: z.int(),
  /** Why the last attempt failed, as text for admins. */
  error: z.string(),
  created_at: Instant,
  failed_at: Instant,
})

/** Jobs that were refused or have used up their attempts. */
export const listFailedJobs = get('/api/jobs/failed/', {
  summary: 'The jobs that have failed for good, most recent first, at most 100',
  access: 'site_admin',
  response: z.object({ jobs: z.array(FailedJob), total: z.int() }),
})

const FailedJobPath = z.object({
  id: z
    .string()
    .regex(/^\d{1,15}$/, 'Unknown job.')
    .transform(Number),
})

export const retryFailedJob = post('/api/jobs/failed/:id/retry/', {
  summary: 'Queues a failed job again, with all its attempts',
  access: 'site_admin',
  errors: ['job_not_found', 'job_running'],
  params: FailedJobPath,
  response: MessageResponse,
})

export const dismissFailedJob = post('/api/jobs/failed/:id/dismiss/', {
  summary: 'Deletes a failed job',
  access: 'site_admin',
  errors: ['job_not_found'],
  params: FailedJobPath,
  response: MessageResponse,
})

export const dismissFailedJobs = post('/api/jobs/failed/dismiss/', {
  summary: 'Deletes all failed jobs',
  access: 'site_admin',
  response: MessageResponse,
})
