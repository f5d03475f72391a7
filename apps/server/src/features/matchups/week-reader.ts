import { isNflWeekOver, type NflWeek } from '@fieldhouse/domain/nfl/nfl-week'
import { type TeamLineup, withoutPoints } from '@fieldhouse/domain/rosters/lineup'
import type { PlayoffRound } from '@fieldhouse/domain/seasons/bracket'
import { playoffRounds } from '@fieldhouse/domain/seasons/bracket'
import { hasMatchups, hasWeeklyPoints, type ScoringFormat } from '@fieldhouse/domain/seasons/scoring-format'
import { periodOfNumber, type WeeklyScore } from '@fieldhouse/domain/seasons/season'
import type { Freshness } from '../../http/presenters/present-freshness.ts'
import type { NflReader } from '../../repositories/nfl/nfl-reader.ts'
import type { ArchiveReader } from '../../repositories/seasons/archive-reader.ts'
import type { BracketReader } from '../../repositories/seasons/bracket-reader.ts'
import type { GameReader, SeasonSchedule, StoredGame } from '../../repositories/seasons/game-reader.ts'
import type { SeasonReader } from '../../repositories/seasons/season-reader.ts'
import type { LeagueTeam, TeamReader } from '../../repositories/seasons/team-reader.ts'

/** The week of a season that a request is about. */
type RequestedWeek = {
  season: number
  format: ScoringFormat
  /** The matchup periods that have games, in order. In a league without matchups, the NFL weeks with points. */
  periods: number[]
  /** The matchup period, or the NFL week of a league without matchups; null if the season has none yet. */
  period: number | null
  /** Whether the period is after the current one, so that its games can still change. */
  isPlanned: boolean
  /** The NFL weeks of the period, in order. */
  nflWeeks: number[]
  /**
   * The NFL week of the period whose lineups are shown: the current week if it is in the period, otherwise
   * the last week of a past period or the first week of a future one.
   */
  lineupWeek: number | null
  /** The points of the teams in a week of a league without matchups. */
  scores: readonly WeeklyScore[]
}

/** What the viewers of a week see, except for which team is theirs. */
export type LeagueWeek = RequestedWeek & {
  games: readonly StoredGame[]
  /** The rounds of playoff games by game ID. Games whose round is unknown are missing. */
  rounds: ReadonlyMap<number, PlayoffRound>
  teams: readonly LeagueTeam[]
  lineups: readonly TeamLineup[]
  /** The NFL games of the week of the lineups; null without lineups. */
  nflWeek: NflWeek | null
  /** Whether the NFL games of the period's last week have ended. */
  isOver: boolean
  freshness: Freshness
}

export type WeekReaderOptions = {
  seasons: SeasonReader
  games: GameReader
  teams: TeamReader
  archive: Pick<ArchiveReader, 'listLineups'>
  brackets: BracketReader
  nfl: Pick<NflReader, 'getWeek'>
  now: () => Date
}

/** The week is a matchup period, or an NFL week of a longer one. */
export type WeekQuery = { season?: number | undefined; week?: number | undefined }

export interface WeekReader {
  /** The season and the week default to the current ones. */
  readWeek(leagueId: number, query: WeekQuery): Promise<LeagueWeek>
}

export function weekReader(options: WeekReaderOptions): WeekReader {
  const { seasons, games, teams, archive, brackets, nfl, now } = options
  return {
    async readWeek(leagueId, query) {
      const requested = await resolveRequestedWeek(leagueId, query)
      const { season, format, period, lineupWeek } = requested
      const [weekGames, seasonTeams, lineups, nflWeek, freshness] = await Promise.all([
        period === null || !hasMatchups(format) ? [] : games.listGames(leagueId, season, period),
        teams.listTeams(leagueId, season),
        lineupWeek === null ? [] : archive.listLineups(leagueId, season, lineupWeek),
        lineupWeek === null ? null : nfl.getWeek(season, lineupWeek),
        seasons.getFreshness(leagueId, season),
      ])
      const hasPlayoffs = weekGames.some(({ bracket }) => bracket !== 'regular')
      return {
        ...requested,
        games: weekGames,
        rounds: hasPlayoffs ? playoffRounds(await brackets.getBracket(leagueId, season)) : new Map(),
        teams: seasonTeams,
        lineups: hasWeeklyPoints(format) ? lineups : lineups.map(withoutPoints),
        nflWeek,
        isOver: nflWeek !== null && lineupWeek === requested.nflWeeks.at(-1) && isNflWeekOver(nflWeek),
        freshness,
      }
    },
  }

  async function resolveRequestedWeek(leagueId: number, query: WeekQuery): Promise<RequestedWeek> {
    const season = query.season ?? (await seasons.getCurrentSeason(leagueId, now()))
    const schedule = await games.findSchedule(leagueId, season)
    const format = schedule?.format ?? 'points'
    if (!hasMatchups(format) && hasWeeklyPoints(format))
      return resolveScoredWeek(leagueId, season, query, schedule)
    const periods = await games.listPeriodsWithGames(leagueId, season)
    const period =
      query.week === undefined
        ? clampPeriod(periods, schedule?.currentPeriod ?? null)
        : periodOfNumber({ periods: schedule?.periods ?? [] }, query.week)
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
      format: schedule?.format ?? 'total_points',
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
