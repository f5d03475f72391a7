import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { type ApiResponse, apiClient } from '../../api/api-client.ts'
import { leagueQuery } from '../../api/league-queries.ts'

export type ServerCookieStatus = ApiResponse<'GET /api/espn/cookie-status/'>
export type LeagueCookieStatus = ApiResponse<'GET /api/league/:league/cookie-status/'>

/** Which of the cookies are set in the server's environment, for all leagues. */
export const serverCookiesQuery = queryOptions({
  queryKey: ['server-cookies'],
  queryFn: ({ signal }) => apiClient('GET /api/espn/cookie-status/', { signal }),
})

/** Which cookies a league has, and which ones a refresh uses. */
export const leagueCookiesQuery = (league: string) =>
  leagueQuery('GET /api/league/:league/cookie-status/', ['cookies'], { params: { league } })

/** Saves the cookies. Two empty values clear them; `force` saves them even when the provider rejects them. */
export function useSaveCookies(league: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: { swid: string; s2: string; force: boolean }) =>
      apiClient('POST /api/league/:league/espn-credentials/', { params: { league }, body }),
    onSuccess: () => client.invalidateQueries({ queryKey: leagueCookiesQuery(league).queryKey }),
  })
}

/** Allows or forbids refreshes of the league to use the server's cookies, for site admins. */
export function useAllowServerCookies(league: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (allowed: boolean) =>
      apiClient('POST /api/league/:league/server-cookies/', { params: { league }, body: { allowed } }),
    onSuccess: () => client.invalidateQueries({ queryKey: leagueCookiesQuery(league).queryKey }),
  })
}

/** Tests the cookies that a refresh of the league uses. */
export function useTestCookies(league: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => apiClient('POST /api/league/:league/espn-credentials/test/', { params: { league } }),
    onSuccess: () => client.invalidateQueries({ queryKey: leagueCookiesQuery(league).queryKey }),
  })
}
