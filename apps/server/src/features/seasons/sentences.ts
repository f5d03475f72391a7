import type { WhyKept } from '@fieldhouse/domain/season-replacement'

/** Why a stored season stays as it is. */
export function keptSentence(season: number, why: WhyKept): string {
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
