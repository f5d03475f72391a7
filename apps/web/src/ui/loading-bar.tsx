import { useIsFetching, useIsMutating } from '@tanstack/react-query'
import styles from './loading-bar.module.css'

/** A thin bar at the top of the page while any query or mutation is in flight. */
export function LoadingBar() {
  const isBusy = useIsFetching() + useIsMutating() > 0
  return <div className={styles['bar']} data-busy={isBusy || undefined} aria-hidden="true" />
}
