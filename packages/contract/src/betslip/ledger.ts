import { z } from 'zod'
import { Expected } from '../fields.ts'
import { MEMBER_READ, operationsOf } from '../operation.ts'
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

const { get, post } = operationsOf('betslip')

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

export const getBetsLedger = get('/api/league/:league/bets/ledger/', {
  summary: 'The ledger of a season: who covered each slip and what it returned',
  ...MEMBER_READ,
  errors: ['no_betslip'],
  querystring: BetWeekQuery.pick({ season: true }),
  response: z.object({
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
})

export const settlePick = post('/api/league/:league/bets/settle/', {
  summary: 'Settles a pick of a locked week; a null result reopens it',
  access: 'league_admin',
  errors: ['no_betslip', 'owner_not_found', 'pick_not_found', 'week_open', 'edit_conflict'],
  body: BetWeekBody.extend({
    owner: Owner,
    result: LegResult,
    expected: Expected({ result: LegResult }),
  }),
  response: z.object({ message: z.string(), pick: Pick, slip: Slip }),
})

export const noteSlipPayment = post('/api/league/:league/bets/payment/', {
  summary:
    "Notes who covers a week's slip, for league admins, or whether it is paid, also for the one who covers it",
  access: 'member',
  errors: ['no_betslip', 'not_allowed', 'owner_not_found'],
  body: BetWeekBody.extend({
    /** null for the lowest scorer. Unchanged if it is missing. */
    covered_by: Owner.nullable().optional(),
    /** Unchanged if it is missing. */
    paid: z.boolean().optional(),
  }),
  response: z.object({ message: z.string(), payment: SlipPayment }),
})

export const exportPicks = get('/api/league/:league/bets/export/', {
  summary: 'The picks of a season, or of one week of it, as a CSV table that the sheet import reads',
  ...MEMBER_READ,
  errors: ['no_betslip'],
  /** Without a week: the whole season. Picks that are hidden from the current user are left out. */
  querystring: BetWeekQuery,
  produces: ['text/csv'],
  response: z.string(),
})
