import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import styles from './show-older-items.module.css'

/** The state of the pages that follow the loaded ones. */
export type OlderItems = { hasMore: boolean; isFetching: boolean; isFailed: boolean; fetch: () => void }

export function ShowOlderItems({ older: { hasMore, isFetching, isFailed, fetch } }: { older: OlderItems }) {
  if (!hasMore) return null
  const failed = isFailed && !isFetching
  return (
    <div className={styles['older']}>
      {failed ? <Notice tone="bad">Failed to load older items</Notice> : null}
      <Button aria-disabled={isFetching} onClick={() => isFetching || fetch()}>
        {isFetching ? 'Loading…' : failed ? 'Retry' : 'Show older'}
      </Button>
    </div>
  )
}
