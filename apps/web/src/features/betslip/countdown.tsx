import { HOUR_MS } from '@fieldhouse/domain/duration'
import styles from './countdown.module.css'

type Props = { to: Date; now: Date }

const UNITS = [
  ['d', 86_400],
  ['h', 3600],
  ['min', 60],
  ['s', 1],
] as const

/** The time left until `to`, in days, hours, minutes, and seconds. */
export function Countdown({ to, now }: Props) {
  const left = Math.max(0, to.getTime() - now.getTime())
  const parts = splitDuration(Math.ceil(left / 1000))
  return (
    <p
      className={styles['countdown']}
      role="timer"
      aria-label="Time left"
      data-soon={left < HOUR_MS || undefined}
    >
      {parts.map(({ unit, count }) => (
        <span key={unit} className={styles['part']}>
          <span className={styles['count']}>{count}</span> <span className={styles['unit']}>{unit}</span>{' '}
        </span>
      ))}
    </p>
  )
}

/** Splits a duration into units, omitting leading zero units. */
function splitDuration(seconds: number): { unit: string; count: number }[] {
  let remaining = seconds
  const parts = UNITS.map(([unit, size]) => {
    const count = Math.floor(remaining / size)
    remaining -= count * size
    return { unit, count }
  })
  const first = parts.findIndex(({ count }) => count > 0)
  return parts.slice(first === -1 ? -1 : first)
}
