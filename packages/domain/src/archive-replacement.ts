import type { Draft } from './draft.ts'
import type { TeamLineup } from './lineup.ts'
import { slotOf } from './slots.ts'
import type { LeagueTransaction } from './transactions.ts'

/** Why a stored part of an archive is not replaced. */
export type ArchivePartRejectionReason =
  | 'no_lineups'
  | 'fewer_lineups'
  | 'fewer_scores'
  | 'draft_not_over'
  | 'fewer_picks'
  | 'fewer_transactions'

type Lineups = readonly Pick<TeamLineup, 'entries'>[]

/**
 * Why the stored lineups of a week are not replaced, or null when the offered ones may replace them. A league
 * can shrink until its first starter has scored; after that, no team may be missing. Only starters count,
 * because benches can change even after their players' games are over.
 */
export function lineupsRejectionReason(stored: Lineups, offered: Lineups): ArchivePartRejectionReason | null {
  if (stored.length === 0) return null
  if (offered.length === 0) return 'no_lineups'
  const scored = countScoredStarters(stored)
  if (scored > 0 && offered.length < stored.length) return 'fewer_lineups'
  return countScoredStarters(offered) < scored ? 'fewer_scores' : null
}

type DraftPicks = Pick<Draft, 'isComplete' | 'picks'>

/**
 * Why a stored draft is not replaced, or null when the offered one may replace it. Keepers can change until
 * the draft is complete, but they do not all disappear.
 */
export function draftRejectionReason(
  stored: DraftPicks | null,
  offered: DraftPicks,
): ArchivePartRejectionReason | null {
  if (stored === null) return null
  if (stored.isComplete && !offered.isComplete) return 'draft_not_over'
  const minPicks = stored.isComplete ? stored.picks.length : Math.min(1, stored.picks.length)
  return offered.picks.length < minPicks ? 'fewer_picks' : null
}

type Transactions = readonly Pick<LeagueTransaction, 'status'>[]

/**
 * Why the stored transactions of a week are not replaced, or null when the offered ones may replace them.
 * Pending transactions can be withdrawn; decided ones cannot disappear.
 */
export function transactionsRejectionReason(
  stored: Transactions,
  offered: Transactions,
): ArchivePartRejectionReason | null {
  return countDecided(offered) < countDecided(stored) ? 'fewer_transactions' : null
}

function countScoredStarters(lineups: Lineups): number {
  return lineups.reduce((count, { entries }) => {
    const scored = entries.filter((entry) => entry.points !== null && slotOf(entry.slotId).isStarter)
    return count + scored.length
  }, 0)
}

function countDecided(transactions: Transactions): number {
  return transactions.filter(({ status }) => status !== 'pending').length
}
