import { type ReactNode, useId, useRef } from 'react'
import { DataTable } from '../display/data-table.tsx'
import { Text } from '../layout/layout.tsx'
import { useWidth } from '../layout/measure.ts'
import ui from '../ui.module.css'
import styles from './charts.module.css'
import { PlotCursor, type PlotPoint } from './plot-cursor.tsx'

type Props = {
  title: string
  /** Text alternative of the chart, in one sentence. */
  summary: string
  note?: ReactNode
  height: number
  children: (width: number) => ReactNode
  /** The values that can be pointed at, from left to right, for a width in CSS pixels. */
  points: (width: number) => readonly PlotPoint[]
  columns: readonly string[]
  /** The chart's data as table rows. The first cell is the row header and must be unique. */
  rows: readonly (readonly (string | number)[])[]
}

export function Plot({ title, summary, note, height, children, points, columns, rows }: Props) {
  const frame = useRef<HTMLDivElement>(null)
  const width = useWidth(frame)
  const id = useId()
  return (
    <figure className={`${ui.frame} ${styles.figure}`} aria-labelledby={id}>
      <Text as="figcaption" size="l" weight={700} isTitle id={id}>
        {title}
      </Text>
      {note === undefined ? null : <p className={ui.note}>{note}</p>}
      <div ref={frame} className={styles.plot} style={{ height }}>
        {width === 0 ? null : (
          <>
            <svg width={width} height={height} role="img" aria-label={summary}>
              {children(width)}
            </svg>
            {rows.length === 0 ? null : (
              <PlotCursor label={`${title}, values`} points={points(width)} width={width} />
            )}
          </>
        )}
      </div>
      <details className={`${ui.link} ${ui.note} ${styles.table}`}>
        <summary>View as table</summary>
        <DataTable
          caption={`${title} (table)`}
          columns={columns.map((label, index) => ({
            label,
            kind: index === 0 ? 'head' : 'number',
            cell: (row: Props['rows'][number]) => row[index],
          }))}
          rows={rows}
          keyOf={([name]) => name ?? ''}
          isPlain
          isDense
        />
      </details>
    </figure>
  )
}

export const CHART_MARGIN = { top: 18, right: 20, bottom: 28, left: 42 } as const

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

export function GridLines({ values, y, width, formatValue }: GridLinesProps) {
  return values.map((value) => (
    <g key={value}>
      <line
        className={styles.gridLine}
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
