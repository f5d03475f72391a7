import type { RosterWeek } from '../../rosters/matchup.ts'
import type { LeagueTransaction } from '../../rosters/transactions.ts'
import { countPickups, listPickups, type Pickup } from '../moves/move-records.ts'
import { type TradeSide, tradeResult } from '../moves/roster-results.ts'
import { countedTrades } from '../moves/trades.ts'

type Moves = { transactions: readonly LeagueTransaction[]; lineups: readonly RosterWeek[] }

/** The waiver or free-agent pickup with the most points in the starting lineup; null if none gave any. */
export function bestPickup(moves: Moves, teamId: number): Pickup | null {
  const own = listPickups(moves).filter((pickup) => pickup.teamId === teamId)
  return bestOf(own, ({ started }) => started)
}

/** The trade with the highest net of started points; null if none gave more than it took. */
export function bestTrade(
  { transactions, lineups }: Moves,
  teamId: number,
): (TradeSide & { week: number }) | null {
  const sides = countedTrades(transactions, lineups).flatMap((trade) =>
    tradeResult(trade, lineups)
      .filter((side) => side.teamId === teamId)
      .map((side) => ({ ...side, week: trade.week })),
  )
  return bestOf(sides, ({ netStarted }) => netStarted)
}

/** The first with the highest value above 0. */
export function bestOf<Item>(items: readonly Item[], measure: (item: Item) => number): Item | null {
  const [best] = items.filter((item) => measure(item) > 0).toSorted((a, b) => measure(b) - measure(a))
  return best ?? null
}

/** How many players each team picked up, and how many trades it made, by team ID. */
export function countMoves({
  transactions,
  lineups,
}: Moves): Map<number, { pickups: number; trades: number }> {
  const counts = new Map(
    [...countPickups(transactions)].map(([teamId, pickups]) => [teamId, { pickups, trades: 0 }]),
  )
  for (const { moves, picks = [], budget = [] } of countedTrades(transactions, lineups))
    for (const teamId of new Set(
      [...moves, ...picks, ...budget].flatMap(({ fromTeamId, toTeamId }) => [fromTeamId, toTeamId]),
    )) {
      if (teamId === null) continue
      const count = counts.get(teamId) ?? { pickups: 0, trades: 0 }
      counts.set(teamId, { ...count, trades: count.trades + 1 })
    }
  return counts
}
