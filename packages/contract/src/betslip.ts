import { z } from 'zod'
import { Instant, LeaguePath, SeasonYear, WeekNumber } from './fields.ts'
import type { Operation } from './operation.ts'

const BetWeek = WeekNumber.pipe(z.int().max(17, 'The betslip has weeks 1 to 17.'))

/** Without them: the current ones. */
const BetWeekQuery = z.object({ season: SeasonYear.optional(), week: BetWeek.optional() })

const BetWeekBody = z.object({ season: SeasonYear.nullish(), week: BetWeek.nullish() })

export const PickFlag = z.enum(['odds_missing', 'odds_unusual', 'odds_over_cap'])

export type PickFlag = z.infer<typeof PickFlag>

export const Pick = z.object({
  /** The person's full name, else the username; namesakes have theirs added in parentheses. */
  owner: z.string(),
  text: z.string(),
  /** American odds as the text ends with them; null where it has none. */
  odds: z.int().nullable(),
  flags: z.array(PickFlag),
  is_mine: z.boolean(),
  updated_at: Instant,
})

export type Pick = z.infer<typeof Pick>

/** Who pays: the lowest-scoring team of the week before. */
export const LowestScorer = z.object({
  team: z.string(),
  owner: z.string(),
  score: z.number(),
  /** The season and NFL week in which it scored so. */
  season: z.int(),
  week: z.int(),
})

export type LowestScorer = z.infer<typeof LowestScorer>

export const getBets = {
  method: 'GET',
  url: '/api/league/:league/bets/',
  config: { access: 'member', errors: ['league_not_found', 'no_betslip'] },
  schema: {
    summary: 'The picks of a week, by owner',
    tags: ['betslip'],
    params: LeaguePath,
    querystring: BetWeekQuery,
    response: {
      200: z.object({
        season: z.int(),
        week: z.int(),
        locked: z.boolean(),
        /** When the week locks. */
        cutoff: Instant,
        /** The server's clock, to count down from. */
        now: Instant,
        /** In dollars, for the whole slip. */
        bet_amount: z.number(),
        /** null where the scores are unknown. */
        lowest_scorer: LowestScorer.nullable(),
        picks: z.array(Pick),
        /** The caller's name as an owner. */
        owner: z.string(),
        /** Everyone who may have a pick, by name. */
        owners: z.array(z.string()),
      }),
    },
  },
} as const satisfies Operation

export const savePick = {
  method: 'POST',
  url: '/api/league/:league/bets/save/',
  config: {
    access: 'member',
    errors: ['league_not_found', 'no_betslip', 'not_allowed', 'owner_not_found', 'week_locked'],
  },
  schema: {
    summary: 'Saves an owner’s pick in place of the one before: one’s own, or anyone’s for league admins',
    tags: ['betslip'],
    params: LeaguePath,
    body: BetWeekBody.extend({
      owner: z.string().trim().min(1, 'A pick needs an owner.').max(400, 'That is too long for an owner.'),
      text: z.string().trim().min(1, 'Write your pick.').max(200, 'A pick has at most 200 characters.'),
    }),
    response: { 200: z.object({ message: z.string(), pick: Pick }) },
  },
} as const satisfies Operation

export const refreshBets = {
  method: 'POST',
  url: '/api/league/:league/bets/admin/refresh/',
  config: {
    access: 'league_admin',
    errors: [
      'league_not_found',
      'no_betslip',
      'sheet_missing',
      'sheet_private',
      'sheet_unreadable',
      'provider_unavailable',
    ],
  },
  schema: {
    summary: 'Reads picks from the league’s sheet',
    tags: ['betslip'],
    params: LeaguePath,
    body: BetWeekBody,
    response: {
      200: z.object({
        message: z.string(),
        /** How many picks were added or changed. */
        imported: z.int(),
        /** Picks that were edited here since the last import, and stay so. */
        kept: z.array(z.object({ owner: z.string(), season: z.int(), week: z.int() })),
        /** Rows of the sheet that could not be read; `row` counts from 1, headers included. */
        skipped: z.array(z.object({ row: z.int(), reason: z.string() })),
      }),
    },
  },
} as const satisfies Operation
