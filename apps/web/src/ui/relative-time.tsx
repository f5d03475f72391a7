import { formatDateTime, formatTimeAgo } from './format/date-time.ts'

/** When something was, in words; exactly for those who point at it. */
export function RelativeTime({ at, now }: { at: string; now: Date }) {
  const moment = new Date(at)
  return (
    <time dateTime={at} title={formatDateTime(moment)}>
      {formatTimeAgo(moment, now)}
    </time>
  )
}
