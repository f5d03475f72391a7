import { Stack } from '../layout/layout.tsx'
import ui from '../ui.module.css'
import styles from './feedback.module.css'

type ProgressBarProps = {
  label: string
  step: string
  done: number
  total: number | null
}

export function ProgressBar({ label, step, done, total }: ProgressBarProps) {
  return (
    <Stack gap={1}>
      <progress className={styles.bar} aria-label={label} value={done} max={Math.max(1, total ?? 1)} />
      <p role="status">
        <span className={ui.strong}>{step}</span>{' '}
        {total === null ? null : (
          <span className={`${ui.muted} ${styles.count}`}>
            {done} of {total}
          </span>
        )}
      </p>
    </Stack>
  )
}
