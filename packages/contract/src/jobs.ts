import { z } from 'zod'
import { BackfillResult } from './backfill.ts'
import { Instant, LeaguePath } from './fields.ts'
import type { Operation } from './operation.ts'

/** Work on a league that goes on by itself. */
const LeagueJob = z.object({
  id: z.int(),
  kind: z.enum(['refresh', 'backfill']),
  state: z.enum(['queued', 'running', 'done', 'failed']),
  /** A username; null for the schedule, and when the account is gone. */
  asked_by: z.string().nullable(),
  /** For people: what is under way, or how it ended. */
  step: z.string(),
  done: z.int(),
  /** How many steps there are; null while that is unknown. */
  total: z.int().nullable(),
  created_at: Instant,
  started_at: Instant.nullable(),
  ended_at: Instant.nullable(),
  /** What a backfill did; null before its end, and for a refresh. */
  backfill: BackfillResult.nullable(),
})

/** While one runs, events named `refresh` tell how far it is. */
export const listLeagueJobs = {
  method: 'GET',
  url: '/api/league/:league/jobs/',
  config: { access: 'league_admin', errors: ['league_not_found'] },
  schema: {
    summary: 'The refresh or backfill that runs, and the last ones, newest first',
    tags: ['refresh'],
    params: LeaguePath,
    response: { 200: z.object({ jobs: z.array(LeagueJob) }) },
  },
} as const satisfies Operation
