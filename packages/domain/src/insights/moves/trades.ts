import { DAY_MS } from '../../duration.ts'
import type { Draft, DraftPick } from '../../rosters/archive.ts'
import { effectiveTime, type LeagueTransaction, type TradedPick } from '../../rosters/transactions.ts'

/** How long after a trade its players can be returned by one that reverses it. */
const REVERSED_WITHIN_MS = 7 * DAY_MS

/**
 * Whether a trade was undone: within a week, one other transaction returned all of its players. Without dates, that is
 * not known of any. Source: analytics, "A reversed trade is marked and not counted".
 */
export function isReversed(trade: LeagueTransaction, others: readonly LeagueTransaction[]): boolean {
  const traded = trade.moves.filter(({ fromTeamId, toTeamId }) => fromTeamId !== null && toTeamId !== null)
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

/** The completed trades of a season without those that were reversed, and without those that reversed one. */
export function countedTrades(transactions: readonly LeagueTransaction[]): LeagueTransaction[] {
  const trades = transactions.filter(({ kind, status }) => kind === 'trade' && status === 'done')
  return trades.filter(
    (trade) => !isReversed(trade, transactions) && !trades.some((other) => isReversed(other, [trade])),
  )
}

/**
 * What a traded pick became. null before the draft, and if the provider does not say whose pick it was originally.
 */
export function findUsedPick(
  { round, originalTeamId }: TradedPick,
  draft: Pick<Draft, 'isComplete' | 'picks'> | null,
): DraftPick | null {
  if (draft?.isComplete !== true) return null
  return draft.picks.find((pick) => pick.round === round && pick.originalTeamId === originalTeamId) ?? null
}
