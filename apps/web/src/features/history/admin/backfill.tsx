import { useQuery } from '@tanstack/react-query'
import { Loaded } from '../../../ui/feedback/loaded.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { BackfillForm } from './backfill-form.tsx'
import { BackfillOutcome } from './backfill-outcome.tsx'
import styles from './history-admin.module.css'
import { JobProgress } from './job-progress.tsx'
import { isJobActive, jobsQuery, useBackfill } from './use-history-admin.ts'

type Props = { league: string; currentYear: number }

/** Starts a backfill, and shows its progress or the result of the last one, even after a reload. */
export function Backfill({ league, currentYear }: Props) {
  const jobs = useQuery(jobsQuery(league))
  const backfill = useBackfill(league)
  const running = jobs.data?.find(isJobActive)
  const isBusy = backfill.isPending || running !== undefined
  return (
    <div className={styles['panel']}>
      <BackfillForm currentYear={currentYear} backfill={backfill} isBusy={isBusy} />
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
