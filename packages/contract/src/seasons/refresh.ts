import { z } from 'zod'
import { Instant, SeasonYear } from '../fields.ts'
import { REFRESH } from '../limits.ts'
import { operationsOf } from '../operation.ts'

const { get, post } = operationsOf('refresh')

export const RefreshStatus = z.enum(['never', 'running', 'ok', 'skipped', 'error'])

export const LeagueStatusRow = z.object({
  name: z.string(),
  season: z.int().nullable(),
  /** The outcome of the last finished refresh; null before the first one. */
  last_status: z.enum(['ok', 'skipped', 'error']).nullable(),
  status: RefreshStatus,
  /** When the last refresh finished; null before the first one. */
  updated_at: Instant.nullable(),
  /** When data was last stored successfully; null when none is stored. */
  last_updated: Instant.nullable(),
  /** What went wrong and what to do about it; null after a successful refresh. */
  last_error: z.string().nullable(),
  /** The league's unfinished job; null when there is none. */
  progress: z
    .object({
      job: z.enum(['refresh', 'backfill']),
      /** The current step in words; '' before the job starts. */
      step: z.string(),
      done: z.int(),
      total: z.int().nullable(),
    })
    .nullable(),
})

export const listLeagueStatus = get('/api/leagues/status/', {
  summary: 'Lists the refresh status of each league; league admins see only their own leagues',
  access: 'any_admin',
  response: z.object({ leagues: z.array(LeagueStatusRow) }),
})

const RefreshResult = z.object({
  /** Whether no league has failed. */
  ok: z.boolean(),
  /** One line per step, of the leagues that have been refreshed. */
  log: z.string(),
  /** One line per failed league; null when none failed. */
  error: z.string().nullable(),
  /** How many leagues have been refreshed; null when the refresh has ended. */
  progress: z.object({ done: z.int(), total: z.int() }).nullable(),
})

export const refreshLeagues = post('/api/refresh-espn/', {
  summary: 'Refreshes a season of one league or, for site staff, of all leagues',
  access: 'any_admin',
  errors: ['league_not_found', 'not_league_admin', 'not_staff'],
  limits: REFRESH,
  body: z.object({
    /** Refreshes all leagues when absent or null. */
    name: z.string().max(400, 'That league name is too long.').nullish(),
    season: SeasonYear.nullish(),
    /**
     * How long the refresh of all leagues may take before the response says how far it is, in seconds. It
     * continues after the response.
     */
    wait_seconds: z.int().min(0).max(20).default(20),
  }),
  response: RefreshResult,
})

/** The same under a neutral name, for leagues of every provider. */
export const refreshLeague = post('/api/refresh/', {
  summary: 'Refreshes a season of one league from its source',
  access: 'any_admin',
  errors: ['league_not_found', 'not_league_admin'],
  limits: REFRESH,
  body: z.object({
    name: z.string().max(400, 'That league name is too long.'),
    season: SeasonYear.nullish(),
  }),
  response: RefreshResult,
})

/**
 * Of a week with the finding `zeros_not_taken`; of another week, it accepts nothing. The league is refreshed at once, and
 * takes what its provider says then.
 */
export const acceptZeros = post('/api/league/:league/seasons/accept-zeros/', {
  summary: 'Accepts the zeros of a week that had points, instead of keeping its last scores',
  access: 'league_admin',
  errors: ['season_not_found', 'job_running'],
  limits: REFRESH,
  body: z.object({
    season: SeasonYear,
    /** The NFL week of the finding. */
    week: z.int(),
  }),
  response: RefreshResult,
})

export const getLeaguesRefresh = get('/api/refresh-espn/', {
  summary: 'Returns how far the newest refresh of all leagues is, and its log',
  access: 'staff',
  response: z.object({
    refresh: RefreshResult.extend({
      started_at: Instant,
      ended_at: Instant.nullable(),
    }).nullable(),
  }),
})
