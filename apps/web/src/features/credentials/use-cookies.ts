import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { type Answer, call } from '../../api/call.ts'
import { leagueKey } from '../../api/league-key.ts'

export type ServerCookies = Answer<'GET /api/espn/cookie-status/'>
export type LeagueCookies = Answer<'GET /api/league/:league/cookie-status/'>

/** Which cookies the server has for all leagues. */
export const serverCookies = queryOptions({
  queryKey: ['server-cookies'],
  queryFn: ({ signal }) => call('GET /api/espn/cookie-status/', { signal }),
})

/** Which cookies a league has of its own, and whose a refresh uses. */
export const cookiesOf = (league: string) =>
  queryOptions({
    queryKey: [...leagueKey(league), 'cookies'],
    queryFn: ({ signal }) => call('GET /api/league/:league/cookie-status/', { params: { league }, signal }),
  })

/** Both values empty clears the cookies; `force` stores what the provider refuses. */
export function useSaveCookies(league: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: { swid: string; s2: string; force: boolean }) =>
      call('POST /api/league/:league/espn-credentials/', { params: { league }, body }),
    onSuccess: () => client.invalidateQueries({ queryKey: cookiesOf(league).queryKey }),
  })
}

/** Asks the provider with whatever a refresh of the league uses. */
export function useTestCookies(league: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call('POST /api/league/:league/espn-credentials/test/', { params: { league } }),
    onSuccess: () => client.invalidateQueries({ queryKey: cookiesOf(league).queryKey }),
  })
}
