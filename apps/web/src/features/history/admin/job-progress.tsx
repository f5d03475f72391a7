import { SLOW_TIMING } from '../../../ui/progress.ts'
import { ProgressLoader } from '../../../ui/progress-loader.tsx'
import styles from './job-progress.module.css'
import type { LeagueJob } from './use-history-admin.ts'

const BEFORE = ['Asking the provider…', 'Reading the seasons…', 'Storing teams and games…'] as const

type Props = {
  /** undefined until the server has told of it. */
  job: LeagueJob | undefined
}

/** How far a job is: its step, and a bar once it is known how many steps there are. */
export function JobProgress({ job }: Props) {
  if (job === undefined || job.total === null) {
    const step = job?.step ?? ''
    return <ProgressLoader isLoading messages={step === '' ? BEFORE : [step]} timing={SLOW_TIMING} />
  }
  return (
    <div className={styles['progress']}>
      <progress
        className={styles['bar']}
        aria-label="Progress"
        value={job.done}
        max={Math.max(1, job.total)}
      />
      <p role="status">
        <span className={styles['step']}>{job.step}</span>{' '}
        <span className={styles['count']}>
          {job.done} of {job.total}
        </span>
      </p>
      <p className={styles['hint']}>It goes on when you leave this page.</p>
    </div>
  )
}
