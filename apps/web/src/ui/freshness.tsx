import { formatPastDay } from './format/date-time.ts'
import styles from './freshness.module.css'
import { RelativeTime } from './relative-time.tsx'

type Props = {
  /** ISO instants of the answer; null before the first good read. */
  updatedAt: string | null
  lastError: string | null
  now: Date
}

/** How fresh what is shown is, and why it is no fresher. */
export function Freshness({ updatedAt, lastError, now }: Props) {
  const moment = updatedAt === null ? null : new Date(updatedAt)
  if (lastError !== null) {
    const shown = moment === null ? 'No data yet' : `Showing data from ${formatPastDay(moment, now)}`
    return (
      <p className={styles['stale']} role="status">
        {shown}: {lastError}
      </p>
    )
  }
  if (moment === null) return <p className={styles['fresh']}>Not updated yet</p>
  return (
    <p className={styles['fresh']}>
      Updated <RelativeTime at={moment.toISOString()} now={now} />
    </p>
  )
}
