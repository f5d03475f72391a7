import { queryOptions } from '@tanstack/react-query'
import { type ApiResponse, apiClient } from '../../api/api-client.ts'
import { leagueQueryKey } from '../../api/league-queries.ts'

export type History = ApiResponse<'GET /api/league/:league/history/'>
export type Season = History['seasons'][number]
export type SeasonStanding = Season['standings'][number]
export type Finisher = Season['podium'][number]
export type AllTime = History['all_time']
export type OwnerTotals = AllTime['by_owner_enhanced'][number]
export type TeamName = AllTime['by_team'][number]
export type LeagueRecords = AllTime['league_records']
export type FunFacts = AllTime['fun_facts']
export type GameRecord = NonNullable<LeagueRecords['highest_game']>
export type Comparison = ApiResponse<'GET /api/league/:league/owner-compare/'>
export type PlayedGame = Comparison['games'][number]
export type OwnerHistory = ApiResponse<'GET /api/league/:league/owners/:owner/'>
export type GameDetails = ApiResponse<'GET /api/league/:league/games/:season/:game/'>

/** Key prefix of all queries about a league's history. */
export function historyKey(league: string) {
  return [...leagueQueryKey(league), 'history'] as const
}

export const historyQuery = (league: string) =>
  queryOptions({
    queryKey: [...historyKey(league), 'all'],
    queryFn: ({ signal }) => apiClient('GET /api/league/:league/history/', { params: { league }, signal }),
  })

/** Every game between two owners, from the perspective of `a`. */
export const comparisonQuery = (league: string, a: string, b: string) =>
  queryOptions({
    queryKey: [...historyKey(league), 'compare', a, b],
    queryFn: ({ signal }) =>
      apiClient('GET /api/league/:league/owner-compare/', { params: { league }, query: { a, b }, signal }),
  })

export const ownerQuery = (league: string, owner: string) =>
  queryOptions({
    queryKey: [...historyKey(league), 'owner', owner],
    queryFn: ({ signal }) =>
      apiClient('GET /api/league/:league/owners/:owner/', { params: { league, owner }, signal }),
  })

export const gameQuery = (league: string, season: number, game: number) =>
  queryOptions({
    queryKey: [...historyKey(league), 'game', season, game],
    queryFn: ({ signal }) =>
      apiClient('GET /api/league/:league/games/:season/:game/', { params: { league, season, game }, signal }),
  })
