import { type BettingWeek, cutoffOf, weekStateAt } from '@fieldhouse/domain/betslip/betting-week'
import { formatProduct, oddsFlags, parseOdds } from '@fieldhouse/domain/betslip/odds'
import { parseSelection } from '@fieldhouse/domain/betslip/picks-sheet'
import { settleSelection } from '@fieldhouse/domain/betslip/selections'
import { type PricedSlip, priceSlip } from '@fieldhouse/domain/betslip/settlement'
import type { Cents } from '@fieldhouse/domain/money'
import { pointsToDecimal } from '@fieldhouse/domain/points'
import { presentImport, toWire } from '../../http/to-wire.ts'
import { type ObservedGame, toSettledGame } from '../../repositories/nfl.ts'
import type { LeagueOwners, Payer, SavedPick, SlipPayment } from './store.ts'

type WeekSlip = PricedSlip & { legs: number }

export function toWeekSlip(picks: readonly SavedPick[], wager: Cents): WeekSlip {
  const legs = picks.map(({ text, result }) => ({ odds: oddsOf(text), result }))
  return { ...priceSlip(wager, legs), legs: legs.length }
}

/** The NFL games that a week's picks can bet on, and those of its selections that were moved, by ID. */
export type BetGames = ReadonlyMap<number, ObservedGame>

export function presentPick(
  pick: SavedPick,
  { bettingWeek, owners, games }: { bettingWeek: BettingWeek; owners: LeagueOwners; games: BetGames },
  currentUserId: number,
) {
  const { season, week } = bettingWeek
  const weekGames = [...games.values()].filter((game) => game.season === season && game.week === week)
  const selection = pick.selection ?? parseSelection(pick.text, weekGames)
  const game = selection === null ? undefined : games.get(selection.gameId)
  return {
    owner: owners.nameOfUser(pick.userId) ?? '',
    ...presentPickText(pick.text),
    result: pick.result,
    settled_by: pick.settledBy,
    selection: selection && toWire({ line: null, ...selection }),
    is_from_board: pick.selection !== null,
    proposed_result:
      selection === null || game === undefined || pick.result !== null
        ? null
        : settleSelection(selection, toSettledGame(game), bettingWeek),
    is_mine: pick.userId === currentUserId,
    updated_at: pick.updatedAt.toISOString(),
    ...presentImport(pick.leagueImport),
  }
}

export function presentPayer(payer: Payer | null) {
  if (payer === null) return null
  const { team, owner, points, decidingWeek, tiedWith } = payer
  return { team, owner, score: pointsToDecimal(points), ...decidingWeek, tied_with: tiedWith }
}

export function presentPayment({ coveredBy, isPaid }: SlipPayment, owners: LeagueOwners) {
  return { covered_by: coveredBy === null ? null : (owners.nameOfUser(coveredBy) ?? ''), paid: isPaid }
}

export function presentSlip({ state, legs, unpricedLegs, product, profit, payout }: WeekSlip) {
  const money = toWire({ profit, returned: payout })
  return { state, legs, unpriced: unpricedLegs, product: formatProduct(product), ...money }
}

/** In dollars. The rules use whole dollars only, so the conversion is exact. */
export function presentBetAmount(amount: Cents): number {
  return Number(amount) / 100
}

export function presentLock(week: BettingWeek, now: Date) {
  return { cutoff: cutoffOf(week).toISOString(), locked: weekStateAt(week, now) !== 'open' }
}

export function presentPickText(text: string) {
  return { text, odds: oddsOf(text), flags: oddsFlags(text) }
}

export function oddsOf(text: string): number | null {
  return parseOdds(text)?.value ?? null
}
