import type { Points } from '../points.ts'
import type { GameResult } from '../season.ts'
import type { HistoryInput, PastGame, PastSeason, PastTeam } from './history-input.ts'
import type { Owner, Owners } from './owners.ts'

export type PlayedSide = { owner: Owner | null; team: PastTeam; points: Points }

/** A finished game of two sides. */
export type PlayedGame = {
  season: number
  /** The provider's matchup period. */
  period: number
  /** The NFL weeks in which it was played; empty where the calendar is unknown. */
  weeks: readonly number[]
  gameId: number
  isPlayoff: boolean
  /** The provider's word: an adjustment that decided the game may be missing in the points. */
  result: Exclude<GameResult, 'undecided'>
  home: PlayedSide
  away: PlayedSide
  /** Whether it may hold a record of single games. */
  countsForRecords: boolean
}

/** Every finished game of two sides, the earliest first: by season, week and the provider's number. */
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
    const [first, second] = [sideOf(home), away === null ? null : sideOf(away)]
    if (first === null || second === null || result === 'undecided') continue
    const isPlayoff = bracket !== 'regular'
    const weeks = weeksOf.get(period) ?? []
    const countsForRecords =
      !isExcluded && !isPlayoff && weeks.length <= 1 && (first.points !== 0 || second.points !== 0)
    games.push({
      season: season.season,
      period,
      weeks,
      gameId,
      isPlayoff,
      result,
      home: first,
      away: second,
      countsForRecords,
    })
  }
  return games.sort((a, b) => a.period - b.period || a.gameId - b.gameId)
}

/** The side that won and the one that lost; null for a tie. */
export function winnerAndLoser(game: PlayedGame): { winner: 'home' | 'away'; loser: 'home' | 'away' } | null {
  if (game.result === 'tie') return null
  return game.result === 'home' ? { winner: 'home', loser: 'away' } : { winner: 'away', loser: 'home' }
}
