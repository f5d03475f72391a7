import { z } from 'zod'
import { Instant, Password, SeasonYear } from '../fields.ts'
import { REFRESH } from '../limits.ts'
import { operationsOf } from '../operation.ts'

const { get, post } = operationsOf('refresh')
const history = operationsOf('history')

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

const BackfillRange = z
  .object({
    start: SeasonYear.default(2011),
    /** Defaults to the current season. */
    end: SeasonYear.nullish(),
    /**
     * The current user's own password, because a backfill is expensive. Not needed by a user who has proved who they are
     * in the last 10 minutes.
     */
    password: Password.min(1, 'Enter your password.').nullish(),
    /** The three cookie fields are used for this run only and are not stored. */
    espn_s2: z.string().trim().max(4000, 'The espn_s2 cookie is too long.').nullish(),
    swid: z.string().trim().max(200, 'The SWID cookie is too long.').nullish(),
    cookie_header: z.string().trim().max(20_000, 'The cookie header is too long.').nullish(),
    /** Fetches seasons again even if they are stored and final. */
    force: z.boolean().default(false),
    /** Also fetches each week's box scores. */
    scrape: z.boolean().default(false),
  })
  .refine(({ start, end }) => typeof end !== 'number' || start <= end, {
    path: ['end'],
    message: "The last season can't be before the first.",
  })

/** Each list is in ascending order. A season with a missing part is in both `ingested` and `failed`. */
export const BackfillResult = z.object({
  ingested: z.array(z.int()),
  /** Already stored and final, or unknown to the provider. */
  skipped: z.array(z.int()),
  failed: z.array(z.object({ year: z.int(), reason: z.string() })),
})

export const backfillHistory = history.post('/api/league/:league/history/backfill-admin/', {
  summary: 'Reads past seasons from the provider; continues if the client disconnects',
  access: 'league_admin',
  limits: REFRESH,
  errors: ['password_incorrect', 'identity_unconfirmed', 'too_many_attempts', 'job_running'],
  body: BackfillRange,
  response: BackfillResult.extend({
    aggregate: z.object({
      /** The number of people who have managed a team in the league. */
      managers: z.int(),
    }),
  }),
})

/** The password or passkey is not asked for again for a league that the current user has created in the last day. */
export const readSeasons = history.post('/api/league/:league/seasons/read/', {
  summary: 'Reads the seasons of a league that are not stored, in the background, the newest one first',
  access: 'league_admin',
  errors: ['identity_unconfirmed', 'job_running'],
  limits: REFRESH,
  body: z.object({
    /** The first and the last season to read; all of them without. */
    from: SeasonYear.nullish(),
    to: SeasonYear.nullish(),
  }),
})

/** Also succeeds if none is running, because it may have just ended. */
export const stopBackfill = history.post('/api/league/:league/history/backfill-admin/stop/', {
  summary: 'Stops the backfill of a league; the seasons that it has read stay',
  access: 'league_admin',
})
