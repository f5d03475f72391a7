import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import { getConnectivity, useConnectivity } from '../../api/connectivity.ts'
import { jitterMs } from '../../api/event-stream.ts'
import { useNow } from '../../api/page-environment.ts'
import { currentUserQuery } from '../../features/accounts/session.ts'
import { Notice } from '../../ui/feedback/notice.tsx'
import { formatDateTime, formatPastDayAndTime } from '../../ui/format/date-time.ts'
import { Button } from '../../ui/forms/button.tsx'
import { Row } from '../../ui/layout/layout.tsx'

function subscribeToNetwork(onChange: () => void): () => void {
  for (const type of ['online', 'offline']) window.addEventListener(type, onChange)
  return () => {
    for (const type of ['online', 'offline']) window.removeEventListener(type, onChange)
  }
}

const RETRY_INTERVAL_MS = 30_000

export function OfflineNotice() {
  const { cachedAt } = useConnectivity()
  const client = useQueryClient()
  const hasNetwork = useSyncExternalStore(
    subscribeToNetwork,
    () => navigator.onLine,
    () => true,
  )
  const now = useNow()
  const retry = useEffectEvent(() => void client.refetchQueries({ queryKey: currentUserQuery.queryKey }))

  useEffect(() => {
    const timer = setInterval(retry, RETRY_INTERVAL_MS)
    return () => {
      clearInterval(timer)
      // Refetch the data that came from the cache, unless the notice goes away because the user signs out.
      // All open pages notice at the same time that the server is back.
      if (!getConnectivity().isOffline) setTimeout(() => void client.invalidateQueries(), jitterMs())
    }
  }, [client])

  const cachedDate = cachedAt === null ? null : new Date(cachedAt)
  return (
    <Notice tone="warn">
      <Row isSpread gap={3}>
        <span>
          {hasNetwork ? "We can't reach the server." : "You're offline."}
          {cachedDate === null ? null : (
            <>
              {' Showing data from '}
              <time dateTime={cachedDate.toISOString()} title={formatDateTime(cachedDate)}>
                {formatPastDayAndTime(cachedDate, now)}
              </time>
              .
            </>
          )}
        </span>
        <Button onClick={() => void client.invalidateQueries()}>Try again</Button>
      </Row>
    </Notice>
  )
}
