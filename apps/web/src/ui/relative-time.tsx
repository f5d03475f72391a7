import { formatDateTime, formatTimeAgo } from './format/date-time.ts'

/** A relative time, such as '3 min ago', with the exact time as a tooltip. */
export function RelativeTime({ at, now }: { at: string; now: Date }) {
  const date = new Date(at)
  return (
    <time dateTime={at} title={formatDateTime(date)}>
      {formatTimeAgo(date, now)}
    </time>
  )
}
