import type { ResponseOf } from '@fieldhouse/contract/operation'
import type { getTeam, TeamGame, TeamPage, TeamTransaction } from '@fieldhouse/contract/teams'
import type { NflPlayer } from '@fieldhouse/domain/nfl/player'
import { addPoints, pointsToDecimal, pointsToDecimalOrNull } from '@fieldhouse/domain/points'
import { fallbackPlayerName } from '@fieldhouse/domain/rosters/lineup'
import { toMatchupView } from '@fieldhouse/domain/rosters/matchup'
import { isOfTeam, isPublic, type PublicTransaction, teamsOf } from '@fieldhouse/domain/rosters/transactions'
import { playoffRounds } from '@fieldhouse/domain/seasons/playoffs'
import { hasMatchups, hasWeeklyPoints } from '@fieldhouse/domain/seasons/scoring-format'
import { type Game, periodOfWeek } from '@fieldhouse/domain/seasons/season'
import type { LeagueTeam } from '@fieldhouse/domain/seasons/season-views'
import { outcomeFinder, outcomeOf, streakOf } from '@fieldhouse/domain/seasons/standings'
import type { Context } from '../../context.ts'
import { presentRoster } from '../../http/present-roster.ts'
import {
  pointsPerGameOf,
  presentAverage,
  presentManagers,
  presentTeamLink,
  presentTeamUrl,
} from '../../http/present-team.ts'
import { presentFreshness, toWire } from '../../http/to-wire.ts'
import type { League } from '../../repositories/league.ts'
import { findPlayers } from '../../repositories/player-reader.ts'
import { readTeamOwner } from '../history/read-history.ts'
import { findRoster, listTeamsInPlay, resolveRosterWeek } from '../roster/read-roster.ts'

type TeamResponse = ResponseOf<typeof getTeam>

export async function readTeam(
  ctx: Context,
  { id, espnLeagueId }: { id: number; espnLeagueId: number | null },
  teamId: number,
  query: { season?: number | undefined; week?: number | undefined },
): Promise<{
  response: TeamResponse
  hasCurrentPicture: (() => Promise<boolean>) | null
} | null> {
  const league = await ctx.leagues.get(id)
  const season = query.season ?? league.currentSeason(ctx.now())
  const teams = league.teams(season)
  const team = teams.find((each) => each.teamId === teamId)
  if (team === undefined) return null
  const { week, weeks, format } = await resolveRosterWeek(ctx, league, season, query.week)
  const [owner, roster, transactions, inPlay] = await Promise.all([
    readTeamOwner(ctx, league, season, teamId),
    findRoster(ctx, id, season, { week, weeks, format }, teamId),
    listTransactions(ctx, id, season, teamId),
    listTeamsInPlay(ctx, league, season),
  ])
  const schedule = league.schedule(season)
  const games = league.games(season)
  const freshness = league.freshness(season)
  const outcomes = hasMatchups(format) ? outcomeFinder(games)(teamId) : []
  const players = await findPlayers(
    ctx.db,
    (transactions ?? []).flatMap(({ moves }) => moves.map(({ playerId }) => playerId)),
  )
  const response: TeamResponse = {
    season,
    seasons: league.seasonsOfTeam(teamId),
    scoring_format: format,
    is_finished: schedule?.isFinished ?? false,
    espn_league_id: espnLeagueId,
    team_url: presentTeamUrl({ ...freshness, season }, teamId),
    team: {
      ...presentTeamLink(teamId, teams),
      abbrev: team.abbrev,
      record: team.record,
      rank: team.rank,
      seed: team.seed,
      ...presentManagers(team, league.ownerNames(season)),
      owner: owner === null ? null : { owner: owner.name, slug: owner.slug, picture: owner.picture },
      titles: owner?.titles ?? [],
      streak: streakOf(outcomes),
      last_five: lastResults(league, season, teamId),
      points_for: pointsToDecimalOrNull(team.pointsFor),
      points_against: pointsToDecimalOrNull(team.pointsAgainst),
      points_per_game: pointsPerGameOf({ schedule, teams, games })(team),
    },
    weekly_points: presentWeeks(league, season, teamId),
    schedule: presentSchedule(league, season, teamId, inPlay),
    roster: { week, weeks, players: roster === null ? [] : presentRoster(roster.lineup, roster.nflWeek) },
    transactions: transactions?.map((each) => presentTransaction(each, teamId, players, teams)) ?? null,
    ...presentFreshness(freshness),
  }
  return { response, hasCurrentPicture: owner?.hasCurrentPicture ?? null }
}

/** The transactions of a team that everyone may see, newest first. null if the season has none stored. */
async function listTransactions(
  { archive }: Pick<Context, 'archive'>,
  leagueId: number,
  season: number,
  teamId: number,
): Promise<PublicTransaction[] | null> {
  if ((await archive.listTransactionWeeks(leagueId, season)).length === 0) return null
  const all = await archive.listTransactions(leagueId, season)
  return all
    .filter((each) => isOfTeam(each, teamId))
    .filter(isPublic)
    .toReversed()
}

/** Byes are no games: they count neither for the team nor for the average. */
function presentWeeks(league: League, season: number, teamId: number): TeamResponse['weekly_points'] {
  const schedule = league.schedule(season)
  if (schedule === null || !hasWeeklyPoints(schedule.format)) return []
  const playing = new Set(
    league
      .games(season)
      .flatMap(({ period, home, away }) =>
        away === null ? [] : [`${period} ${home.teamId}`, `${period} ${away.teamId}`],
      ),
  )
  const weeks = league.completedWeeks(season)
  const counted = hasMatchups(schedule.format)
    ? weeks.filter((each) => playing.has(`${periodOfWeek(schedule, each.week)} ${each.teamId}`))
    : weeks
  const byWeek = Map.groupBy(counted, ({ week }) => week)
  return counted
    .filter((each) => each.teamId === teamId)
    .map(({ week, points }) => {
      const scores = (byWeek.get(week) ?? []).map((each) => each.points)
      return {
        week,
        points: pointsToDecimal(points),
        league_average: presentAverage(addPoints(scores), scores.length),
      }
    })
}

function presentTransaction(
  transaction: PublicTransaction,
  ownId: number,
  players: ReadonlyMap<number, NflPlayer>,
  teams: readonly LeagueTeam[],
): TeamTransaction {
  const { moves, picks, budget, ...rest } = transaction
  return {
    ...toWire({ ...rest, budget: budget ?? [] }),
    other_teams: teamsOf(transaction)
      .filter((teamId) => teamId !== ownId)
      .map((teamId) => presentTeamLink(teamId, teams)),
    moves: moves.map(({ playerId, fromTeamId, toTeamId }) => ({
      espn_id: playerId,
      player: players.get(playerId)?.name ?? fallbackPlayerName(playerId),
      from_team_id: fromTeamId,
      to_team_id: toTeamId,
    })),
    picks: (picks ?? []).map((pick) => ({
      ...toWire(pick),
      original_team: presentTeamLink(pick.originalTeamId, teams).name,
    })),
  }
}

const MAX_LAST_RESULTS = 5

/** The latest finished games, oldest first. */
function lastResults(league: League, season: number, teamId: number): TeamPage['last_five'] {
  return listGames(league, season, teamId)
    .flatMap((game) => {
      const result = outcomeOf(game, teamId)
      return result === null ? [] : [{ week: game.period, game_id: game.gameId, result }]
    })
    .slice(-MAX_LAST_RESULTS)
}

/**
 * The games and byes of a team, in order.
 * @param inPlay the teams with a player whose game of the current NFL week has begun
 */
function presentSchedule(
  league: League,
  season: number,
  teamId: number,
  inPlay: ReadonlySet<number>,
): TeamGame[] {
  const schedule = league.schedule(season)
  const { currentPeriod = null, isFinished = false, periods = [], format = 'points' } = schedule ?? {}
  const rounds = playoffRounds(league.bracket(season))
  const teams = league.teams(season)
  return listGames(league, season, teamId).map((game) => {
    const { gameId, period, home, away, result, bracket, categories } = game
    const week = {
      week: period,
      nfl_weeks: periods.find((each) => each.period === period)?.weeks ?? [],
      is_playoff: bracket !== 'regular',
      round: rounds.get(gameId) ?? null,
    }
    const isPast = schedule !== null && (isFinished || period < (currentPeriod ?? 0))
    if (away === null) return { ...week, ...BYE, state: isPast ? 'final' : 'before' }
    const hasBegun = period === currentPeriod && [home, away].some((side) => inPlay.has(side.teamId))
    const matchup = toMatchupView({ home, away, result, isOneWeek: true }, hasBegun)
    const isHome = home.teamId === teamId
    const [own, other] = isHome ? [matchup.home, matchup.away] : [matchup.away, matchup.home]
    const hasScores = format !== 'categories'
    const [wins, losses] = isHome
      ? [categories?.home ?? 0, categories?.away ?? 0]
      : [categories?.away ?? 0, categories?.home ?? 0]
    const opponentId = isHome ? away.teamId : home.teamId
    const opponent = teams.find((team) => team.teamId === opponentId)
    return {
      ...week,
      game_id: gameId,
      opponent: {
        ...presentTeamLink(opponentId, teams),
        record: opponent?.record ?? null,
        rank: opponent?.rank ?? null,
      },
      is_home: isHome,
      state: matchup.state,
      result: outcomeOf(game, teamId),
      score: hasScores ? pointsToDecimalOrNull(own.score) : null,
      opponent_score: hasScores ? pointsToDecimalOrNull(other.score) : null,
      categories: categories === null ? null : { wins, losses, ties: categories.ties },
    }
  })
}

function listGames(league: League, season: number, teamId: number): Game[] {
  if (!hasMatchups(league.format(season))) return []
  return league
    .games(season)
    .filter(({ home, away }) => home.teamId === teamId || away?.teamId === teamId)
    .toSorted((a, b) => a.period - b.period || a.gameId - b.gameId)
}

const BYE = {
  game_id: null,
  opponent: null,
  is_home: true,
  result: null,
  score: null,
  opponent_score: null,
  categories: null,
} as const
