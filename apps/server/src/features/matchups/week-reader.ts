import { withoutPoints } from '@fieldhouse/domain/rosters/lineup'
import { hasMatchups, hasWeeklyPoints } from '@fieldhouse/domain/seasons/scoring-format'
import type { ArchiveReader } from '../../repositories/seasons/archive-reader.ts'
import type { GameReader, SeasonSchedule } from '../../repositories/seasons/game-reader.ts'
import type { SeasonReader } from '../../repositories/seasons/season-reader.ts'
import type { TeamReader } from '../../repositories/seasons/team-reader.ts'
import type { RequestedWeek, WeekView } from './present.ts'

export type WeekReaderOptions = {
  seasons: SeasonReader
  games: GameReader
  teams: TeamReader
  archive: Pick<ArchiveReader, 'listLineups'>
  now: () => Date
}

export type WeekQuery = { season?: number | undefined; week?: number | undefined }

/** What the viewers of a week see, except for which team is theirs. */
export type LeagueWeek = Omit<WeekView, 'userId'>

export interface WeekReader {
  /** The season and the week default to the current ones. */
  readWeek(leagueId: number, query: WeekQuery): Promise<LeagueWeek>
}

export function weekReader({ seasons, games, teams, archive, now }: WeekReaderOptions): WeekReader {
  return {
    async readWeek(leagueId, query) {
      const requested = await resolveRequestedWeek(leagueId, query)
      const { season, format, period, lineupWeek } = requested
      const [weekGames, seasonTeams, lineups, freshness] = await Promise.all([
        period === null || !hasMatchups(format) ? [] : games.listGames(leagueId, season, period),
        teams.listTeams(leagueId, season),
        lineupWeek === null ? [] : archive.listLineups(leagueId, season, lineupWeek),
        seasons.getFreshness(leagueId, season),
      ])
      const shownLineups = hasWeeklyPoints(format) ? lineups : lineups.map(withoutPoints)
      return { ...requested, games: weekGames, teams: seasonTeams, lineups: shownLineups, freshness }
    },
  }

  /** Resolves the week of a request. The season and the week default to the current ones. */
  async function resolveRequestedWeek(leagueId: number, query: WeekQuery): Promise<RequestedWeek> {
    const season = query.season ?? (await seasons.getCurrentSeason(leagueId, now()))
    const schedule = await games.findSchedule(leagueId, season)
    const format = schedule?.format ?? 'points'
    if (format === 'total_points') return resolveScoredWeek(leagueId, season, query, schedule)
    const periods = await games.listPeriodsWithGames(leagueId, season)
    const period = query.week ?? clampPeriod(periods, schedule?.currentPeriod ?? null)
    const nflWeeks = schedule?.periods.find((candidate) => candidate.period === period)?.weeks ?? []
    const lineupWeek = chooseLineupWeek(nflWeeks, schedule)
    const isPlanned = period !== null && period > (schedule?.currentPeriod ?? 0)
    return { season, format, periods, period, isPlanned, nflWeeks, lineupWeek, scores: [] }
  }

  /** Without matchups, teams have points in NFL weeks instead of matchup periods. */
  async function resolveScoredWeek(
    leagueId: number,
    season: number,
    query: WeekQuery,
    schedule: SeasonSchedule | null,
  ): Promise<RequestedWeek> {
    const scores = await games.listWeeklyScores(leagueId, season)
    const weeks = [...new Set(scores.map(({ week }) => week))]
    const period = query.week ?? clampPeriod(weeks, schedule?.currentWeek ?? null)
    return {
      season,
      format: 'total_points',
      periods: weeks,
      period,
      isPlanned: false,
      nflWeeks: period === null ? [] : [period],
      lineupWeek: null,
      scores: scores.filter(({ week }) => week === period),
    }
  }
}

/** Returns the current period, clamped to those that have games or points. */
function clampPeriod(periods: readonly number[], current: number | null): number | null {
  const [first] = periods
  return periods.findLast((period) => current !== null && period <= current) ?? first ?? null
}

function chooseLineupWeek(nflWeeks: readonly number[], schedule: SeasonSchedule | null): number | null {
  const current = schedule?.currentWeek ?? null
  if (current !== null && nflWeeks.includes(current)) return current
  const [first] = nflWeeks
  const isOver = first !== undefined && current !== null && first < current
  return (isOver ? nflWeeks.at(-1) : first) ?? null
}
