import { LEAGUE_PROVIDERS, type ProviderName } from '@fieldhouse/domain/league/league-providers'
import type {
  ArchivePart,
  ArchivePartName,
  ArchivePartRejectionReason,
} from '@fieldhouse/domain/rosters/archive'
import type { RejectionReason } from '@fieldhouse/domain/seasons/season-replacement'
import type { TableQuestion } from '@fieldhouse/domain/seasons/table-row'

/** What the tables of a season leave open, as text for users. */
export function questionText(season: number, question: TableQuestion): string {
  switch (question.kind) {
    case 'decimal_mark':
      return `Season ${season}: ${question.example} in the points can be read in two ways. Say which mark is before the decimals.`
    case 'date_order':
      return `Season ${season}: the date ${question.example} can be read in two ways. Say whether the day or the month is first.`
    case 'owner_teams':
      return `Season ${season}: ${question.owner} has ${question.teams.length} teams (${question.teams.join(', ')}). Say whether they are one team with a new name, teams of one person, or of different people.`
  }
}

/** Why uploaded files do not replace a stored season, as text for users. */
export function rejectedSeasonMessage(
  season: number,
  reason: RejectionReason,
  { provider, isTable }: { provider: ProviderName | null; isTable: boolean },
): string {
  switch (reason) {
    case 'no_teams':
      return `These files have no teams for ${season}. Nothing was changed.`
    case 'less_depth':
      return `The stored ${season} season has games, but these files only have standings. Nothing was changed.`
    case 'fewer_games':
      return `The stored ${season} season has more played games than these files. Nothing was changed.`
    case 'weaker_source':
      return `The stored ${season} season came from ${LEAGUE_PROVIDERS[provider ?? 'espn'].label} and has more data than a ${isTable ? 'CSV file' : 'league file'}. Nothing was changed.`
  }
}

/** Why files without a part of a season's archive do not replace the season, as text for users. */
export function missingPartMessage(
  season: number,
  { name, week }: { name: ArchivePartName; week: number },
): string {
  const contents = { 'line-ups': 'lineups', draft: 'a draft', transactions: 'transactions' }[name]
  const period = name === 'draft' ? '' : ` for Week ${week}`
  return `The stored ${season} season has ${contents}${period}, but these files don't. Nothing was changed.`
}

/** Why uploaded files do not replace a stored part of a season's archive, as text for users. */
export function rejectedPartMessage(
  season: number,
  part: ArchivePart,
  reason: ArchivePartRejectionReason,
): string {
  const period = part.name === 'draft' ? `${season}` : `Week ${part.week.week} of ${season}`
  switch (reason) {
    case 'no_lineups':
    case 'fewer_lineups':
      return `The stored lineups for ${period} have more teams than these files. Nothing was changed.`
    case 'fewer_scores':
      return `The stored lineups for ${period} have more players with a score than these files. Nothing was changed.`
    case 'draft_not_over':
      return `The stored draft for ${period} is further along than these files. Nothing was changed.`
    case 'fewer_picks':
      return `The stored draft for ${period} has more picks than these files. Nothing was changed.`
    case 'fewer_transactions':
      return `There are more stored transactions for ${period} than in these files. Nothing was changed.`
  }
}
