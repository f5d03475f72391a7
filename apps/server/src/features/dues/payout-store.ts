import { nameOfPrize } from '@fieldhouse/domain/league/prizes'
import { type Cents, moneyToDecimalString } from '@fieldhouse/domain/money'
import type { Db } from '../../database/engine/database.ts'
import { inTransaction } from '../../database/engine/transaction.ts'
import { lockLeague } from '../../repositories/leagues/lock-league.ts'
import { type DuesEdit, type NotedTeam, record } from './record-edit.ts'
import { selectPayouts, selectSetup } from './store.ts'

export type NewPayout = {
  prizeId: number
  /** NFL week; null unless the prize is weekly. */
  week: number | null
  team: NotedTeam
  amount: Cents
  paidOn: string
}

/** Writes which shares of prizes were paid out. */
export interface DuesPayoutStore {
  /** A team has at most one payout of a prize, or of a week of it. */
  addPayout(
    edit: DuesEdit,
    payout: NewPayout,
  ): Promise<'saved' | 'dues_not_set_up' | 'prize_not_found' | 'prize_paid_out'>
  /** Returns the season of the removed payout; null if it is not stored. */
  removePayout(edit: Omit<DuesEdit, 'season'>, id: number): Promise<number | null>
}

export function duesPayoutStore(db: Db): DuesPayoutStore {
  return {
    addPayout(edit, { prizeId, week, team, amount, paidOn }) {
      return inTransaction(db, async (transaction) => {
        const { leagueId, season, now } = edit
        await lockLeague(transaction, leagueId)
        const setup = await selectSetup(transaction, leagueId, season)
        if (setup === null) return 'dues_not_set_up'
        const prize = setup.prizes.find((each) => each.prizeId === prizeId)
        if (prize === undefined) return 'prize_not_found'
        const payouts = await selectPayouts(transaction, leagueId, season)
        const isNoted = payouts.some(
          (each) => each.prizeId === prizeId && each.week === week && each.teamId === team.teamId,
        )
        if (isNoted) return 'prize_paid_out'
        await transaction
          .insertInto('dues_payouts')
          .values({
            league_id: leagueId,
            season,
            prize_id: prizeId,
            week,
            team_id: team.teamId,
            team_name: team.name,
            amount: Number(amount),
            paid_on: paidOn,
            noted_at: now.getTime(),
          })
          .execute()
        await record(transaction, edit, 'dues.payout', {
          prize: nameOfPrize(prize),
          ...(week === null ? {} : { week }),
          team: team.name,
          amount: moneyToDecimalString(amount),
          paid_on: paidOn,
        })
        return 'saved'
      })
    },

    removePayout(edit, id) {
      return inTransaction(db, async (transaction) => {
        const { leagueId } = edit
        await lockLeague(transaction, leagueId)
        const payout = await transaction
          .deleteFrom('dues_payouts')
          .where('league_id', '=', leagueId)
          .where('id', '=', id)
          .returning(['season', 'prize_id', 'week', 'team_name', 'amount'])
          .executeTakeFirst()
        if (payout === undefined) return null
        const { season, week } = payout
        const setup = await selectSetup(transaction, leagueId, season)
        const prize = setup?.prizes.find(({ prizeId }) => prizeId === payout.prize_id)
        await record(transaction, { ...edit, season }, 'dues.undo-payout', {
          prize: prize === undefined ? '' : nameOfPrize(prize),
          ...(week === null ? {} : { week }),
          team: payout.team_name,
          amount: moneyToDecimalString(BigInt(payout.amount) as Cents),
        })
        return season
      })
    },
  }
}
