import { useNow } from '../../../api/server-clock.ts'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { formatTimeAgo } from '../../../ui/format/date-time.ts'
import type { LeagueJob } from './use-history-admin.ts'

type Props = {
  /** undefined if no backfill has finished. */
  job: LeagueJob | undefined
}

/** The result of the last backfill: seasons read and skipped, and why others failed. */
export function BackfillOutcome({ job }: Props) {
  const now = useNow()
  if (job === undefined) return null
  const timeAgo = job.ended_at === null ? '' : ` ${formatTimeAgo(new Date(job.ended_at), now)}`
  const { backfill } = job
  if (backfill === null)
    return (
      <Notice tone={job.state === 'failed' ? 'bad' : 'info'}>{`Last backfill${timeAgo}: ${job.step}`}</Notice>
    )
  const { ingested, skipped, failed } = backfill
  return (
    <Notice tone={failed.length > 0 ? 'warn' : 'good'}>
      <p>
        Last backfill{timeAgo}: {ingested.length === 0 ? 'no seasons read' : `read ${ingested.join(', ')}`}
        {skipped.length === 0 ? '' : `; skipped ${skipped.join(', ')}`}.
      </p>
      {failed.map(({ year, reason }) => (
        <p key={year}>
          {year}: {reason}
        </p>
      ))}
    </Notice>
  )
}
