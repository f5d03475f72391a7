import type { Draft } from './draft.ts'
import type { TeamLineup } from './lineup.ts'
import { slotOf } from './slots.ts'
import type { LeagueTransaction } from './transactions.ts'

/** Why stored parts of an archive stay; see the rules below. */
export type ArchivePartRejectionReason =
  | 'no_lineups'
  | 'fewer_lineups'
  | 'fewer_scores'
  | 'draft_not_over'
  | 'fewer_picks'
  | 'fewer_transactions'

type Lineups = readonly Pick<TeamLineup, 'entries'>[]

/**
 * Why the stored line-ups of a week stay, or null when the offered ones take their place. Once a
 * starter has scored, no team may be missing any more; before, a league can still shrink. Only
 * starters are counted: a bench is free to change while its players' games are over.
 */
export function lineupsRejectionReason(stored: Lineups, offered: Lineups): ArchivePartRejectionReason | null {
  if (stored.length === 0) return null
  if (offered.length === 0) return 'no_lineups'
  const scored = countScoredStarters(stored)
  if (scored > 0 && offered.length < stored.length) return 'fewer_lineups'
  return countScoredStarters(offered) < scored ? 'fewer_scores' : null
}

type DraftPicks = Pick<Draft, 'isComplete' | 'picks'>

/** Why a stored draft stays. Before it is over, keepers come and go; but all of them do not go at once. */
export function draftRejectionReason(
  stored: DraftPicks | null,
  offered: DraftPicks,
): ArchivePartRejectionReason | null {
  if (stored === null) return null
  if (stored.isComplete && !offered.isComplete) return 'draft_not_over'
  const fewest = stored.isComplete ? stored.picks.length : Math.min(1, stored.picks.length)
  return offered.picks.length < fewest ? 'fewer_picks' : null
}

type Transactions = readonly Pick<LeagueTransaction, 'status'>[]

/** Why the stored transactions of a week stay. What is pending may be taken back; what is decided happened. */
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
