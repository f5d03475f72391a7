import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { resetCachedAt, useConnectivity } from '../../api/connectivity.ts'
import { currentUserQuery } from '../../features/accounts/session.ts'
import { Button } from '../../ui/button.tsx'
import { formatDateTime, formatPastDayAndTime } from '../../ui/format/date-time.ts'
import { Notice } from '../../ui/notice.tsx'
import { useNow } from '../../ui/use-now.ts'
import { useLocation } from '../router/use-router.ts'
import styles from './banners.module.css'

const RETRY_INTERVAL_MS = 30_000

/** Says that what is shown is not of now, and of when it is, until the server answers again. */
export function OfflineNotice() {
  const { isOffline, cachedAt } = useConnectivity()
  const client = useQueryClient()
  const now = useNow()
  const { route, league, tab } = useLocation()
  const retry = useEffectEvent(() => void client.refetchQueries({ queryKey: currentUserQuery.queryKey }))

  // biome-ignore lint/correctness/useExhaustiveDependencies: each place is a view of its own
  useEffect(resetCachedAt, [route, league, tab])
  useEffect(() => {
    if (!isOffline) return undefined
    const timer = setInterval(retry, RETRY_INTERVAL_MS)
    return () => {
      clearInterval(timer)
      // What stood in for the answers of now is read again.
      void client.invalidateQueries()
    }
  }, [isOffline, client])

  if (!isOffline) return null
  const moment = cachedAt === null ? null : new Date(cachedAt)
  return (
    <Notice tone="warn">
      <div className={styles['row']}>
        <span>
          {navigator.onLine ? 'The server cannot be reached.' : 'You are offline.'}
          {moment === null ? null : (
            <>
              {' This is as of '}
              <time dateTime={moment.toISOString()} title={formatDateTime(moment)}>
                {formatPastDayAndTime(moment, now)}
              </time>
              .
            </>
          )}
        </span>
        <Button onClick={() => void client.invalidateQueries()}>Try again</Button>
      </div>
    </Notice>
  )
}
