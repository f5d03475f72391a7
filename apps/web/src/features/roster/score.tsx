import { HighlightOnChange } from '../../ui/display/highlight-on-change.tsx'
import { formatPoints } from '../../ui/format/points.ts'
import styles from './score.module.css'

type Props = {
  actual: number | null
  /** Points above the projection; null to show no difference. */
  difference: number | null
}

/** The actual score with the difference from the projection below. */
export function Score({ actual, difference }: Props) {
  return (
    <>
      <HighlightOnChange value={actual}>{formatPoints(actual)}</HighlightOnChange>
      {difference === null ? null : (
        <span
          className={styles['difference']}
          data-tone={toneOf(difference)}
          title="Compared with projection"
        >
          {difference > 0 ? '+' : ''}
          {formatPoints(difference)}
        </span>
      )}
    </>
  )
}

function toneOf(difference: number): 'good' | 'bad' | undefined {
  if (difference === 0) return undefined
  return difference > 0 ? 'good' : 'bad'
}
