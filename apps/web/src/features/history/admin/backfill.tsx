import { useQuery } from '@tanstack/react-query'
import { useNow } from '../../../api/server-clock.ts'
import { Loaded } from '../../../ui/feedback/loaded.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { formatTimeAgo } from '../../../ui/format/date-time.ts'
import ui from '../../../ui/ui.module.css'
import { BackfillForm } from './backfill-form.tsx'
import { JobProgress } from './job-progress.tsx'
import { isJobActive, jobsQuery, type LeagueJob, useBackfill } from './use-history-admin.ts'

type Props = {
  league: string
  currentYear: number
  /** Seasons that ESPN lists but that are not stored, oldest first. */
  missingSeasons: readonly number[]
}

/** Starts a backfill, and shows its progress or the result of the last one, even after a reload. */
export function Backfill({ league, currentYear, missingSeasons }: Props) {
  const jobs = useQuery(jobsQuery(league))
  const backfill = useBackfill(league)
  const running = jobs.data?.find(isJobActive)
  const isBusy = backfill.isPending || running !== undefined
  return (
    <div className={ui.stack16}>
      <BackfillForm
        currentYear={currentYear}
        firstMissing={missingSeasons[0] ?? null}
        backfill={backfill}
        isBusy={isBusy}
      />
      {isBusy ? <JobProgress job={running} /> : null}
      <Loaded
        query={jobs}
        errorTitle="Failed to load running jobs"
        skeleton={<Skeleton label="Checking for running jobs" rows={1} height={32} />}
      >
        {(all) => <BackfillOutcome job={isBusy ? undefined : all.find(({ kind }) => kind === 'backfill')} />}
      </Loaded>
    </div>
  )
}

type BackfillOutcomeProps = {
  /** undefined if no backfill has finished. */
  job: LeagueJob | undefined
}

/** The result of the last backfill: seasons read and skipped, and why others failed. */
function BackfillOutcome({ job }: BackfillOutcomeProps) {
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
