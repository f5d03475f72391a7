import type { ApiResponse } from '../../api/api-client.ts'
import { leagueQuery } from '../../api/league-queries.ts'
import { operationQuery, useSend } from '../../api/operations.ts'

export type ServerCookieStatus = ApiResponse<'GET /api/espn/cookie-status/'>
export type LeagueCookieStatus = ApiResponse<'GET /api/league/:league/cookie-status/'>

/** Which of the cookies are set in the server's environment, for all leagues. */
export const serverCookiesQuery = operationQuery('GET /api/espn/cookie-status/', ['server-cookies'])

export const leagueCookiesQuery = (league: string) =>
  leagueQuery('GET /api/league/:league/cookie-status/', ['cookies'], { league })

/** Saves the cookies. Two empty values clear them; `force` saves them even when the provider rejects them. */
export const useSaveCookies = (league: string) =>
  useSend(
    'POST /api/league/:league/espn-credentials/',
    (body: { swid: string; s2: string; force: boolean }) => ({ params: { league }, body }),
    { onSuccess: [leagueCookiesQuery(league).queryKey] },
  )

/** Allows or forbids refreshes of the league to use the server's cookies, for site admins. */
export const useAllowServerCookies = (league: string) =>
  useSend(
    'POST /api/league/:league/server-cookies/',
    (allowed: boolean) => ({ params: { league }, body: { allowed } }),
    { onSuccess: [leagueCookiesQuery(league).queryKey] },
  )

export const useTestCookies = (league: string) =>
  useSend('POST /api/league/:league/espn-credentials/test/', () => ({ params: { league } }), {
    onSuccess: [leagueCookiesQuery(league).queryKey],
  })
