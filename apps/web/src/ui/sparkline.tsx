import styles from './sparkline.module.css'

const WIDTH = 96
const HEIGHT = 28
const INSET = 3

type Props = { values: readonly number[]; label: string }

/** A small line of values in order; `label` says in words what it shows. */
export function Sparkline({ values, label }: Props) {
  const spots = toCoordinates(values)
  const last = spots.at(-1)
  if (last === undefined) return <span className={styles['none']}>—</span>
  return (
    <svg className={styles['line']} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={label}>
      <polyline points={spots.map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ')} />
      <circle cx={last[0]} cy={last[1]} r={2.5} />
    </svg>
  )
}

function toCoordinates(values: readonly number[]): [x: number, y: number][] {
  const low = Math.min(...values)
  const span = Math.max(...values) - low
  const stride = values.length > 1 ? (WIDTH - 2 * INSET) / (values.length - 1) : 0
  return values.map((value, at) => [
    INSET + at * stride,
    span === 0 ? HEIGHT / 2 : HEIGHT - INSET - ((value - low) / span) * (HEIGHT - 2 * INSET),
  ])
}
