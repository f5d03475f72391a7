import type { HistoryInput } from '@fieldhouse/domain/history/history-input'
import { scoringFormatOf } from '@fieldhouse/domain/seasons/scoring-format'
import { gamesById } from '@fieldhouse/domain/seasons/season-views'
import type { StoredLeague } from './league.ts'

type OfLogo = (logo: string | null) => string | null

/** What the history of a league is computed from, with the colors of logos and their paths on this site. */
export function historyInputOf(
  { seasons, merges, exclusions }: StoredLeague,
  colorOf: OfLogo,
  pathOf: OfLogo,
): HistoryInput {
  return {
    seasons: seasons.map((season) => ({
      ...season,
      isFinished: season.progress.isFinished,
      periods: season.calendar.periods,
      format: scoringFormatOf(season.scoringType),
      teams: season.teams.map((team) => ({
        ...team,
        logoColor: colorOf(team.logo),
        logo: pathOf(team.logo),
      })),
      games: gamesById(season),
    })),
    merges,
    exclusions,
  }
}
