import type { Points } from '../points.ts'
import type { GameResult } from '../season.ts'
import type { HistoryInput, PastGame, PastSeason, PastTeam } from './history-input.ts'
import type { Owner, Owners } from './owners.ts'

export type PlayedSide = { owner: Owner | null; team: PastTeam; points: Points }

/** A finished game between two teams. */
export type PlayedGame = {
  season: number
  /** The provider's matchup period. */
  period: number
  /** The NFL weeks of the game; empty if the calendar is unknown. */
  weeks: readonly number[]
  gameId: number
  isPlayoff: boolean
  /** The provider's result. The points may lack an adjustment that decided the game. */
  result: Exclude<GameResult, 'undecided'>
  home: PlayedSide
  away: PlayedSide
  /** Whether the game counts for single-game records. */
  countsForRecords: boolean
}

/**
 * Returns all finished games between two teams, ordered by season, matchup period and the provider's game ID.
 */
export function playedGames({ seasons, exclusions }: HistoryInput, owners: Owners): PlayedGame[] {
  return seasons.flatMap((season) => gamesOf(season, owners, exclusions.has(season.season)))
}

function gamesOf(season: PastSeason, owners: Owners, isExcluded: boolean): PlayedGame[] {
  const teams = new Map(season.teams.map((team) => [team.teamId, team]))
  const weeksOf = new Map(season.periods.map(({ period, weeks }) => [period, weeks]))
  const sideOf = ({ teamId, points }: PastGame['home']): PlayedSide | null => {
    const team = teams.get(teamId)
    return team === undefined ? null : { owner: owners.findByMemberId(team.primaryOwnerId), team, points }
  }
  const games: PlayedGame[] = []
  for (const { gameId, period, result, bracket, home, away } of season.games) {
    const [homeSide, awaySide] = [sideOf(home), away === null ? null : sideOf(away)]
    if (homeSide === null || awaySide === null || result === 'undecided') continue
    const isPlayoff = bracket !== 'regular'
    const weeks = weeksOf.get(period) ?? []
    const countsForRecords =
      !isExcluded && !isPlayoff && weeks.length <= 1 && (homeSide.points !== 0 || awaySide.points !== 0)
    games.push({
      season: season.season,
      period,
      weeks,
      gameId,
      isPlayoff,
      result,
      home: homeSide,
      away: awaySide,
      countsForRecords,
    })
  }
  return games.sort((a, b) => a.period - b.period || a.gameId - b.gameId)
}

/** Returns the winning and the losing side; null for a tie. */
export function winnerAndLoser(game: PlayedGame): { winner: 'home' | 'away'; loser: 'home' | 'away' } | null {
  if (game.result === 'tie') return null
  return game.result === 'home' ? { winner: 'home', loser: 'away' } : { winner: 'away', loser: 'home' }
}
