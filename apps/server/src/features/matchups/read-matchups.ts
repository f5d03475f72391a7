import type { DashboardGame } from '@fieldhouse/contract/dashboard'
import type * as contract from '@fieldhouse/contract/matchups'
import type { DataKind, ResponseOf } from '@fieldhouse/contract/operation'
import { isNflWeekOver, type NflWeek } from '@fieldhouse/domain/nfl/nfl-week'
import { pointsToDecimal, pointsToDecimalOrNull } from '@fieldhouse/domain/points'
import { hasProjections } from '@fieldhouse/domain/rosters/expected-points'
import { type TeamLineup, topScorer, withoutPoints } from '@fieldhouse/domain/rosters/lineup'
import { type MatchupView, matchupInWeek, remainingPlayers } from '@fieldhouse/domain/rosters/matchup'
import { type PlayoffRound, playoffRounds } from '@fieldhouse/domain/seasons/playoffs'
import { hasMatchups, hasWeeklyPoints, type ScoringFormat } from '@fieldhouse/domain/seasons/scoring-format'
import {
  type CategoryCounts,
  type Game,
  type GameResult,
  type GameSide,
  isDecided,
  periodOfNumber,
  type WeeklyScore,
} from '@fieldhouse/domain/seasons/season'
import { hasUser, type LeagueTeam, type SeasonSchedule } from '@fieldhouse/domain/seasons/season-views'
import type { Context } from '../../context.ts'
import { presentLineup } from '../../http/present-roster.ts'
import { presentManagers, presentTeamLink, UNASSIGNED } from '../../http/present-team.ts'
import { presentFreshness, toWire } from '../../http/to-wire.ts'
import { estimateLineups } from '../../repositories/archive-reader.ts'
import type { League, LeagueSeasons, SeasonFreshness } from '../../repositories/league.ts'
import { listOtherMeetings } from '../history/read-history.ts'

/**
 * The matchups of a week.
 * @param userId whose team gets `is_mine`; null for nobody
 */
export async function readScoreboard(
  ctx: WeekSources,
  leagueId: number,
  query: WeekQuery,
  userId: number | null,
): Promise<ResponseOf<typeof contract.getScoreboard>> {
  return presentScoreboard(await readWeek(ctx, leagueId, query), userId)
}

/** The current user's matchup and bye come first, then the playoff games by importance. */
export function presentScoreboard(
  week: LeagueWeek,
  userId: number | null,
): ResponseOf<typeof contract.getScoreboard> {
  const isMine = (teamId: number | undefined) => teamId !== undefined && teamId === myTeamId(week, userId)
  const isMyGame = ({ home, away }: Game) => isMine(home.teamId) || isMine(away?.teamId)
  const identify = (teamId: number) => ({ ...presentTeamLink(teamId, week.teams), is_mine: isMine(teamId) })
  const identifyAll = (teamIds: readonly number[]) =>
    teamIds.map(identify).sort((a, b) => Number(b.is_mine) - Number(a.is_mine))
  return {
    ...presentWeek(week),
    matchups: week.games
      .filter(hasOpponent)
      .toSorted((a, b) => Number(isMyGame(b)) - Number(isMyGame(a)) || byImportance(week)(a, b))
      .map((game) => presentMatchup(game, week, (teamId) => ({ is_mine: isMine(teamId) }))),
    byes: identifyAll(teamsOnBye(week)),
    no_game: identifyAll(teamsWithoutGame(week)),
    scores: week.scores
      .toSorted((a, b) => b.points - a.points || a.teamId - b.teamId)
      .map(({ teamId, points }) => ({ ...identify(teamId), score: pointsToDecimal(points) })),
  }
}

export function presentMyMatchup(week: LeagueWeek, userId: number): ResponseOf<typeof contract.getMyMatchup> {
  const teamId = myTeamId(week, userId)
  const game = week.games
    .filter(hasOpponent)
    .find(({ home, away }) => home.teamId === teamId || away.teamId === teamId)
  return {
    ...presentWeek(hasMatchups(week.format) ? week : { ...week, period: null, periods: [] }),
    assigned: teamId !== undefined,
    matchup:
      game === undefined
        ? null
        : {
            ...presentMatchup(game, week, (each) => ({
              is_mine: each === teamId,
              lineup: presentLineup(week.lineups, each, week.nflWeek),
            })),
            ...presentLineupWeek(game, week),
          },
    no_matchup: game === undefined && teamId !== undefined ? idleReason(teamId, week) : null,
  }
}

const MY_WEEK_READS: readonly DataKind[] = ['season', 'league', 'people', 'nfl']

/** The current week of a user's team. null: no game, no lineup, an unknown NFL schedule. */
export function readMyWeek(
  ctx: WeekSources & Pick<Context, 'memory'>,
  leagueId: number,
  userId: number,
): Promise<{ game: DashboardGame | null; lineup: TeamLineup | null; nflWeek: NflWeek | null }> {
  return ctx.memory.get(leagueId, MY_WEEK_READS, `week of ${userId}`, async () => {
    const week = await readWeek(ctx, leagueId, {})
    const { matchup, season } = presentMyMatchup(week, userId)
    return {
      game: matchup === null ? null : { ...matchup, season },
      lineup: week.lineups.find(({ teamId }) => teamId === myTeamId(week, userId)) ?? null,
      nflWeek: week.nflWeek,
    }
  })
}

export async function readMatchup(
  ctx: WeekSources,
  leagueId: number,
  { season, week: number, game: gameId }: { season: number; week: number; game: number },
): Promise<ResponseOf<typeof contract.getMatchup> | null> {
  const week = await readWeek(ctx, leagueId, { season, week: number })
  const games = week.games.filter(hasOpponent).toSorted(byImportance(week))
  const index = games.findIndex((each) => each.gameId === gameId)
  const game = games[index]
  if (game === undefined) return null
  const { league, teams } = week
  const owners = league.ownerNames(season)
  return {
    season,
    seasons: league.years(),
    scoring_format: week.format,
    weeks: week.periods,
    is_estimated: week.isEstimated,
    matchup: {
      ...presentMatchup(game, week, (teamId) => {
        const team = teams.find((each) => each.teamId === teamId)
        return {
          rank: team?.rank ?? null,
          ...presentManagers(team ?? { teamId, ...UNASSIGNED }, owners),
          lineup: presentLineup(week.lineups, teamId, week.nflWeek),
        }
      }),
      ...presentLineupWeek(game, week),
    },
    previous_game: games[index - 1]?.gameId ?? null,
    next_game: games[index + 1]?.gameId ?? null,
    meetings: listMeetings(week, game),
    ...presentFreshness(week.freshness),
  }
}

function listMeetings({ league, season }: LeagueWeek, { home, away }: GameWithOpponent) {
  const pair = [home.teamId, away.teamId] as const
  const others = listOtherMeetings(league, season, pair)
  const own = league
    .games(season)
    .filter(hasOpponent)
    .filter((game) => [game.home, game.away].every(({ teamId }) => pair.includes(teamId)))
    .map(({ period, gameId }) => ({ season, period, gameId }))
  return [...others, ...own]
    .sort((a, b) => a.season - b.season || a.period - b.period || a.gameId - b.gameId)
    .map(({ season: year, period, gameId }) => ({ season: year, week: period, game_id: gameId }))
}

function myTeamId({ teams }: LeagueWeek, userId: number | null): number | undefined {
  return teams.find((team) => userId !== null && hasUser(team, userId))?.teamId
}

function idleReason(teamId: number, week: LeagueWeek): 'bye' | 'no_game' | null {
  if (teamsOnBye(week).includes(teamId)) return 'bye'
  return teamsWithoutGame(week).includes(teamId) ? 'no_game' : null
}

function teamsOnBye({ games }: LeagueWeek): number[] {
  return games.filter(({ away }) => away === null).map(({ home }) => home.teamId)
}

/** The provider leaves out eliminated teams. Before a week, their games may not be known yet. */
function teamsWithoutGame({ games, teams, isPlanned }: LeagueWeek): number[] {
  if (games.length === 0 || isPlanned) return []
  const scheduled = new Set(games.flatMap(({ home, away }) => [home.teamId, away?.teamId]))
  return teams.map(({ teamId }) => teamId).filter((teamId) => !scheduled.has(teamId))
}

function presentWeek({ season, format, period, periods, isEstimated, freshness }: LeagueWeek) {
  return {
    season,
    scoring_format: format,
    week: period,
    weeks: periods,
    is_estimated: isEstimated,
    ...presentFreshness(freshness),
  }
}

type RequestedWeek = {
  season: number
  format: ScoringFormat
  /** The matchup periods that have games, in order. In a league without matchups, the NFL weeks with points. */
  periods: number[]
  /** The matchup period, or the NFL week of a league without matchups; null if the season has none yet. */
  period: number | null
  isPlanned: boolean
  nflWeeks: number[]
  /**
   * The NFL week of the period whose lineups are shown: the current week if it is in the period, otherwise
   * the last week of a past period or the first week of a future one.
   */
  lineupWeek: number | null
  /** The points of the teams in a week of a league without matchups. */
  scores: readonly WeeklyScore[]
}

export type LeagueWeek = RequestedWeek & {
  league: League
  games: readonly Game[]
  /** The rounds of playoff games by game ID. Games whose round is unknown are missing. */
  rounds: ReadonlyMap<number, PlayoffRound>
  teams: readonly LeagueTeam[]
  lineups: readonly TeamLineup[]
  nflWeek: NflWeek | null
  /** Whether the projections are estimates, because the provider has none. */
  isEstimated: boolean
  /** Whether the NFL games of the period's last week have ended. */
  isOver: boolean
  freshness: SeasonFreshness
}

/** The week is a matchup period, or an NFL week of a longer one. The season and the week default to the current ones. */
type WeekQuery = { season?: number | undefined; week?: number | undefined }

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
  const isOver = nflWeek !== null && lineupWeek === requested.nflWeeks.at(-1) && isNflWeekOver(nflWeek)
  const isOpen = !isOver && games.some(({ result }) => !isDecided(result))
  const isBestBall = league.season(season)?.isBestBall ?? false
  const estimated =
    isOpen && lineupWeek !== null && hasWeeklyPoints(format)
      ? await estimateLineups(archive, { leagueId, season, week: lineupWeek, isBestBall, lineups, nflWeek })
      : lineups
  const hasPlayoffs = games.some(({ bracket }) => bracket !== 'regular')
  return {
    ...requested,
    league,
    games,
    rounds: hasPlayoffs ? playoffRounds(league.bracket(season)) : new Map(),
    teams: league.teams(season),
    lineups: hasWeeklyPoints(format) ? estimated : lineups.map(withoutPoints),
    isEstimated: !hasProjections(lineups) && hasProjections(estimated),
    nflWeek,
    isOver,
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

type GameWithOpponent = Game & { away: GameSide }

type Side = 'home' | 'away'

function presentMatchup<Extra>(game: GameWithOpponent, view: LeagueWeek, extend: (teamId: number) => Extra) {
  const matchup = matchupInWeek(game, view)
  const present = (side: Side) => ({
    ...presentSide(side, matchup, game, view),
    ...extend(game[side].teamId),
  })
  return {
    id: game.gameId,
    status: statusLabel(matchup, matchup.result),
    state: matchup.state,
    result: isDecided(matchup.result) ? matchup.result : null,
    is_playoff: game.bracket !== 'regular',
    round: view.rounds.get(game.gameId) ?? null,
    nfl_weeks: view.nflWeeks,
    away: present('away'),
    home: present('home'),
  }
}

function presentLineupWeek(
  game: Game,
  view: LeagueWeek,
): Pick<contract.LeagueMatchup, 'week' | 'lineup_week'> {
  return { week: game.period, lineup_week: view.lineups.length > 0 ? view.lineupWeek : null }
}

function hasOpponent(game: Game): game is GameWithOpponent {
  return game.away !== null
}

function byImportance({ rounds }: Pick<LeagueWeek, 'rounds'>): (a: Game, b: Game) => number {
  const importanceOf = ({ gameId, bracket }: Game) => {
    const order = ['regular', 'winners', 'playoffs', 'winners consolation', 'losers consolation']
    const round = rounds.get(gameId)?.bracket
    const byRound = round === undefined ? 0 : ['championship', 'third_place', 'consolation'].indexOf(round)
    return byRound * order.length + order.indexOf(bracket)
  }
  return (a, b) => importanceOf(a) - importanceOf(b) || a.gameId - b.gameId
}

function presentSide(side: Side, matchup: MatchupView, game: GameWithOpponent, view: LeagueWeek) {
  const { format, teams, lineups } = view
  const { teamId } = game[side]
  const team = teams.find((candidate) => candidate.teamId === teamId)
  const { score, projected, winProbability } = matchup[side]
  const lineup = lineups.find((candidate) => candidate.teamId === teamId)
  const top = lineup === undefined ? null : topScorer(lineup.entries)
  const hasScores = format !== 'categories'
  return {
    ...presentTeamLink(teamId, teams),
    score: hasScores ? pointsToDecimalOrNull(score) : null,
    proj: hasScores ? pointsToDecimalOrNull(projected) : null,
    win_chance: hasScores ? winProbability : null,
    categories: hasScores ? null : presentCategories(side, game.categories),
    remaining:
      matchup.state === 'final' || matchup.state === 'not_played' ? null : presentRemaining(teamId, view),
    record: team?.record ?? null,
    seed: team?.seed ?? null,
    top_scorer:
      top === null ? null : { espn_id: top.playerId, player: top.name, points: pointsToDecimal(top.points) },
  }
}

function presentRemaining(teamId: number, { lineups, nflWeek, nflWeeks, lineupWeek }: LeagueWeek) {
  const lineup = lineups.find((candidate) => candidate.teamId === teamId)
  if (lineup === undefined || nflWeek === null || lineupWeek !== nflWeeks.at(-1)) return null
  return toWire(remainingPlayers(lineup.entries, nflWeek))
}

function presentCategories(side: Side, counts: CategoryCounts | null): contract.MatchupTeam['categories'] {
  if (counts === null) return null
  const { home, away, ties } = counts
  return side === 'home' ? { wins: home, losses: away, ties } : { wins: away, losses: home, ties }
}

function statusLabel({ state }: MatchupView, result: GameResult): string {
  switch (state) {
    case 'before':
      return 'Not started'
    case 'live':
      return 'Live'
    case 'final':
      return result === 'tie' ? 'Final, tied' : 'Final'
    case 'not_played':
      return 'Not played'
  }
}
