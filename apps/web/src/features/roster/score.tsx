import { formatPoints } from '../../ui/format/points.ts'
import { HighlightOnChange } from '../../ui/highlight-on-change.tsx'
import styles from './score.module.css'

type Props = {
  actual: number | null
  /** How much more than projected; null where there is nothing to tell. */
  difference: number | null
}

/** What was scored, with the difference to the projection beneath. */
export function Score({ actual, difference }: Props) {
  return (
    <>
      <HighlightOnChange value={actual}>{formatPoints(actual)}</HighlightOnChange>
      {difference === null ? null : (
        <span className={styles['difference']} data-tone={toneOf(difference)} title="Against the projection">
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
