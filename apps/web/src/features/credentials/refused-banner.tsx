import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { namedDay } from '../../ui/format/moment.ts'
import { Notice } from '../../ui/notice.tsx'
import { useNow } from '../../ui/use-now.ts'
import styles from './refused-banner.module.css'
import { cookiesOf, type LeagueCookies } from './use-cookies.ts'

const REFUSED: Record<LeagueCookies['source'], string> = {
  league: "ESPN refuses this league's cookies",
  env: 'ESPN refuses to show this league for the server’s cookies',
  none: 'ESPN shows this league to nobody without cookies',
}

type Props = {
  league: string
  /** Whether the person may know: an admin of the league. */
  canRun: boolean
  /** The way to where it is mended. */
  children: ReactNode
}

/** Tells the admins of a league that the provider refuses what it is read with; nothing while it does not. */
export function RefusedBanner({ league, canRun, children }: Props) {
  const cookies = useQuery({ ...cookiesOf(league), enabled: canRun && league !== '' })
  const now = useNow()
  const since = cookies.data?.refused_at ?? null
  if (!canRun || since === null) return null
  return (
    <div className={styles['banner']}>
      <Notice tone="warn">
        {REFUSED[cookies.data?.source ?? 'league']} since {namedDay(new Date(since), now)}. {children}
      </Notice>
    </div>
  )
}
