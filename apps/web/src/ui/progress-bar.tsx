import styles from './progress-bar.module.css'

type Props = {
  /** What the bar is of, for those who do not see it. */
  label: string
  step: string
  done: number
  /** How many steps there are; null while that is unknown. */
  total: number | null
}

/** How far something long is: a bar, and beneath it the step that is under way. */
export function ProgressBar({ label, step, done, total }: Props) {
  return (
    <div className={styles['progress']}>
      <progress className={styles['bar']} aria-label={label} value={done} max={Math.max(1, total ?? 1)} />
      <p role="status">
        <span className={styles['step']}>{step}</span>{' '}
        {total === null ? null : (
          <span className={styles['count']}>
            {done} of {total}
          </span>
        )}
      </p>
    </div>
  )
}
