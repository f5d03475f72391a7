import type { ApiResponse } from '../../api/api-client.ts'
import { leagueQuery, shareImage } from '../../api/operations.ts'

export type TeamResponse = ApiResponse<'GET /api/league/:league/teams/:team/'>
export type TeamRoster = TeamResponse['roster']
export type TeamGame = TeamResponse['schedule'][number]
export type TeamTransaction = NonNullable<TeamResponse['transactions']>[number]

/** Identifies a team of a season and the NFL week of its roster. null stands for the current season and week. */
export type TeamKey = { team: number; season: number | null; week: number | null }

export const teamQuery = (league: string, { team, season, week }: TeamKey) =>
  leagueQuery('GET /api/league/:league/teams/:team/', ['roster', 'team'], { league, team, season, week })

export const teamImage = (league: string, team: number, season: number) =>
  shareImage('GET /api/league/:league/teams/:team/image/', { league, team, season })
