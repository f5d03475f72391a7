import { Stack } from '../layout/layout.tsx'
import ui from '../ui.module.css'
import styles from './feedback.module.css'

type ProgressBarProps = {
  /** The accessible name of the bar. */
  label: string
  step: string
  done: number
  /** The number of steps; null while unknown. */
  total: number | null
}

/** The progress of a long operation: a bar with the current step below. */
export function ProgressBar({ label, step, done, total }: ProgressBarProps) {
  return (
    <Stack gap={1}>
      <progress className={styles.bar} aria-label={label} value={done} max={Math.max(1, total ?? 1)} />
      <p role="status">
        <span className={ui.strong}>{step}</span>{' '}
        {total === null ? null : (
          <span className={styles.count}>
            {done} of {total}
          </span>
        )}
      </p>
    </Stack>
  )
}
