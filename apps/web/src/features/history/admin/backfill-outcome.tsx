import { formatTimeAgo } from '../../../ui/format/date-time.ts'
import { Notice } from '../../../ui/notice.tsx'
import { useNow } from '../../../ui/use-now.ts'
import type { LeagueJob } from './use-history-admin.ts'

type Props = {
  /** undefined while there is none to tell of. */
  job: LeagueJob | undefined
}

/** How the last backfill ended: which seasons came, and why others did not. */
export function BackfillOutcome({ job }: Props) {
  const now = useNow()
  if (job === undefined) return null
  const when = job.ended_at === null ? '' : ` ${formatTimeAgo(new Date(job.ended_at), now)}`
  const { backfill } = job
  if (backfill === null)
    return (
      <Notice tone={job.state === 'failed' ? 'bad' : 'info'}>{`Last backfill${when}: ${job.step}`}</Notice>
    )
  const { ingested, skipped, failed } = backfill
  return (
    <Notice tone={failed.length > 0 ? 'warn' : 'good'}>
      <p>
        Last backfill{when}: {ingested.length === 0 ? 'no season was read' : `read ${ingested.join(', ')}`}
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
