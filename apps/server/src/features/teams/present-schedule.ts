import type { TeamGame, TeamPage } from '@fieldhouse/contract/teams/teams'
import { pointsToDecimalOrNull } from '@fieldhouse/domain/points'
import { toMatchupView } from '@fieldhouse/domain/rosters/matchup'
import { playoffRounds } from '@fieldhouse/domain/seasons/bracket'
import { outcomeOf } from '@fieldhouse/domain/seasons/results'
import { hasMatchups } from '@fieldhouse/domain/seasons/scoring-format'
import type { Game } from '@fieldhouse/domain/seasons/season'
import { presentTeamLink } from '../../http/presenters/present-team-summary.ts'
import type { League } from '../../repositories/league-values/league.ts'

const MAX_LAST_RESULTS = 5

/** The latest finished games, oldest first. */
export function lastResults(league: League, season: number, teamId: number): TeamPage['last_five'] {
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
export function presentSchedule(
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
