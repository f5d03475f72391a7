import { DAY_MS } from '../../duration.ts'
import { groupMoves } from '../../rosters/acquisitions.ts'
import type { Draft, DraftPick } from '../../rosters/archive.ts'
import type { RosterWeek } from '../../rosters/matchup.ts'
import {
  byEffectiveTime,
  effectiveTime,
  type LeagueTransaction,
  type PlayerMove,
  type TradedPick,
} from '../../rosters/transactions.ts'
import { groupBy } from '../season/regular-season.ts'

const REVERSED_WITHIN_MS = 7 * DAY_MS

/**
 * Within a week, one other transaction returned all of its players. Without dates, that is not known of any. Source:
 * analytics, "A reversed trade is marked and not counted".
 */
export function isReversed(trade: LeagueTransaction, others: readonly LeagueTransaction[]): boolean {
  const traded = tradedMoves(trade)
  const tradedAt = effectiveTime(trade)
  if (traded.length === 0 || tradedAt === 0) return false
  return others.some((other) => {
    const delay = effectiveTime(other) - tradedAt
    if (other.id === trade.id || other.status !== 'done' || delay < 0 || delay > REVERSED_WITHIN_MS)
      return false
    return traded.every(({ playerId, fromTeamId, toTeamId }) =>
      other.moves.some(
        (move) => move.playerId === playerId && move.fromTeamId === toTeamId && move.toTeamId === fromTeamId,
      ),
    )
  })
}

/** Without adds and drops. */
function tradedMoves({ moves }: LeagueTransaction): PlayerMove[] {
  return moves.filter(({ fromTeamId, toTeamId }) => fromTeamId !== null && toTeamId !== null)
}

/**
 * The completed trades of a season without those that were reversed, those that reversed one, and those that list again
 * what happened before: a player who is on the receiving roster already cannot be received.
 * @param lineups of the season, as far as they are stored
 */
export function countedTrades(
  transactions: readonly LeagueTransaction[],
  lineups: readonly RosterWeek[],
): LeagueTransaction[] {
  const trades = transactions.filter(({ kind, status }) => kind === 'trade' && status === 'done')
  const rosters = holdersByWeek(lineups)
  const movesOf = groupMoves(transactions)
  const tradesOf = groupMoves(trades)
  const received = new Set<string>()
  return trades.filter((trade) => {
    const [first] = tradedMoves(trade)
    // What reverses a trade moves each of its players, and what is reversed by it moved one of them.
    const later = first === undefined ? [] : (movesOf.get(first.playerId) ?? [])
    const reversed = new Set(trade.moves.flatMap(({ playerId }) => tradesOf.get(playerId) ?? []))
    const isRepeated = hasReceived(trade, received, rosters)
    for (const { playerId, toTeamId } of trade.moves) received.add(`${playerId} ${toTeamId}`)
    return (
      !isReversed(trade, later) && ![...reversed].some((other) => isReversed(other, [trade])) && !isRepeated
    )
  })
}

/** Whether earlier trades have brought all of its players to the rosters on which they were before it. */
function hasReceived({ moves, week }: LeagueTransaction, received: ReadonlySet<string>, rosters: Holders) {
  const before = rosters.get(lastWeekBefore(rosters, week) ?? 0)
  return (
    moves.length > 0 &&
    moves.every(
      ({ playerId, toTeamId }) =>
        toTeamId !== null && before?.get(playerId) === toTeamId && received.has(`${playerId} ${toTeamId}`),
    )
  )
}

/** Whether a trade took place whose players the provider does not list, nor anything else that changed teams. */
export function isUnlisted({
  kind,
  status,
  moves,
  picks = [],
  budget = [],
}: Pick<LeagueTransaction, 'kind' | 'status' | 'moves' | 'picks' | 'budget'>): boolean {
  return (
    kind === 'trade' && status === 'done' && moves.length === 0 && picks.length === 0 && budget.length === 0
  )
}

/**
 * Completes trades without players by the rosters before and after them. A player belongs to a trade if he was on one
 * side before it and on the other one after it, and made no other move in between. Trades whose sides that does not
 * tell for certain stay as they are.
 * @param transactions merged, of one season
 * @param lineups of the season, as far as they are stored
 */
export function deriveTrades(
  transactions: readonly LeagueTransaction[],
  lineups: readonly RosterWeek[],
): LeagueTransaction[] {
  const unlisted = transactions.filter(isUnlisted)
  if (unlisted.length === 0) return [...transactions]
  const rosters = holdersByWeek(lineups)
  const done = transactions.filter(({ status }) => status === 'done')
  const taken = new Set<string>()
  const derived = new Map<string, PlayerMove[]>()
  // Those of which more sides are known come first, so that the others are left with what nobody else can have done.
  const inOrder = unlisted.toSorted((a, b) => sidesOf(b).length - sidesOf(a).length || byEffectiveTime(a, b))
  for (const trade of inOrder) {
    const free = changesAround(trade, rosters, done).filter((change) => !taken.has(keyOf(change)))
    const [moves, ...others] = [...groupBy(free, sidesOfMove).values()].filter(([first]) =>
      sidesOf(trade).every((teamId) => teamId === first?.fromTeamId || teamId === first?.toTeamId),
    )
    if (moves === undefined || others.length > 0 || !moves.every(({ isCertain }) => isCertain)) continue
    for (const change of moves) taken.add(keyOf(change))
    derived.set(
      trade.id,
      moves.map(({ playerId, fromTeamId, toTeamId }) => ({ playerId, fromTeamId, toTeamId })),
    )
  }
  return transactions.map((each) => {
    const moves = derived.get(each.id)
    return moves === undefined ? each : { ...each, moves, isDerived: true }
  })
}

function sidesOf({ teamId, acceptedBy }: LeagueTransaction): number[] {
  return [...new Set([teamId, acceptedBy ?? null])].filter((side) => side !== null)
}

type Change = {
  playerId: number
  fromTeamId: number
  toTeamId: number
  /** The later week. */
  week: number
  /** Whether he made no other move in between. */
  isCertain: boolean
}

const keyOf = ({ playerId, week }: Change) => `${playerId} ${week}`

function sidesOfMove({ fromTeamId, toTeamId }: Change): string {
  return `${Math.min(fromTeamId, toTeamId)} ${Math.max(fromTeamId, toTeamId)}`
}

/**
 * The changes between the last rosters before a trade, and those of its week or the next one: players who have started
 * their game move after it. Without the changes that other transactions list.
 */
function changesAround(
  { id, week }: LeagueTransaction,
  rosters: Holders,
  done: readonly LeagueTransaction[],
): Change[] {
  const start = lastWeekBefore(rosters, week)
  if (start === null) return []
  return [...(rosters.get(start) ?? [])].flatMap(([playerId, fromTeamId]) => {
    const end = [week, week + 1].find(
      (each) => rosters.has(each) && rosters.get(each)?.get(playerId) !== fromTeamId,
    )
    const toTeamId = end === undefined ? undefined : rosters.get(end)?.get(playerId)
    if (end === undefined || toTeamId === undefined) return []
    const moves = done
      .filter((other) => other.id !== id && other.week >= start && other.week <= end)
      .flatMap((other) => other.moves.filter((move) => move.playerId === playerId))
    // By one move, or as when a team drops him and another one picks him up.
    const isListed =
      moves.some((move) => move.fromTeamId === fromTeamId) && moves.some((move) => move.toTeamId === toTeamId)
    return isListed ? [] : [{ playerId, fromTeamId, toTeamId, week: end, isCertain: moves.length === 0 }]
  })
}

/** The team of each player by NFL week. */
type Holders = ReadonlyMap<number, ReadonlyMap<number, number>>

/** A player on two rosters in one week belongs to the team that started him, and to none if that is not clear. */
function holdersByWeek(lineups: readonly RosterWeek[]): Holders {
  const weeks = groupBy(lineups, ({ week }) => week)
  return new Map(
    [...weeks].map(([week, ofWeek]) => {
      const entries = ofWeek.flatMap(({ teamId, players }) =>
        players.map(({ playerId, isStarter }) => ({ playerId, teamId, isStarter })),
      )
      const holders = [...groupBy(entries, ({ playerId }) => playerId)].flatMap(([playerId, own]) => {
        const [holder, ...others] = own.length === 1 ? own : own.filter(({ isStarter }) => isStarter)
        return holder === undefined || others.length > 0 ? [] : [[playerId, holder.teamId] as const]
      })
      return [week, new Map(holders)]
    }),
  )
}

/** null without stored lineups before the week. */
function lastWeekBefore(rosters: Holders, week: number): number | null {
  const earlier = [...rosters.keys()].filter((each) => each < week)
  return earlier.length === 0 ? null : Math.max(...earlier)
}

/** null before the draft, and if the provider does not say whose pick it was originally. */
export function findUsedPick(
  { round, originalTeamId }: TradedPick,
  draft: Pick<Draft, 'isComplete' | 'picks'> | null,
): DraftPick | null {
  if (draft?.isComplete !== true) return null
  return draft.picks.find((pick) => pick.round === round && pick.originalTeamId === originalTeamId) ?? null
}
