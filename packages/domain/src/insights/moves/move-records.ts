import type { RosterWeek } from '../../rosters/matchup.ts'
import type { LeagueTransaction } from '../../rosters/transactions.ts'
import { groupBy } from '../season/regular-season.ts'
import { pickupResult, type TradeSide } from './roster-results.ts'

export type CountedTrade = { season: number; id: string; week: number; sides: readonly TradeSide[] }

export type TradeNet = { trade: CountedTrade; teamId: number; net: number }

/** The trades of a team or an owner, in points of starters. */
export type TradeRecord<Key> = {
  key: Key
  trades: number
  won: number
  even: number
  lost: number
  /** What the received players scored for it. */
  gained: number
  /** What the given players scored for the others. */
  given: number
  /** `gained − given`; the sum over everybody is 0. */
  net: number
  /** The highest net above 0; null if none. */
  best: TradeNet | null
  /** The lowest net below 0; null if none. */
  worst: TradeNet | null
}

/**
 * Who wins trades, best first. Sides of a trade with the same key count together. Source: analytics, "Owner table:
 * trades, net, won, even (0), lost". A trade of draft picks and budget only has no result.
 * @param findKey whose side it is, such as the team's owner
 */
export function tradeRecords<Key>(
  trades: readonly CountedTrade[],
  findKey: (season: number, teamId: number) => Key,
): TradeRecord<Key>[] {
  const records = new Map<Key, TradeRecord<Key>>()
  const decided = trades.filter(({ sides }) => sides.some(({ received }) => received.length > 0))
  for (const trade of decided) {
    const sides = groupBy(trade.sides, ({ teamId }) => findKey(trade.season, teamId))
    for (const [key, own] of sides) {
      const record = records.get(key) ?? emptyRecord(key)
      const gained = sumOf(own.flatMap(({ received }) => received.map(({ started }) => started)))
      const net = sumOf(own.map(({ netStarted }) => netStarted))
      records.set(key, addTrade(record, { gained, side: { trade, teamId: own[0]?.teamId ?? 0, net } }))
    }
  }
  return [...records.values()].sort((a, b) => b.net - a.net)
}

function emptyRecord<Key>(key: Key): TradeRecord<Key> {
  return { key, trades: 0, won: 0, even: 0, lost: 0, gained: 0, given: 0, net: 0, best: null, worst: null }
}

function addTrade<Key>(record: TradeRecord<Key>, { gained, side }: { gained: number; side: TradeNet }) {
  const { net } = side
  return {
    ...record,
    trades: record.trades + 1,
    won: record.won + (net > 0 ? 1 : 0),
    even: record.even + (net === 0 ? 1 : 0),
    lost: record.lost + (net < 0 ? 1 : 0),
    gained: roundPoints(record.gained + gained),
    given: roundPoints(record.given + gained - net),
    net: roundPoints(record.net + net),
    best: net > Math.max(0, record.best?.net ?? 0) ? side : record.best,
    worst: net < Math.min(0, record.worst?.net ?? 0) ? side : record.worst,
  }
}

/** A player whom a team picked up, from the latest time on, with what he did for it. */
export type Pickup = ReturnType<typeof pickupResult> & { teamId: number; week: number; bid: number | null }

const isPickup = ({ kind, status }: LeagueTransaction) =>
  status === 'done' && (kind === 'waiver' || kind === 'free agent')

/** The waiver and free-agent pickups of a season, those with the most points in the starting lineup first. */
export function listPickups({
  transactions,
  lineups,
}: {
  transactions: readonly LeagueTransaction[]
  lineups: readonly RosterWeek[]
}): Pickup[] {
  const latest = new Map(
    transactions.filter(isPickup).flatMap(({ week, bid, moves }) =>
      moves.flatMap(({ playerId, toTeamId: teamId }) => {
        const pickup = teamId === null ? null : { playerId, teamId, week, bid }
        return pickup === null ? [] : [[`${teamId} ${playerId}`, pickup] as const]
      }),
    ),
  )
  return [...latest.values()]
    .map((pickup) => ({ ...pickup, ...pickupResult(pickup, lineups) }))
    .sort((a, b) => b.started - a.started)
}

/** The number of pickups, also of players who were picked up several times, by team ID. */
export function countPickups(transactions: readonly LeagueTransaction[]): Map<number, number> {
  const counts = new Map<number, number>()
  for (const { moves } of transactions.filter(isPickup))
    for (const { toTeamId } of moves)
      if (toTeamId !== null) counts.set(toTeamId, (counts.get(toTeamId) ?? 0) + 1)
  return counts
}

function sumOf(values: readonly number[]): number {
  return roundPoints(values.reduce((sum, value) => sum + value, 0))
}

/** Points are whole hundredths, which sums of fractions only come close to. */
function roundPoints(points: number): number {
  return Math.round(points * 100) / 100 || 0
}
