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
        totals: z.object({
          staked: Money,
          returned: Money,
          /** Returned minus staked, of settled weeks only. */
          balance: Money,
          /** Weeks whose return is not known yet. */
          open_weeks: z.array(z.int()),
        }),
      }),
    },
  },
} as const satisfies Operation
