import { getBetsLedger } from '@fieldhouse/contract/betslip'
import { betAmount, firstPlayoffWeek, weekStateAt } from '@fieldhouse/domain/betslip/betting-week'
import { type LedgerEntry, ledgerTotals, totalPaidByOwner } from '@fieldhouse/domain/betslip/settlement'
import { moneyToDecimalString } from '@fieldhouse/domain/money'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { presentBetAmount, presentPayer, presentSlip } from './present.ts'
import { requireBetslipLeague, resolveRequestedWeek } from './requested-week.ts'
import type { BetslipOptions } from './routes.ts'
import { toWeekSlip } from './week-slip.ts'

const NOTICE = "For record keeping only. Fieldhouse doesn't place bets and never holds or moves money."

export const ledgerRoutes: FastifyPluginAsyncZod<BetslipOptions> = async (app, options) => {
  const { store, owners, scores, payers, seasons } = options

  app.route({
    ...getBetsLedger,
    async handler(request) {
      const now = options.now()
      const { id } = requireBetslipLeague(request)
      const { season } = await resolveRequestedWeek(request.query, { seasons, leagueId: id, now })
      const [leagueOwners, picks, calendar] = await Promise.all([
        owners.listOwners(id),
        store.listSeasonPicks(id, season),
        scores.findCalendar(id, season),
      ])
      // A pick is not a bet until its week locks, and until then it may be hidden.
      const lockedWeeks = [...picks].filter(([week]) => weekStateAt({ season, week }, now) === 'locked')
      const payersByWeek = await payers.findPayers(
        id,
        season,
        lockedWeeks.map(([week]) => week),
        leagueOwners,
      )
      const weeks = lockedWeeks.map(([week, weekPicks]) => {
        const wager = betAmount(week, firstPlayoffWeek(calendar))
        return { week, wager, payer: payersByWeek.get(week) ?? null, slip: toWeekSlip(weekPicks, wager) }
      })
      const entries = weeks.map(
        ({ week, wager, payer, slip }): LedgerEntry => ({
          week,
          wager,
          whoPays: payer?.owner ?? null,
          payout: slip.payout,
        }),
      )
      const totals = ledgerTotals(entries)
      return {
        season,
        notice: NOTICE,
        weeks: weeks.map(({ week, wager, payer, slip }) => ({
          week,
          bet_amount: presentBetAmount(wager),
          payer: presentPayer(payer),
          slip: presentSlip(slip),
        })),
        payers: totalPaidByOwner(entries).map(({ paid, ...rest }) => ({
          ...rest,
          paid: moneyToDecimalString(paid),
        })),
        totals: {
          staked: moneyToDecimalString(totals.staked),
          returned: moneyToDecimalString(totals.payout),
          balance: moneyToDecimalString(totals.balance),
          open_weeks: totals.openWeeks,
        },
      }
    },
  })
}
