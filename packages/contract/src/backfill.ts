import { z } from 'zod'
import { LeaguePath, SeasonYear } from './fields.ts'
import type { Operation } from './operation.ts'

const BackfillRange = z
  .object({
    start: SeasonYear.default(2011),
    /** Without it: the current season. */
    end: SeasonYear.nullish(),
    /** The caller's own, asked again because the call is heavy. */
    password: z.string().min(1, 'Enter your password.').max(1024, 'A password has at most 1,024 characters.'),
    /** These three are used for this run only, and not stored. */
    espn_s2: z.string().trim().max(4000, 'That is too long for espn_s2.').nullish(),
    swid: z.string().trim().max(200, 'That is too long for a SWID.').nullish(),
    cookie_header: z.string().trim().max(20_000, 'That is too long for a cookie header.').nullish(),
    /** Reads seasons again that are stored and final. */
    force: z.boolean().default(false),
    /** Reads each week's box scores too. */
    scrape: z.boolean().default(false),
  })
  .refine(({ start, end }) => typeof end !== 'number' || start <= end, {
    path: ['end'],
    message: 'The last season is before the first.',
  })

/** Years in ascending order, in each of the three. A season that lacks a part is ingested and failed. */
export const BackfillResult = z.object({
  ingested: z.array(z.int()),
  /** Stored and final already, or not known to the provider. */
  skipped: z.array(z.int()),
  failed: z.array(z.object({ year: z.int(), reason: z.string() })),
})

export const backfillHistory = {
  method: 'POST',
  url: '/api/league/:league/history/backfill-admin/',
  config: {
    access: 'league_admin',
    errors: ['league_not_found', 'password_incorrect', 'too_many_attempts', 'job_running'],
  },
  schema: {
    summary: 'Reads past seasons from the provider; goes on when the call is left',
    tags: ['history'],
    params: LeaguePath,
    body: BackfillRange,
    response: {
      200: BackfillResult.extend({
        aggregate: z.object({
          /** How many people the league has had. */
          managers: z.int(),
        }),
      }),
    },
  },
} as const satisfies Operation
