import { SLOW_TIMING } from '../../../ui/progress.ts'
import { ProgressBar } from '../../../ui/progress-bar.tsx'
import { ProgressLoader } from '../../../ui/progress-loader.tsx'
import styles from './job-progress.module.css'
import type { LeagueJob } from './use-history-admin.ts'

const STARTING_MESSAGES = [
  'Asking the provider…',
  'Reading the seasons…',
  'Storing teams and games…',
] as const

type Props = {
  /** undefined until the server has told of it. */
  job: LeagueJob | undefined
}

/** How far a job is: its step, and a bar once it is known how many steps there are. */
export function JobProgress({ job }: Props) {
  if (job === undefined || job.total === null) {
    const step = job?.step ?? ''
    return (
      <ProgressLoader isLoading messages={step === '' ? STARTING_MESSAGES : [step]} timing={SLOW_TIMING} />
    )
  }
  return (
    <div>
      <ProgressBar label="Progress" step={job.step} done={job.done} total={job.total} />
      <p className={styles['hint']}>It goes on when you leave this page.</p>
    </div>
  )
}
