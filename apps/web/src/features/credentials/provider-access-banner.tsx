import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { formatPastDay } from '../../ui/format/date-time.ts'
import { Notice } from '../../ui/notice.tsx'
import { useNow } from '../../ui/use-now.ts'
import styles from './provider-access-banner.module.css'
import { type LeagueCookieStatus, leagueCookiesQuery } from './use-cookies.ts'

const ACCESS_DENIED_TEXTS: Record<LeagueCookieStatus['source'], string> = {
  league: "ESPN refuses this league's cookies",
  env: 'ESPN refuses to show this league for the server’s cookies',
  none: 'ESPN shows this league to nobody without cookies',
}

type Props = {
  league: string
  /** Whether the person may know: an admin of the league. */
  canManage: boolean
  /** The way to where it is mended. */
  children: ReactNode
}

/** Tells the admins of a league that the provider refuses what it is read with; nothing while it does not. */
export function ProviderAccessBanner({ league, canManage, children }: Props) {
  const cookies = useQuery({ ...leagueCookiesQuery(league), enabled: canManage && league !== '' })
  const now = useNow()
  const since = cookies.data?.refused_at ?? null
  if (!canManage || since === null) return null
  return (
    <div className={styles['banner']}>
      <Notice tone="warn">
        {ACCESS_DENIED_TEXTS[cookies.data?.source ?? 'league']} since {formatPastDay(new Date(since), now)}.{' '}
        {children}
      </Notice>
    </div>
  )
}
