import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { ApiResponse } from '../../api/api-client.ts'
import { leagueQuery } from '../../api/operations.ts'
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

export type LeagueCookieStatus = ApiResponse<'GET /api/league/:league/cookie-status/'>

export const leagueCookiesQuery = (league: string) =>
  leagueQuery('GET /api/league/:league/cookie-status/', ['cookies'], { league })
