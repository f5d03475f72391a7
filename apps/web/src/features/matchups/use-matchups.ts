import type { ApiResponse } from '../../api/api-client.ts'
import { leagueQuery, shareImage } from '../../api/operations.ts'

export type Scoreboard = ApiResponse<'GET /api/league/:league/scoreboard/'>
export type Matchup = Scoreboard['matchups'][number]
export type MatchupTeam = Matchup['away']
export type MyMatchupResponse = ApiResponse<'GET /api/league/:league/me/matchup/'>
export type MyMatchup = NonNullable<MyMatchupResponse['matchup']>
export type LineupSlot = NonNullable<MyMatchup['away']['lineup']>[number]

export type LeagueMatchupResponse = ApiResponse<'GET /api/league/:league/games/:season/:week/:game/'>

/** A null season is the current one; a null week is the season's current or last week. */
export type SeasonWeek = { season: number | null; week: number | null }

/** The matchups of a matchup period. */
export const scoreboardQuery = (league: string, { season = null, week = null }: Partial<SeasonWeek> = {}) =>
  leagueQuery('GET /api/league/:league/scoreboard/', ['scoreboard'], { league, season, week })

/** The current user's matchup of a matchup period. */
export const myMatchupQuery = (league: string, { season = null, week = null }: Partial<SeasonWeek> = {}) =>
  leagueQuery('GET /api/league/:league/me/matchup/', ['matchup'], { league, season, week })

/** Identifies a game of any season. `week` is its matchup period. */
export type GameKey = { season: number; week: number; game: number }

export const gameQuery = (league: string, { season, week, game }: GameKey) =>
  leagueQuery('GET /api/league/:league/games/:season/:week/:game/', ['matchup'], {
    league,
    season,
    week,
    game,
  })

export const matchupImage = (league: string, game: GameKey) =>
  shareImage('GET /api/league/:league/games/:season/:week/:game/image/', { league, ...game })

/**
 * The week that a response is about: the chosen one, or the matchup that the chosen NFL week is part of. While another
 * week's response is shown, the chosen one; null if nothing is known yet.
 */
export function shownWeek(
  chosen: number | null,
  response: { week: number | null } | undefined,
  isPlaceholder: boolean,
): number | null {
  if (response === undefined || (isPlaceholder && chosen !== null)) return chosen
  return response.week
}
