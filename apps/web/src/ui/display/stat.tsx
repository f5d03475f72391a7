import type { ReactNode } from 'react'
import { teamColorStyle } from '../../theme/team-color.ts'
import ui from '../ui.module.css'
import styles from './display.module.css'

type StatProps = { label: string; value: ReactNode; tone?: 'good' | 'bad' | undefined }

export function Stat({ label, value, tone }: StatProps) {
  return (
    <div>
      <dt>{label}</dt>
      <dd data-tone={tone}>{value}</dd>
    </div>
  )
}

type StatsProps = {
  size?: 'm' | 'l'
  /** Whether each value has a line of its own on a laptop, for a narrow column. */
  isList?: boolean
  children: ReactNode
}

export function Stats({ size = 'l', isList = false, children }: StatsProps) {
  return (
    <dl className={styles.stats} data-size={size} data-list={isList || undefined}>
      {children}
    </dl>
  )
}

const WIDTH = 96
const HEIGHT = 28
const INSET = 3

type Props = {
  values: readonly number[]
  label: string
  /** The team's color, as `#rrggbb`. */
  color: string | null | undefined
  /** The values at the bottom and at the top; by default the lowest and the highest one. */
  bounds?: readonly [min: number, max: number]
}

export function Sparkline({ values, label, color, bounds }: Props) {
  const coordinates = toCoordinates(values, bounds ?? [Math.min(...values), Math.max(...values)])
  const last = coordinates.at(-1)
  if (last === undefined) return <span className={ui.muted}>—</span>
  return (
    <svg
      className={styles.sparkline}
      style={teamColorStyle(color)}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="img"
      aria-label={label}
    >
      <polyline points={coordinates.map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ')} />
      <circle cx={last[0]} cy={last[1]} r={2.5} />
    </svg>
  )
}

function toCoordinates(
  values: readonly number[],
  [min, max]: readonly [min: number, max: number],
): [x: number, y: number][] {
  const range = max - min
  const stride = values.length > 1 ? (WIDTH - 2 * INSET) / (values.length - 1) : 0
  return values.map((value, index) => [
    INSET + index * stride,
    range === 0 ? HEIGHT / 2 : HEIGHT - INSET - ((value - min) / range) * (HEIGHT - 2 * INSET),
  ])
}
