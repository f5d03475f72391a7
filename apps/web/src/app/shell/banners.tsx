import { Suspense, useEffect } from 'react'
import { resetCachedAt, useConnectivity } from '../../api/connectivity.ts'
import { useLocation } from '../../router/router.ts'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { Row } from '../../ui/layout/layout.tsx'
import { lazyNamed, preload } from '../../ui/lazy-named.ts'
import { useAppUpdate } from '../update-offer.ts'
import styles from './shell.module.css'

/** Without the network, the code of the notice may be missing too. */
const loadOfflineNotice = () =>
  import('./offline-notice.tsx').catch(() => ({
    OfflineNotice: () => <Notice tone="warn">You're offline.</Notice>,
  }))

const OfflineNotice = lazyNamed(loadOfflineNotice, 'OfflineNotice')

const PRELOAD_DELAY_MS = 4000

export function Banners() {
  const reload = useAppUpdate()
  const { isOffline } = useConnectivity()
  const { route, league, tab } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: each location is a separate view
  useEffect(resetCachedAt, [route, league, tab])
  useEffect(() => {
    const timer = setTimeout(() => void preload(loadOfflineNotice), PRELOAD_DELAY_MS)
    return () => clearTimeout(timer)
  }, [])
  return (
    <div className={styles.banners}>
      <Suspense fallback={null}>{isOffline ? <OfflineNotice /> : null}</Suspense>
      {reload === null ? null : (
        <Notice tone="info">
          <Row gap={3} isSpread className={styles.row}>
            <span>New version available</span>
            <Button onClick={reload}>Reload</Button>
          </Row>
        </Notice>
      )}
    </div>
  )
}
