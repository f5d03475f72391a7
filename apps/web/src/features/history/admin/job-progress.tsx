import type { LeagueJob } from '../../../api/operations.ts'
import { ProgressLoader, SLOW_TIMING } from '../../../ui/feedback/progress.tsx'
import { ProgressBar } from '../../../ui/feedback/progress-bar.tsx'
import ui from '../../../ui/ui.module.css'

const STARTING_MESSAGES = ['Contacting the platform…', 'Reading seasons…', 'Saving teams and games…'] as const

type JobProgressProps = {
  /** undefined until the server reports the job. */
  job: LeagueJob | undefined
}

export function JobProgress({ job }: JobProgressProps) {
  if (job === undefined || job.total === null) {
    const step = job?.step ?? ''
    return (
      <ProgressLoader isLoading messages={step === '' ? STARTING_MESSAGES : [step]} timing={SLOW_TIMING} />
    )
  }
  return (
    <div>
      <ProgressBar label="Progress" job={job} />
      <p className={ui.note}>This keeps running in the background.</p>
    </div>
  )
}
