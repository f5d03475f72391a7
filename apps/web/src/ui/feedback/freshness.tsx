import { useConnectivity } from '../../api/connectivity.ts'
import { useNow } from '../../api/page-environment.ts'
import { formatDateTime, formatPastDay, formatPastDayAndTime, formatTimeAgo } from '../format/date-time.ts'
import ui from '../ui.module.css'

type Props = {
  /** ISO time of the last successful refresh; null before the first one. */
  updatedAt: string | null
  lastError: string | null
}

export function Freshness({ updatedAt, lastError }: Props) {
  const now = useNow()
  const { isOffline } = useConnectivity()
  const updated = updatedAt === null ? null : new Date(updatedAt)
  if (lastError !== null) {
    const dataAge = updated === null ? 'No data yet' : `Showing data from ${formatPastDay(updated, now)}`
    return (
      <p className={ui.alert} data-tone="warn" role="status">
        {dataAge}: {lastError}
      </p>
    )
  }
  if (updated === null) return <p className={ui.note}>Not updated yet</p>
  // Nobody knows what has changed since.
  if (isOffline) return <p className={ui.note}>Data from {formatPastDayAndTime(updated, now)}</p>
  return (
    <p className={ui.note}>
      Updated <RelativeTime at={updated.toISOString()} />
    </p>
  )
}

export function RelativeTime({ at }: { at: string }) {
  const now = useNow()
  const date = new Date(at)
  return (
    <time dateTime={at} title={formatDateTime(date)}>
      {formatTimeAgo(date, now)}
    </time>
  )
}
