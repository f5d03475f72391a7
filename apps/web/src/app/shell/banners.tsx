import { Notice } from '../../ui/feedback/notice.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { useAppUpdate } from '../app-update.ts'
import styles from './banners.module.css'
import { OfflineNotice } from './offline-notice.tsx'

/** Notices about the whole app: offline mode and available updates. */
export function Banners() {
  const reload = useAppUpdate()
  return (
    <div className={styles['banners']}>
      <OfflineNotice />
      {reload === null ? null : (
        <Notice tone="info">
          <div className={styles['row']}>
            <span>New version available</span>
            <Button onClick={reload}>Reload</Button>
          </div>
        </Notice>
      )}
    </div>
  )
}
