import type { ArchivePart } from '@fieldhouse/domain/archive-part'
import type { ArchivePartRejectionReason } from '@fieldhouse/domain/archive-replacement'
import type { RejectionReason } from '@fieldhouse/domain/season-replacement'

/** Why a stored season stays as it is. */
export function rejectedSeasonMessage(season: number, why: RejectionReason): string {
  switch (why) {
    case 'no_teams':
      return `These files have no team of ${season}. Nothing was changed.`
    case 'less_depth':
      return `The stored season ${season} has its games, these files have only the table. Nothing was changed.`
    case 'fewer_games':
      return `The stored season ${season} has more played games than these files. Nothing was changed.`
    case 'weaker_source':
      return `The stored season ${season} came from ESPN and holds more than a CSV can. Nothing was changed.`
  }
}

/** Why a stored part of a season's archive stays as it is. */
export function rejectedPartMessage(
  season: number,
  part: ArchivePart,
  why: ArchivePartRejectionReason,
): string {
  const of = part.name === 'draft' ? `${season}` : `week ${part.week.week} of ${season}`
  return `The stored ${part.name} of ${of} ${PART_REASONS[why]} than these files. Nothing was changed.`
}

const PART_REASONS: Record<ArchivePartRejectionReason, string> = {
  no_lineups: 'have more teams',
  fewer_lineups: 'have more teams',
  fewer_scores: 'have more players with a score',
  draft_not_over: 'is further on',
  fewer_picks: 'has more picks',
  fewer_transactions: 'are more',
}
