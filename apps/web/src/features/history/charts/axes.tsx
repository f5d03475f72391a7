import styles from './plot.module.css'

/** Space around a chart for the axis labels, in CSS pixels. */
export const CHART_MARGIN = { top: 18, right: 20, bottom: 28, left: 42 } as const

/** Minimum width of a year label, in CSS pixels. */
const MIN_YEAR_WIDTH = 38

type YearAxisProps = { years: readonly number[]; x: (year: number) => number; y: number; width: number }

/** Year labels below a chart, thinned out to fit the width. Always includes the last year. */
export function YearAxis({ years, x, y, width }: YearAxisProps) {
  const step = Math.max(1, Math.ceil((years.length * MIN_YEAR_WIDTH) / Math.max(1, width)))
  const shown = years.filter((_, index) => (years.length - 1 - index) % step === 0)
  return shown.map((year) => (
    <text key={year} x={x(year)} y={y} textAnchor="middle">
      {year}
    </text>
  ))
}

type GridLinesProps = {
  values: readonly number[]
  y: (value: number) => number
  width: number
  formatValue: (value: number) => string
}

/** Horizontal grid lines, each with its value on the left. */
export function GridLines({ values, y, width, formatValue }: GridLinesProps) {
  return values.map((value) => (
    <g key={value}>
      <line
        className={styles['gridLine']}
        x1={CHART_MARGIN.left}
        x2={width - CHART_MARGIN.right}
        y1={y(value)}
        y2={y(value)}
      />
      <text x={CHART_MARGIN.left - 10} y={y(value) + 5} textAnchor="end">
        {formatValue(value)}
      </text>
    </g>
  ))
}
