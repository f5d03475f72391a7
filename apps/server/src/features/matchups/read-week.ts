import { isNflWeekOver, type NflWeek } from '@fieldhouse/domain/nfl/nfl-week'
import { type TeamLineup, withoutPoints } from '@fieldhouse/domain/rosters/lineup'
import { type PlayoffRound, playoffRounds } from '@fieldhouse/domain/seasons/bracket'
import type { LeagueTeam } from '@fieldhouse/domain/seasons/league-team'
import { hasMatchups, hasWeeklyPoints, type ScoringFormat } from '@fieldhouse/domain/seasons/scoring-format'
import { type Game, periodOfNumber, type WeeklyScore } from '@fieldhouse/domain/seasons/season'
import type { SeasonSchedule } from '@fieldhouse/domain/seasons/season-views'
import type { Context } from '../../context.ts'
import type { League, LeagueSeasons, SeasonFreshness } from '../../repositories/league-values/league.ts'

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
  league: League
  games: readonly Game[]
  /** The rounds of playoff games by game ID. Games whose round is unknown are missing. */
  rounds: ReadonlyMap<number, PlayoffRound>
  teams: readonly LeagueTeam[]
  lineups: readonly TeamLineup[]
  /** The NFL games of the week of the lineups; null without lineups. */
  nflWeek: NflWeek | null
  /** Whether the NFL games of the period's last week have ended. */
  isOver: boolean
  freshness: SeasonFreshness
}

/** The week is a matchup period, or an NFL week of a longer one. The season and the week default to the current ones. */
export type WeekQuery = { season?: number | undefined; week?: number | undefined }

export type WeekSources = Pick<Context, 'leagues' | 'archive' | 'nfl' | 'now'>

export async function readWeek(
  { leagues, archive, nfl, now }: WeekSources,
  leagueId: number,
  query: WeekQuery,
): Promise<LeagueWeek> {
  const league = await leagues.get(leagueId)
  const requested = resolveWeek(league, query.season ?? league.currentSeason(now()), query.week)
  const { season, format, period, lineupWeek } = requested
  const [lineups, nflWeek] = await Promise.all([
    lineupWeek === null ? [] : archive.listLineups(leagueId, season, lineupWeek),
    lineupWeek === null ? null : nfl.getWeek(season, lineupWeek),
  ])
  const games = hasMatchups(format) ? league.games(season).filter((game) => game.period === period) : []
  const hasPlayoffs = games.some(({ bracket }) => bracket !== 'regular')
  return {
    ...requested,
    league,
    games,
    rounds: hasPlayoffs ? playoffRounds(league.bracket(season)) : new Map(),
    teams: league.teams(season),
    lineups: hasWeeklyPoints(format) ? lineups : lineups.map(withoutPoints),
    nflWeek,
    isOver: nflWeek !== null && lineupWeek === requested.nflWeeks.at(-1) && isNflWeekOver(nflWeek),
    freshness: league.freshness(season),
  }
}

function resolveWeek(league: LeagueSeasons, season: number, week: number | undefined): RequestedWeek {
  const schedule = league.schedule(season)
  const format = league.format(season)
  if (!hasMatchups(format) && hasWeeklyPoints(format)) return resolveScoredWeek(league, season, week)
  const periods = [...new Set(league.games(season).map(({ period }) => period))].sort((a, b) => a - b)
  const period =
    week === undefined
      ? clampPeriod(periods, schedule?.currentPeriod ?? null)
      : periodOfNumber({ periods: schedule?.periods ?? [] }, week)
  const nflWeeks = schedule?.periods.find((candidate) => candidate.period === period)?.weeks ?? []
  const lineupWeek = chooseLineupWeek(nflWeeks, schedule)
  const isPlanned = period !== null && period > (schedule?.currentPeriod ?? 0)
  return { season, format, periods, period, isPlanned, nflWeeks, lineupWeek, scores: [] }
}

/** Without matchups, teams have points in NFL weeks instead of matchup periods. */
function resolveScoredWeek(league: LeagueSeasons, season: number, asked: number | undefined): RequestedWeek {
  const scores = league.weeklyScores(season)
  const weeks = [...new Set(scores.map(({ week }) => week))]
  const period = asked ?? clampPeriod(weeks, league.schedule(season)?.currentWeek ?? null)
  return {
    season,
    format: league.format(season),
    periods: weeks,
    period,
    isPlanned: false,
    nflWeeks: period === null ? [] : [period],
    lineupWeek: null,
    scores: scores.filter(({ week }) => week === period),
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
