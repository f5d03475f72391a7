import type { ApiResponse } from '../../api/api-client.ts'
import { leagueQuery } from '../../api/operations.ts'

export type Roster = ApiResponse<'GET /api/league/:league/me/roster/'>
export type RosterRow = Roster['players'][number]
export type Player = ApiResponse<'GET /api/league/:league/players/:player/'>

/** The current user's roster in an NFL week; null for the current week. */
export const rosterQuery = (league: string, week: number | null = null) =>
  leagueQuery('GET /api/league/:league/me/roster/', ['roster'], { league, week })

/** An NFL player in the league; null for the newest season in which a team of the league had the player. */
export const playerQuery = (league: string, player: number, season: number | null) =>
  leagueQuery('GET /api/league/:league/players/:player/', ['roster', 'player'], { league, player, season })
