import styles from './plot.module.css'

/** Space around a picture for what is written at its edges. */
export const INSET = { top: 18, right: 20, bottom: 28, left: 42 } as const

/** The least room that a year needs beneath a picture, in CSS pixels. */
const YEAR_ROOM = 38

type YearsProps = { years: readonly number[]; x: (year: number) => number; y: number; width: number }

/** Years beneath a picture, as many as there is room for, always the last one. */
export function Years({ years, x, y, width }: YearsProps) {
  const every = Math.max(1, Math.ceil((years.length * YEAR_ROOM) / Math.max(1, width)))
  const shown = years.filter((_, at) => (years.length - 1 - at) % every === 0)
  return shown.map((year) => (
    <text key={year} x={x(year)} y={y} textAnchor="middle">
      {year}
    </text>
  ))
}

type LevelsProps = {
  values: readonly number[]
  y: (value: number) => number
  width: number
  show: (value: number) => string
}

/** Lines across a picture, each with its value at the left. */
export function Levels({ values, y, width, show }: LevelsProps) {
  return values.map((value) => (
    <g key={value}>
      <line className={styles['grid']} x1={INSET.left} x2={width - INSET.right} y1={y(value)} y2={y(value)} />
      <text x={INSET.left - 10} y={y(value) + 5} textAnchor="end">
        {show(value)}
      </text>
    </g>
  ))
}
