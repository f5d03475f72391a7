import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { useAppUpdate } from '../app-update.ts'
import styles from './banners.module.css'
import { OfflineNotice } from './offline-notice.tsx'

/** What concerns the page as a whole: that it is offline, that there is a newer one. */
export function Banners() {
  const reload = useAppUpdate()
  return (
    <div className={styles['bulletins']}>
      <OfflineNotice />
      {reload === null ? null : (
        <Notice tone="info">
          <div className={styles['row']}>
            <span>A new version is here.</span>
            <Button onClick={reload}>Reload</Button>
          </div>
        </Notice>
      )}
    </div>
  )
}
