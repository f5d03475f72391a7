import { queryOptions } from '@tanstack/react-query'
import { type ApiResponse, apiClient } from '../../api/api-client.ts'
import { leagueQuery } from '../../api/league-queries.ts'
import { useSend } from '../../api/operations.ts'

export type PublicStandings = ApiResponse<'GET /api/public/:code/standings/'>
export type PublicScoreboard = ApiResponse<'GET /api/public/:code/scoreboard/'>
export type PublicHistory = ApiResponse<'GET /api/public/:code/history/'>

export const publicLinkQuery = (league: string) =>
  leagueQuery('GET /api/league/:league/public-link/', ['public-link'], { league })

/** Turns the link on, or gives it another address. */
export const useCreatePublicLink = (league: string) =>
  useSend(
    'POST /api/league/:league/public-link/',
    (showsOwners: boolean) => ({
      params: { league },
      body: { shows_owners: showsOwners },
    }),
    { onSuccess: [publicLinkQuery(league).queryKey] },
  )

export const useSavePublicLink = (league: string) =>
  // Also after an error: another admin may have turned it off.
  useSend(
    'POST /api/league/:league/public-link/settings/',
    (showsOwners: boolean) => ({
      params: { league },
      body: { shows_owners: showsOwners },
    }),
    { onSettled: [publicLinkQuery(league).queryKey] },
  )

export const useRevokePublicLink = (league: string) =>
  useSend('POST /api/league/:league/public-link/revoke/', () => ({ params: { league } }), {
    onSettled: [publicLinkQuery(league).queryKey],
  })

/** Scores change while the page is open, and an admin may turn the link off. */
const POLL_INTERVAL_MS = 60_000

const publicKey = (code: string) => ['public', code]

export const publicLeagueQuery = (code: string) =>
  queryOptions({
    queryKey: [...publicKey(code), 'league'],
    queryFn: ({ signal }) => apiClient('GET /api/public/:code/', { params: { code }, signal }),
    refetchInterval: POLL_INTERVAL_MS,
  })

export const publicStandingsQuery = (code: string, season: number) =>
  queryOptions({
    queryKey: [...publicKey(code), 'standings', season],
    queryFn: ({ signal }) =>
      apiClient('GET /api/public/:code/standings/', { params: { code }, query: { season }, signal }),
    refetchInterval: POLL_INTERVAL_MS,
  })

/** `week` is null for the current one. */
export const publicScoreboardQuery = (code: string, season: number, week: number | null) =>
  queryOptions({
    queryKey: [...publicKey(code), 'scoreboard', season, week],
    queryFn: ({ signal }) =>
      apiClient('GET /api/public/:code/scoreboard/', {
        params: { code },
        query: { season, ...(week === null ? {} : { week }) },
        signal,
      }),
    refetchInterval: POLL_INTERVAL_MS,
  })

export const publicHistoryQuery = (code: string) =>
  queryOptions({
    queryKey: [...publicKey(code), 'history'],
    queryFn: ({ signal }) => apiClient('GET /api/public/:code/history/', { params: { code }, signal }),
  })
