import { z } from 'zod'
import { BackfillResult } from './backfill.ts'
import { Instant, LeaguePath } from './fields.ts'
import type { Operation } from './operation.ts'

/** A background job of a league. */
const LeagueJob = z.object({
  id: z.int(),
  kind: z.enum(['refresh', 'backfill']),
  state: z.enum(['queued', 'running', 'done', 'failed']),
  /** A username; null if the schedule started the job or the account was deleted. */
  asked_by: z.string().nullable(),
  /** Text for users: the current step, or the outcome. */
  step: z.string(),
  done: z.int(),
  /** The number of steps; null while unknown. */
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
  config: { access: 'league_admin', errors: ['league_not_found'] },
  schema: {
    summary: 'The running refresh or backfill and the most recent ones, newest first',
    tags: ['refresh'],
    params: LeaguePath,
    response: { 200: z.object({ jobs: z.array(LeagueJob) }) },
  },
} as const satisfies Operation
