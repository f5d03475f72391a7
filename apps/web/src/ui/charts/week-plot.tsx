import { scaleLinear, scalePoint } from 'd3-scale'
import { line } from 'd3-shape'
import type { ComponentProps } from 'react'
import { teamColorStyle } from '../../theme/team-color.ts'
import styles from './charts.module.css'
import { CHART_MARGIN, GridLines, Plot, YearAxis } from './plot.tsx'

type Week = { week: number; value: number; lines: readonly string[]; average?: number }

type Props = Omit<ComponentProps<typeof Plot>, 'children' | 'points'> & {
  weeks: readonly Week[]
  dotRadius: number
  /** Whether the axis includes 0, with a line. */
  hasZero?: boolean
  formatValue?: (value: number) => string
  /** Of the team, as `#rrggbb`; without one, that of the theme. */
  color?: string | null | undefined
}

/** A line through a value of each week, and a dashed one through the averages. */
export function WeekPlot({ weeks, dotRadius, hasZero = false, formatValue = String, color, ...plot }: Props) {
  const { height } = plot
  const numbers = weeks.map(({ week }) => week)
  const values = [...weeks.flatMap(({ value, average = value }) => [value, average]), ...(hasZero ? [0] : [])]
  const y = scaleLinear(
    [Math.min(...values), Math.max(...values)],
    [height - CHART_MARGIN.bottom, CHART_MARGIN.top],
  ).nice()
  function xIn(width: number) {
    const ends = [CHART_MARGIN.left + dotRadius, width - CHART_MARGIN.right - dotRadius] as const
    const position = scalePoint(numbers, ends)
    return (week: number) => position(week) ?? 0
  }

  return (
    <Plot
      {...plot}
      points={(width) => {
        const x = xIn(width)
        return weeks.map(({ week, value, lines }) => ({
          x: x(week),
          y: y(value),
          title: `Week ${week}`,
          lines,
        }))
      }}
    >
      {(width) => {
        const x = xIn(width)
        const right = width - CHART_MARGIN.right
        const pathOf = (heightOf: (week: Week) => number) =>
          line<Week>(
            ({ week }) => x(week),
            (week) => y(heightOf(week)),
          )(weeks) ?? undefined
        return (
          <g style={teamColorStyle(color)}>
            <GridLines values={y.ticks(4)} y={y} width={width} formatValue={formatValue} />
            {hasZero ? (
              <line className={styles.zeroLine} x1={CHART_MARGIN.left} x2={right} y1={y(0)} y2={y(0)} />
            ) : null}
            <YearAxis years={numbers} x={x} y={height - 6} width={right - CHART_MARGIN.left} />
            {weeks[0]?.average === undefined ? null : (
              <path className={styles.averageLine} d={pathOf(({ value, average = value }) => average)} />
            )}
            <path className={styles.mainLine} d={pathOf(({ value }) => value)} />
            {weeks.map(({ week, value }) => (
              <circle key={week} className={styles.dot} cx={x(week)} cy={y(value)} r={dotRadius} />
            ))}
          </g>
        )
      }}
    </Plot>
  )
}
