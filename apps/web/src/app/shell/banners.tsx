import { useEffect } from 'react'
import { resetCachedAt, useConnectivity } from '../../api/connectivity.ts'
import { useLocation } from '../../router/router.ts'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { Row } from '../../ui/layout/layout.tsx'
import { useAppUpdate } from '../update-offer.ts'
import { OfflineNotice } from './offline-notice.tsx'
import styles from './shell.module.css'

export function Banners() {
  const reload = useAppUpdate()
  const { isOffline } = useConnectivity()
  const { route, league, tab } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: each location is a separate view
  useEffect(resetCachedAt, [route, league, tab])
  return (
    <div className={styles.banners}>
      {isOffline ? <OfflineNotice /> : null}
      {reload === null ? null : (
        <Notice tone="info">
          <Row gap={3} isSpread>
            <span>New version available</span>
            <Button onClick={reload}>Reload</Button>
          </Row>
        </Notice>
      )}
    </div>
  )
}
