import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { ApiResponse } from '../../api/api-client.ts'
import { leagueQuery, operationQuery, useSend } from '../../api/operations.ts'
import { useNow } from '../../api/page-environment.ts'
import { Notice } from '../../ui/feedback/feedback.tsx'
import { formatPastDay } from '../../ui/format/date-time.ts'

const ACCESS_DENIED_MESSAGES: Record<LeagueCookieStatus['source'], (since: string) => string> = {
  league: (since) => `ESPN has rejected this league's cookies since ${since}.`,
  env: (since) => `ESPN has rejected the server's cookies for this league since ${since}.`,
  none: (since) =>
    `This league is private. Add ESPN cookies to read it. ESPN has refused access since ${since}.`,
}

type Props = {
  league: string
  canManage: boolean
  children: ReactNode
}

/** Warns league admins that the provider denies access to the league. Renders nothing while access works. */
export function ProviderAccessBanner({ league, canManage, children }: Props) {
  const cookies = useQuery({ ...leagueCookiesQuery(league), enabled: canManage && league !== '' })
  const now = useNow()
  const since = cookies.data?.refused_at ?? null
  if (!canManage || since === null) return null
  return (
    <Notice tone="warn">
      {ACCESS_DENIED_MESSAGES[cookies.data?.source ?? 'league'](formatPastDay(new Date(since), now))}{' '}
      {children}
    </Notice>
  )
}

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
