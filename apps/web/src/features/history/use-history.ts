import { queryOptions } from '@tanstack/react-query'
import { type Answer, call } from '../../api/call.ts'
import { leagueKey } from '../../api/league-key.ts'

export type History = Answer<'GET /api/league/:league/history/'>
export type Season = History['seasons'][number]
export type SeasonStanding = Season['standings'][number]
export type Finisher = Season['podium'][number]
export type AllTime = History['all_time']
export type OwnerFinishes = AllTime['by_owner_enhanced'][number]
export type TeamName = AllTime['by_team'][number]
export type LeagueRecords = AllTime['league_records']
export type FunFacts = AllTime['fun_facts']
export type GameRecord = NonNullable<LeagueRecords['highest_game']>
export type Comparison = Answer<'GET /api/league/:league/owner-compare/'>
export type PlayedGame = Comparison['games'][number]
export type OwnerPast = Answer<'GET /api/league/:league/owners/:owner/'>
export type GamePast = Answer<'GET /api/league/:league/games/:season/:game/'>

/** What every query about a league's history begins with. */
export function historyKey(league: string) {
  return [...leagueKey(league), 'history'] as const
}

export const historyOf = (league: string) =>
  queryOptions({
    queryKey: [...historyKey(league), 'all'],
    queryFn: ({ signal }) => call('GET /api/league/:league/history/', { params: { league }, signal }),
  })

/** Every game of two owners, from the side of `a`. */
export const comparisonOf = (league: string, a: string, b: string) =>
  queryOptions({
    queryKey: [...historyKey(league), 'compare', a, b],
    queryFn: ({ signal }) =>
      call('GET /api/league/:league/owner-compare/', { params: { league }, query: { a, b }, signal }),
  })

export const ownerOf = (league: string, owner: string) =>
  queryOptions({
    queryKey: [...historyKey(league), 'owner', owner],
    queryFn: ({ signal }) =>
      call('GET /api/league/:league/owners/:owner/', { params: { league, owner }, signal }),
  })

export const gameOf = (league: string, season: number, game: number) =>
  queryOptions({
    queryKey: [...historyKey(league), 'game', season, game],
    queryFn: ({ signal }) =>
      call('GET /api/league/:league/games/:season/:game/', { params: { league, season, game }, signal }),
  })
