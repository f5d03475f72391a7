import { z } from 'zod'
import { MessageResponse, Password, SeasonYear } from '../fields.ts'
import { REFRESH } from '../limits.ts'
import { operationsOf } from '../operation.ts'

const { post } = operationsOf('history')

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

export const backfillHistory = post('/api/league/:league/history/backfill-admin/', {
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
export const readSeasons = post('/api/league/:league/seasons/read/', {
  summary: 'Reads the seasons of a league that are not stored, in the background, the newest one first',
  access: 'league_admin',
  errors: ['identity_unconfirmed', 'job_running'],
  limits: REFRESH,
  body: z.object({
    /** The first and the last season to read; all of them without. */
    from: SeasonYear.nullish(),
    to: SeasonYear.nullish(),
  }),
  response: MessageResponse,
})

/** Also succeeds if none is running, because it may have just ended. */
export const stopBackfill = post('/api/league/:league/history/backfill-admin/stop/', {
  summary: 'Stops the backfill of a league; the seasons that it has read stay',
  access: 'league_admin',
  response: MessageResponse,
})
