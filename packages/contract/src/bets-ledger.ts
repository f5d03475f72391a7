import { z } from 'zod'
import { BetWeekQuery, LowestScorer, Money, Slip } from './betslip.ts'
import { LeaguePath } from './fields.ts'
import { READ } from './limits.ts'
import type { Operation } from './operation.ts'

const LedgerWeek = z.object({
  week: z.int(),
  /** In dollars. */
  bet_amount: z.number(),
  /** The team that paid; null when the scores are unknown. */
  payer: LowestScorer.nullable(),
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
  /** The latest results in a row. */
  streak: z.object({ result: z.enum(['won', 'lost']), length: z.int() }).nullable(),
})

export const getBetsLedger = {
  method: 'GET',
  url: '/api/league/:league/bets/ledger/',
  config: { access: 'member', tokenScope: 'read', errors: ['league_not_found', 'no_betslip'], limits: READ },
  schema: {
    summary: 'The ledger of a season: who covered each slip and what it returned',
    tags: ['betslip'],
    params: LeaguePath,
    querystring: BetWeekQuery.pick({ season: true }),
    response: {
      200: z.object({
        season: z.int(),
        /** A disclaimer that no bets are placed and no money moves. */
        notice: z.string(),
        /** Locked weeks with picks, in ascending order. */
        weeks: z.array(LedgerWeek),
        /** Total paid by each payer, largest first. Excludes weeks whose payer is unknown. */
        payers: z.array(z.object({ owner: z.string(), weeks: z.array(z.int()), paid: Money })),
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
