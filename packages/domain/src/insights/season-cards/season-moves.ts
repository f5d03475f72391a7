import type { RosterWeek } from '../../rosters/roster-week.ts'
import type { LeagueTransaction } from '../../rosters/transactions.ts'
import { type PickupResult, pickupResult, type TradeSide, tradeResult } from '../moves/roster-results.ts'
import { countedTrades } from '../moves/trades.ts'

type Moves = { transactions: readonly LeagueTransaction[]; lineups: readonly RosterWeek[] }

const isPickup = ({ kind, status }: LeagueTransaction) =>
  status === 'done' && (kind === 'waiver' || kind === 'free agent')

/** The waiver or free-agent pickup with the most points in the starting lineup; null if none gave any. */
export function bestPickup(
  { transactions, lineups }: Moves,
  teamId: number,
): (PickupResult & { week: number }) | null {
  // A player who was picked up again counts from the latest time on.
  const latest = new Map(
    transactions
      .filter(isPickup)
      .flatMap(({ week, bid, moves }) =>
        moves
          .filter((move) => move.toTeamId === teamId)
          .map(({ playerId }) => [playerId, { playerId, teamId, week, bid }] as const),
      ),
  )
  const results = [...latest.values()].map((pickup) => ({
    ...pickupResult(pickup, lineups),
    week: pickup.week,
  }))
  return bestOf(results, ({ started }) => started)
}

/** The trade with the highest net of started points; null if none gave more than it took. */
export function bestTrade(
  { transactions, lineups }: Moves,
  teamId: number,
): (TradeSide & { week: number }) | null {
  const sides = countedTrades(transactions).flatMap((trade) =>
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
export function countMoves(
  transactions: readonly LeagueTransaction[],
): Map<number, { pickups: number; trades: number }> {
  const counts = new Map<number, { pickups: number; trades: number }>()
  const add = (teamId: number, kind: 'pickups' | 'trades') => {
    const count = counts.get(teamId) ?? { pickups: 0, trades: 0 }
    count[kind] += 1
    counts.set(teamId, count)
  }
  for (const { moves } of transactions.filter(isPickup))
    for (const { toTeamId } of moves) if (toTeamId !== null) add(toTeamId, 'pickups')
  for (const { moves, picks = [], budget = [] } of countedTrades(transactions))
    for (const teamId of new Set(
      [...moves, ...picks, ...budget].flatMap(({ fromTeamId, toTeamId }) => [fromTeamId, toTeamId]),
    ))
      if (teamId !== null) add(teamId, 'trades')
  return counts
}
