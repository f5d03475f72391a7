import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { useNewVersion } from '../new-version.ts'
import styles from './bulletins.module.css'
import { OfflineNotice } from './offline-notice.tsx'

/** What concerns the page as a whole: that it is offline, that there is a newer one. */
export function Bulletins() {
  const reload = useNewVersion()
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
