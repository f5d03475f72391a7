import { z } from 'zod'
import { Instant, LeaguePath, MessageResponse } from '../fields.ts'
import { READ, WRITE } from '../limits.ts'
import type { Operation } from '../operation.ts'
import { BackfillResult } from '../seasons/backfill.ts'

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
export const listLeagueJobs = {
  method: 'GET',
  url: '/api/league/:league/jobs/',
  config: { access: 'league_admin', errors: ['league_not_found'], limits: READ },
  schema: {
    summary: 'The running refresh or backfill and the most recent ones, newest first',
    tags: ['refresh'],
    params: LeaguePath,
    response: { 200: z.object({ jobs: z.array(LeagueJob) }) },
  },
} as const satisfies Operation

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
export const listFailedJobs = {
  method: 'GET',
  url: '/api/jobs/failed/',
  config: { access: 'site_admin', errors: [], limits: READ },
  schema: {
    summary: 'The jobs that have failed for good, most recent first, at most 100',
    tags: ['admin'],
    response: { 200: z.object({ jobs: z.array(FailedJob), total: z.int() }) },
  },
} as const satisfies Operation

const FailedJobPath = z.object({
  id: z
    .string()
    .regex(/^\d{1,15}$/, 'Unknown job.')
    .transform(Number),
})

export const retryFailedJob = {
  method: 'POST',
  url: '/api/jobs/failed/:id/retry/',
  config: { access: 'site_admin', errors: ['job_not_found', 'job_running'], limits: WRITE },
  schema: {
    summary: 'Queues a failed job again, with all its attempts',
    tags: ['admin'],
    params: FailedJobPath,
    response: { 200: MessageResponse },
  },
} as const satisfies Operation

export const dismissFailedJob = {
  method: 'POST',
  url: '/api/jobs/failed/:id/dismiss/',
  config: { access: 'site_admin', errors: ['job_not_found'], limits: WRITE },
  schema: {
    summary: 'Deletes a failed job',
    tags: ['admin'],
    params: FailedJobPath,
    response: { 200: MessageResponse },
  },
} as const satisfies Operation

export const dismissFailedJobs = {
  method: 'POST',
  url: '/api/jobs/failed/dismiss/',
  config: { access: 'site_admin', errors: [], limits: WRITE },
  schema: {
    summary: 'Deletes all failed jobs',
    tags: ['admin'],
    response: { 200: MessageResponse },
  },
} as const satisfies Operation
