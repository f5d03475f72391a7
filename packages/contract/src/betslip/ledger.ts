import { z } from 'zod'
import { Expected, LeaguePath } from '../fields.ts'
import { WRITE } from '../limits.ts'
import { MEMBER_READ, type Operation } from '../operation.ts'
import {
  BetWeekBody,
  BetWeekQuery,
  LegResult,
  LowestScorer,
  Money,
  Owner,
  Pick,
  Slip,
  SlipPayment,
} from './betslip.ts'

const LedgerWeek = z.object({
  week: z.int(),
  /** In dollars. */
  bet_amount: z.number(),
  /** The lowest scorer; null when the scores are unknown. */
  payer: LowestScorer.nullable(),
  payment: SlipPayment,
  slip: Slip,
})

const PickRecord = z.object({
  owner: z.string(),
  won: z.int(),
  lost: z.int(),
  /** Push and void picks. */
  other: z.int(),
  /** 0 to 1; null before the first pick is won or lost. */
  hit_rate: z.number().nullable(),
  /** The mean of the decimal odds; null without usable odds. */
  average_odds: z.number().nullable(),
  /** The won pick with the longest odds. */
  best_hit: z.object({ week: z.int(), text: z.string(), odds: z.int() }).nullable(),
  streak: z.object({ result: z.enum(['won', 'lost']), length: z.int() }).nullable(),
})

export const getBetsLedger = {
  method: 'GET',
  url: '/api/league/:league/bets/ledger/',
  config: { ...MEMBER_READ, errors: ['league_not_found', 'no_betslip'] },
  schema: {
    summary: 'The ledger of a season: who covered each slip and what it returned',
    tags: ['betslip'],
    params: LeaguePath,
    querystring: BetWeekQuery.pick({ season: true }),
    response: {
      200: z.object({
        season: z.int(),
        notice: z.string(),
        /** Locked weeks with picks, in ascending order. */
        weeks: z.array(LedgerWeek),
        /**
         * Who covers which weeks, and the sum, largest first. Excludes weeks whose payer is unknown. `unpaid_weeks` are
         * the weeks of which nobody has noted that they are paid.
         */
        payers: z.array(
          z.object({
            owner: z.string(),
            weeks: z.array(z.int()),
            paid: Money,
            unpaid_weeks: z.array(z.int()),
          }),
        ),
        /** `staked`, `returned` and `balance` are of the settled weeks. */
        totals: z.object({
          staked: Money,
          returned: Money,
          /** Returned minus staked. */
          balance: Money,
          /** Weeks whose return is not known yet, and their stakes. */
          open_weeks: z.array(z.int()),
          open_staked: Money,
        }),
        /** How the picks of the locked weeks did: best hit rate first. */
        members: z.array(PickRecord),
      }),
    },
  },
} as const satisfies Operation

export const settlePick = {
  method: 'POST',
  url: '/api/league/:league/bets/settle/',
  config: {
    access: 'league_admin',
    limits: WRITE,
    errors: [
      'league_not_found',
      'no_betslip',
      'owner_not_found',
      'pick_not_found',
      'week_open',
      'edit_conflict',
    ],
  },
  schema: {
    summary: 'Settles a pick of a locked week; a null result reopens it',
    tags: ['betslip'],
    params: LeaguePath,
    body: BetWeekBody.extend({
      owner: Owner,
      result: LegResult,
      expected: Expected({ result: LegResult }),
    }),
    response: { 200: z.object({ message: z.string(), pick: Pick, slip: Slip }) },
  },
} as const satisfies Operation

export const noteSlipPayment = {
  method: 'POST',
  url: '/api/league/:league/bets/payment/',
  config: {
    access: 'member',
    limits: WRITE,
    errors: ['league_not_found', 'no_betslip', 'not_allowed', 'owner_not_found'],
  },
  schema: {
    summary:
      "Notes who covers a week's slip, for league admins, or whether it is paid, also for the one who covers it",
    tags: ['betslip'],
    params: LeaguePath,
    body: BetWeekBody.extend({
      /** null for the lowest scorer. Unchanged if it is missing. */
      covered_by: Owner.nullable().optional(),
      /** Unchanged if it is missing. */
      paid: z.boolean().optional(),
    }),
    response: { 200: z.object({ message: z.string(), payment: SlipPayment }) },
  },
} as const satisfies Operation

export const exportPicks = {
  method: 'GET',
  url: '/api/league/:league/bets/export/',
  config: { ...MEMBER_READ, errors: ['league_not_found', 'no_betslip'] },
  schema: {
    summary: 'The picks of a season, or of one week of it, as a CSV table that the sheet import reads',
    tags: ['betslip'],
    params: LeaguePath,
    /** Without a week: the whole season. Picks that are hidden from the current user are left out. */
    querystring: BetWeekQuery,
    produces: ['text/csv'],
    response: { 200: z.string() },
  },
} as const satisfies Operation
