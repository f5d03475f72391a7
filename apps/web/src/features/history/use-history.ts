import type { ApiResponse } from '../../api/api-client.ts'
import { leagueQuery, shareImage } from '../../api/operations.ts'

export type History = ApiResponse<'GET /api/league/:league/history/'>
export type Season = History['seasons'][number]
export type SeasonStanding = Season['standings'][number]
export type Finisher = Season['podium'][number]
export type Trophy = NonNullable<History['trophy']>
export type AllTime = History['all_time']
export type OwnerTotals = AllTime['by_owner_enhanced'][number]
export type TeamName = AllTime['by_team'][number]
export type LeagueRecords = AllTime['league_records']
export type FunFacts = AllTime['fun_facts']
export type GameRecord = NonNullable<LeagueRecords['highest_game']>
export type Comparison = ApiResponse<'GET /api/league/:league/owner-compare/'>
export type PlayedGame = Comparison['games'][number]
export type OwnerHistory = ApiResponse<'GET /api/league/:league/owners/:owner/'>
export type OwnerPairs = ApiResponse<'GET /api/league/:league/history/pairs/'>
export type Elo = ApiResponse<'GET /api/league/:league/insights/elo/'>
export type GameDetails = ApiResponse<'GET /api/league/:league/games/:season/:game/'>

export const historyQuery = (league: string) =>
  leagueQuery('GET /api/league/:league/history/', ['history', 'all'], { league })

/** Every game between two owners, from the perspective of `a`. */
export const comparisonQuery = (league: string, a: string, b: string) =>
  leagueQuery('GET /api/league/:league/owner-compare/', ['history', 'compare'], { league, a, b })

export const eloQuery = (league: string) =>
  leagueQuery('GET /api/league/:league/insights/elo/', ['history', 'elo'], { league })

export const pairsQuery = (league: string) =>
  leagueQuery('GET /api/league/:league/history/pairs/', ['history', 'pairs'], { league })

export const ownerQuery = (league: string, owner: string) =>
  leagueQuery('GET /api/league/:league/owners/:owner/', ['history', 'owner'], { league, owner })

export const gameQuery = (league: string, season: number, game: number) =>
  leagueQuery('GET /api/league/:league/games/:season/:game/', ['history', 'game'], { league, season, game })

export const recordsImage = (league: string, record?: keyof LeagueRecords) =>
  shareImage('GET /api/league/:league/history/records/image/', { league, record: record ?? null })

export const comparisonImage = (league: string, a: string, b: string) =>
  shareImage('GET /api/league/:league/owner-compare/image/', { league, a, b })
