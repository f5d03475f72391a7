import { BET_WEEKS } from '@fieldhouse/domain/betting-week'
import { ODDS_FLAGS } from '@fieldhouse/domain/odds'
import { MAX_PICK_LENGTH } from '@fieldhouse/domain/picks-sheet'
import { LEG_RESULTS, SLIP_STATES } from '@fieldhouse/domain/settlement'
import { z } from 'zod'
import { Instant, LeaguePath, SeasonYear, WeekNumber } from './fields.ts'
import type { Operation } from './operation.ts'

const BetWeek = WeekNumber.pipe(z.int().max(BET_WEEKS, `The betslip has weeks 1 to ${BET_WEEKS}.`))

/** Without them: the current ones. */
const BetWeekQuery = z.object({ season: SeasonYear.optional(), week: BetWeek.optional() })

const BetWeekBody = z.object({ season: SeasonYear.nullish(), week: BetWeek.nullish() })

const Owner = z.string().trim().min(1, 'A pick needs an owner.').max(400, 'That is too long for an owner.')

const PickFlag = z.enum(ODDS_FLAGS)

/** Where a pick's text came from: somebody saved it here, or it stood in the league's sheet. */
export const PICK_SOURCES = ['page', 'sheet'] as const

/** How a leg ended; push and void legs count 1.0. null until an admin settles it. */
const LegResult = z.enum(LEG_RESULTS).nullable()

/** Dollars and cents as text, exact: a long parlay can promise more than a number holds. */
const Money = z.string().regex(/^-?\d+\.\d{2}$/)

export const Pick = z.object({
  /** The person's full name, else the username; namesakes have theirs added in parentheses. */
  owner: z.string(),
  text: z.string(),
  /** American odds as the text ends with them; null where it has none. */
  odds: z.int().nullable(),
  flags: z.array(PickFlag),
  result: LegResult,
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
  /** Other teams with the very same score, by name. */
  tied_with: z.array(z.string()),
})

export type LowestScorer = z.infer<typeof LowestScorer>

/** A week's picks as one parlay. */
export const Slip = z.object({
  /** `empty` without picks; `returned` when all its legs are push or void. */
  state: z.enum(SLIP_STATES),
  /** Picks in it, push and void ones included. */
  legs: z.int(),
  /** Legs that count and have no odds with a price: `product` and `profit` leave them out. */
  unpriced: z.int(),
  /** The decimal odds multiplied, as text with at most nine decimals. */
  product: z.string().regex(/^\d+(?:\.\d{1,9})?$/),
  /** What the bet amount wins, or would win, beside the stake; below zero once it is lost. */
  profit: Money,
  /** What came back, the stake included; null while it is open, and where it won without all prices. */
  returned: Money.nullable(),
})

export type Slip = z.infer<typeof Slip>

/** A week of the betslip, for its button. */
const BetslipWeek = z.object({ week: z.int(), cutoff: Instant, locked: z.boolean() })

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
        /** Those of them who have none in this week. */
        missing: z.array(z.string()),
        /** Whether the picks of others are left out, as they are until the cut-off where the league wants it so. */
        hides_picks: z.boolean(),
        /** Of the picks that are shown. */
        slip: Slip,
        /** Weeks 1 to 17 of this season. */
        weeks: z.array(BetslipWeek),
        /** The week that people look at now. */
        current_week: z.int(),
        /** Whether the league names a sheet to read picks from. */
        has_sheet: z.boolean(),
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
      owner: Owner,
      text: z
        .string()
        .trim()
        .min(1, 'Write your pick.')
        .max(MAX_PICK_LENGTH, `A pick has at most ${MAX_PICK_LENGTH} characters.`),
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
      'no_sheet',
      'sheet_missing',
      'sheet_private',
      'sheet_unreadable',
      'provider_unavailable',
    ],
  },
  schema: {
    summary: 'Reads the picks of all weeks from the league’s sheet',
    tags: ['betslip'],
    params: LeaguePath,
    /** `season` is that of rows that do not name one. The whole sheet is read whatever `week` says. */
    body: BetWeekBody,
    response: {
      200: z.object({
        message: z.string(),
        /** How many picks were added or changed. */
        imported: z.int(),
        /** How many picks of the sheet are here already, word for word. */
        unchanged: z.int(),
        /** Picks that were edited here since the last import, and stay so. */
        kept: z.array(z.object({ owner: z.string(), season: z.int(), week: z.int() })),
        /** Rows of the sheet that could not be read; `row` counts from 1, headers included. */
        skipped: z.array(z.object({ row: z.int(), reason: z.string() })),
      }),
    },
  },
} as const satisfies Operation

/** One state of a pick, until the next change. */
const PickChange = z.object({
  text: z.string(),
  odds: z.int().nullable(),
  flags: z.array(PickFlag),
  at: Instant,
  /** Who saved it, or read the sheet. */
  by: z.string(),
  via: z.enum(PICK_SOURCES),
})

export const getPickHistory = {
  method: 'GET',
  url: '/api/league/:league/bets/history/',
  config: { access: 'member', errors: ['league_not_found', 'no_betslip', 'owner_not_found'] },
  schema: {
    summary: 'What an owner’s pick of a week was, from its first text to its last',
    tags: ['betslip'],
    params: LeaguePath,
    querystring: BetWeekQuery.extend({ owner: Owner }),
    response: {
      200: z.object({
        season: z.int(),
        week: z.int(),
        owner: z.string(),
        /** Whether it is kept from the caller until the cut-off; `changes` is empty then. */
        is_hidden: z.boolean(),
        /** Newest first. */
        changes: z.array(PickChange),
      }),
    },
  },
} as const satisfies Operation

export const settlePick = {
  method: 'POST',
  url: '/api/league/:league/bets/settle/',
  config: {
    access: 'league_admin',
    errors: ['league_not_found', 'no_betslip', 'owner_not_found', 'pick_not_found', 'week_open'],
  },
  schema: {
    summary: 'Says how a pick ended, once its week is locked; null takes that back',
    tags: ['betslip'],
    params: LeaguePath,
    body: BetWeekBody.extend({ owner: Owner, result: LegResult }),
    response: { 200: z.object({ message: z.string(), pick: Pick, slip: Slip }) },
  },
} as const satisfies Operation

const LedgerWeek = z.object({
  week: z.int(),
  /** In dollars. */
  bet_amount: z.number(),
  /** Who paid; null where the scores are unknown. */
  payer: LowestScorer.nullable(),
  slip: Slip,
})

export const getBetsLedger = {
  method: 'GET',
  url: '/api/league/:league/bets/ledger/',
  config: { access: 'member', errors: ['league_not_found', 'no_betslip'] },
  schema: {
    summary: 'Who paid for the slips of a season, and what came back',
    tags: ['betslip'],
    params: LeaguePath,
    querystring: BetWeekQuery.pick({ season: true }),
    response: {
      200: z.object({
        season: z.int(),
        /** That this is a record only. */
        notice: z.string(),
        /** Locked weeks with picks, in their order. */
        weeks: z.array(LedgerWeek),
        /** What each payer paid, the most first; without the weeks whose payer is unknown. */
        payers: z.array(z.object({ owner: z.string(), weeks: z.array(z.int()), paid: Money })),
        totals: z.object({
          staked: Money,
          returned: Money,
          /** What came back less what was staked, of the settled weeks alone. */
          balance: Money,
          /** Weeks of which it is not known what came back. */
          open_weeks: z.array(z.int()),
        }),
      }),
    },
  },
} as const satisfies Operation
