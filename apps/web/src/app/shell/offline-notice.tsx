import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { openView, useReach } from '../../api/reach.ts'
import { whoAmI } from '../../features/accounts/session.ts'
import { Button } from '../../ui/button.tsx'
import { exactly, namedTime } from '../../ui/format/moment.ts'
import { Notice } from '../../ui/notice.tsx'
import { useNow } from '../../ui/use-now.ts'
import { usePlace } from '../router/use-router.ts'
import styles from './bulletins.module.css'

const TRY_MS = 30_000

/** Says that what is shown is not of now, and of when it is, until the server answers again. */
export function OfflineNotice() {
  const { isLost, keptAt } = useReach()
  const client = useQueryClient()
  const now = useNow()
  const { route, league, tab } = usePlace()
  const look = useEffectEvent(() => void client.refetchQueries({ queryKey: whoAmI.queryKey }))

  // biome-ignore lint/correctness/useExhaustiveDependencies: each place is a view of its own
  useEffect(openView, [route, league, tab])
  useEffect(() => {
    if (!isLost) return undefined
    const timer = setInterval(look, TRY_MS)
    return () => {
      clearInterval(timer)
      // What stood in for the answers of now is read again.
      void client.invalidateQueries()
    }
  }, [isLost, client])

  if (!isLost) return null
  const moment = keptAt === null ? null : new Date(keptAt)
  return (
    <Notice tone="warn">
      <div className={styles['row']}>
        <span>
          {navigator.onLine ? 'The server cannot be reached.' : 'You are offline.'}
          {moment === null ? null : (
            <>
              {' This is as of '}
              <time dateTime={moment.toISOString()} title={exactly(moment)}>
                {namedTime(moment, now)}
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
