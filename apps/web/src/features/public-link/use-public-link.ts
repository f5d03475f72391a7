import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { type ApiResponse, apiClient } from '../../api/api-client.ts'
import { leagueQueryKey } from '../../api/league-queries.ts'

export type PublicStandings = ApiResponse<'GET /api/public/:code/standings/'>
export type PublicScoreboard = ApiResponse<'GET /api/public/:code/scoreboard/'>
export type PublicHistory = ApiResponse<'GET /api/public/:code/history/'>

/** The public link of a league, for its admins. */
export const publicLinkQuery = (league: string) =>
  queryOptions({
    queryKey: [...leagueQueryKey(league), 'public-link'],
    queryFn: ({ signal }) =>
      apiClient('GET /api/league/:league/public-link/', { params: { league }, signal }),
    enabled: league !== '',
  })

/** Turns the link on, or gives it another address. */
export function useCreatePublicLink(league: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (showsOwners: boolean) =>
      apiClient('POST /api/league/:league/public-link/', {
        params: { league },
        body: { shows_owners: showsOwners },
      }),
    onSuccess: () => client.invalidateQueries({ queryKey: publicLinkQuery(league).queryKey }),
  })
}

export function useSavePublicLink(league: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (showsOwners: boolean) =>
      apiClient('POST /api/league/:league/public-link/settings/', {
        params: { league },
        body: { shows_owners: showsOwners },
      }),
    // Also after an error: another admin may have turned it off.
    onSettled: () => client.invalidateQueries({ queryKey: publicLinkQuery(league).queryKey }),
  })
}

export function useRevokePublicLink(league: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => apiClient('POST /api/league/:league/public-link/revoke/', { params: { league } }),
    onSettled: () => client.invalidateQueries({ queryKey: publicLinkQuery(league).queryKey }),
  })
}

/** Scores change while the page is open, and an admin may turn the link off. */
const POLL_INTERVAL_MS = 60_000

const publicKey = (code: string) => ['public', code]

/** The league of a public link. */
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
