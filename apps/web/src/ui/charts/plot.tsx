import { scaleLinear, scalePoint } from 'd3-scale'
import { line } from 'd3-shape'
import {
  type ComponentProps,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  useId,
  useRef,
  useState,
} from 'react'
import { teamColorStyle } from '../../theme/team-color.ts'
import { DataTable } from '../display/data-table.tsx'
import { Stack, Text, useWidth } from '../layout/layout.tsx'
import ui from '../ui.module.css'
import styles from './charts.module.css'

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
    <Stack as="figure" gap={1} className={`${ui.frame} ${styles.figure}`} aria-labelledby={id}>
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
    </Stack>
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

export type PlotPoint = {
  /** In CSS pixels, from the top left of the chart. */
  x: number
  y: number
  title: string
  lines: readonly string[]
}

type PlotCursorProps = {
  label: string
  /** From left to right. */
  points: readonly PlotPoint[]
  width: number
}

const TOOLTIP_HEIGHT = 100

function PlotCursor({ label, points, width }: PlotCursorProps) {
  const [index, setIndex] = useState<number | null>(null)
  const point = index === null ? undefined : points[index]
  const last = points.length - 1

  function followPointer(event: PointerEvent<HTMLElement>) {
    const x = event.clientX - event.currentTarget.getBoundingClientRect().left
    setIndex(nearestIndex(points, x))
  }

  function moveByKey(event: KeyboardEvent) {
    const at = index ?? last
    const next = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: last }[event.key]
    if (next === undefined) return
    event.preventDefault()
    setIndex(Math.min(Math.max(next, 0), last))
  }

  return (
    <div
      className={styles.surface}
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={last}
      aria-valuenow={index ?? last}
      aria-valuetext={textOf(point ?? points[last])}
      onPointerDown={followPointer}
      onPointerMove={followPointer}
      onPointerLeave={({ pointerType }) => {
        // What was touched stays readable after the finger is lifted, until something else is touched.
        if (pointerType === 'mouse') setIndex(null)
      }}
      onKeyDown={moveByKey}
      onFocus={() => setIndex((current) => current ?? last)}
      onBlur={() => setIndex(null)}
    >
      {point === undefined ? null : (
        <>
          <span className={styles.guide} style={{ left: point.x }} />
          <span className={styles.ring} style={{ left: point.x, top: point.y }} />
          <span
            className={`${ui.floats} ${styles.tooltip}`}
            data-below={point.y < TOOLTIP_HEIGHT || undefined}
            style={{ left: `clamp(80px, ${point.x}px, ${width - 80}px)` }}
          >
            <strong>{point.title}</strong>
            {point.lines.map((line) => (
              <span key={line}>{line}</span>
            ))}
          </span>
        </>
      )}
    </div>
  )
}

function nearestIndex(points: readonly PlotPoint[], x: number): number {
  const distances = points.map((point) => Math.abs(point.x - x))
  return distances.indexOf(Math.min(...distances))
}

function textOf(point: PlotPoint | undefined): string | undefined {
  return point === undefined ? undefined : `${point.title}: ${point.lines.join(', ')}`
}

/** The path of a line with a gap, not a connection, where there is no value. */
export function linePath(
  places: readonly number[],
  x: (at: number) => number,
  heights: ReadonlyMap<number, number>,
): string | undefined {
  const toPath = line<number>(x, (at) => heights.get(at) ?? 0).defined((at) => heights.has(at))
  return toPath(places) ?? undefined
}

type Period = {
  /** A week or a year. */
  at: number
  value: number
  title: string
  lines: readonly string[]
  average?: number
  /** Whether it is still going on. */
  isOpen?: boolean
}

type PeriodPlotProps = Omit<ComponentProps<typeof Plot>, 'children' | 'points'> & {
  periods: readonly Period[]
  /** All that the axis has, if the line has gaps. */
  axis?: readonly number[]
  dotRadius: number
  /** Whether the axis includes 0, with a line. */
  hasZero?: boolean
  formatValue?: (value: number) => string
  /** Of the team, as `#rrggbb`; without one, that of the theme. */
  color?: string | null | undefined
}

/** A line through a value of each week or year, and a dashed one through the averages. */
export function PeriodPlot({
  periods,
  axis = periods.map(({ at }) => at),
  dotRadius,
  hasZero = false,
  formatValue = String,
  color,
  ...plot
}: PeriodPlotProps) {
  const { height } = plot
  const values = [
    ...periods.flatMap(({ value, average = value }) => [value, average]),
    ...(hasZero ? [0] : []),
  ]
  const y = scaleLinear(
    [Math.min(...values), Math.max(...values)],
    [height - CHART_MARGIN.bottom, CHART_MARGIN.top],
  ).nice()
  function xIn(width: number) {
    const ends = [CHART_MARGIN.left + dotRadius, width - CHART_MARGIN.right - dotRadius] as const
    const position = scalePoint(axis, ends)
    return (at: number) => position(at) ?? 0
  }

  return (
    <Plot
      {...plot}
      points={(width) => {
        const x = xIn(width)
        return periods.map(({ at, value, title, lines }) => ({ x: x(at), y: y(value), title, lines }))
      }}
    >
      {(width) => {
        const x = xIn(width)
        const right = width - CHART_MARGIN.right
        const pathOf = (heightOf: (period: Period) => number) =>
          linePath(axis, x, new Map(periods.map((period) => [period.at, y(heightOf(period))])))
        return (
          <g style={teamColorStyle(color)}>
            <GridLines values={y.ticks(4)} y={y} width={width} formatValue={formatValue} />
            {hasZero ? (
              <line className={styles.zeroLine} x1={CHART_MARGIN.left} x2={right} y1={y(0)} y2={y(0)} />
            ) : null}
            <YearAxis years={axis} x={x} y={height - 6} width={right - CHART_MARGIN.left} />
            {periods[0]?.average === undefined ? null : (
              <path className={styles.averageLine} d={pathOf(({ value, average = value }) => average)} />
            )}
            <path className={styles.mainLine} d={pathOf(({ value }) => value)} />
            {periods.map(({ at, value, isOpen = false }) => (
              <circle
                key={at}
                className={styles.dot}
                data-open={isOpen || undefined}
                cx={x(at)}
                cy={y(value)}
                r={dotRadius}
              />
            ))}
          </g>
        )
      }}
    </Plot>
  )
}

type Series = {
  id: string
  name: string
  /** As `#rrggbb`; null for the color of the theme. */
  color: string | null | undefined
  /** From left to right. */
  points: readonly SeriesPoint[]
}

type SeriesPoint = {
  /** The position on the horizontal axis, such as a week. */
  at: number
  value: number
  title: string
  lines: readonly string[]
}

type Scales = { x: (at: number) => number; y: (value: number) => number }

type SeriesPlotProps = Omit<ComponentProps<typeof Plot>, 'children' | 'points'> & {
  series: readonly Series[]
  /** The line that is highlighted until another one is chosen. */
  initial: string | undefined
  span: readonly [first: number, last: number]
  range: readonly [bottom: number, top: number]
  ticks: readonly number[]
  formatValue?: (value: number) => string
  labels: AxisLabelsProps['labels']
  /** The position of a dotted line. */
  marked?: number
}

/** A line with more points has no dots, which would hide it. */
const MAX_DOTS = 24

/** How close to a line the pointer has to be, in CSS pixels. */
const REACH = 24

export function SeriesPlot({ series, initial, span, range, ...props }: SeriesPlotProps) {
  const { ticks, formatValue = String, labels, marked, ...plot } = props
  const { height } = plot
  const [chosen, setChosen] = useState(initial)
  const [hovered, setHovered] = useState<string | null>(null)
  const active = series.find(({ id }) => id === (hovered ?? chosen)) ?? series[0]

  const bottom = height - CHART_MARGIN.bottom - 12
  const scales = (width: number) => ({
    x: scaleLinear(span, [CHART_MARGIN.left + 8, width - CHART_MARGIN.right]),
    y: scaleLinear(range, [bottom, CHART_MARGIN.top]),
  })

  function followPointer({ target, clientX, clientY, pointerType, type }: PointerEvent<HTMLElement>) {
    if (!(target instanceof HTMLElement) || target.getAttribute('role') !== 'slider') return
    const { left, top, width } = target.getBoundingClientRect()
    const nearest = nearestSeries(series, scales(width), { x: clientX - left, y: clientY - top })
    if (nearest === null) return
    if (pointerType === 'mouse' && type !== 'pointerdown') setHovered(nearest)
    else setChosen(nearest)
  }

  return (
    <Stack
      gap={2}
      onPointerMove={followPointer}
      onPointerDown={followPointer}
      onPointerLeave={() => setHovered(null)}
    >
      <Plot
        {...plot}
        points={(width) => {
          const { x, y } = scales(width)
          return (active?.points ?? []).map(({ at, value, title, lines }) => ({
            x: x(at),
            y: y(value),
            title,
            lines: [active?.name ?? '', ...lines],
          }))
        }}
      >
        {(width) => (
          <>
            <GridLines values={ticks} y={scales(width).y} width={width} formatValue={formatValue} />
            <AxisLabels labels={labels} x={scales(width).x} y={height - 6} />
            {marked === undefined ? null : (
              <path
                className={styles.marked}
                d={`M${scales(width).x(marked)} ${CHART_MARGIN.top - 10}V${bottom}`}
              />
            )}
            <Lines series={series} active={active?.id} scales={scales(width)} />
          </>
        )}
      </Plot>
      <ul className={styles.names}>
        {series.map(({ id, name, color }) => (
          <li key={id}>
            <button
              type="button"
              className={`${ui.pressable} ${styles.name}`}
              aria-pressed={id === active?.id}
              style={teamColorStyle(color)}
              onClick={() => setChosen(id)}
              onPointerEnter={({ pointerType }) => {
                if (pointerType === 'mouse') setHovered(id)
              }}
              onPointerLeave={() => setHovered(null)}
              onFocus={({ currentTarget }) => {
                if (currentTarget.matches(':focus-visible')) setChosen(id)
              }}
            >
              {name}
            </button>
          </li>
        ))}
      </ul>
    </Stack>
  )
}

const LABEL_WIDTH = 40

type AxisLabelsProps = {
  /** In order. One that would overlap the one before it is left out. */
  labels: readonly { at: number; text: string }[]
  x: (at: number) => number
  y: number
}

export function AxisLabels({ labels, x, y }: AxisLabelsProps) {
  let free = 0
  return labels.map(({ at, text }) => {
    const left = x(at)
    if (left < free) return null
    free = left + LABEL_WIDTH
    return (
      <text key={at} x={left} y={y} textAnchor="middle">
        {text}
      </text>
    )
  })
}

type LinesProps = { series: readonly Series[]; active: string | undefined; scales: Scales }

/** The highlighted line comes last, on top of the others. */
function Lines({ series, active, scales: { x, y } }: LinesProps) {
  const toPath = line<SeriesPoint>(
    ({ at }) => x(at),
    ({ value }) => y(value),
  )
  return series
    .toSorted((a, b) => Number(a.id === active) - Number(b.id === active))
    .map(({ id, color, points }) => {
      const last = points.at(-1)
      return (
        <g
          key={id}
          className={styles.line}
          data-active={id === active || undefined}
          style={teamColorStyle(color)}
        >
          <path d={toPath(points) ?? undefined} />
          {id === active && points.length <= MAX_DOTS
            ? points.map(({ at, value }) => <circle key={at} cx={x(at)} cy={y(value)} r={4} />)
            : null}
          {last === undefined ? null : <circle cx={x(last.at)} cy={y(last.value)} r={4} />}
        </g>
      )
    })
}

function nearestSeries(
  series: readonly Series[],
  { x, y }: Scales,
  place: { x: number; y: number },
): string | null {
  const distances = series.flatMap(({ id, points }) => {
    const nearest = points.toSorted((a, b) => Math.abs(x(a.at) - place.x) - Math.abs(x(b.at) - place.x))[0]
    return nearest === undefined ? [] : [{ id, distance: Math.abs(y(nearest.value) - place.y) }]
  })
  const closest = distances.toSorted((a, b) => a.distance - b.distance)[0]
  return closest !== undefined && closest.distance <= REACH ? closest.id : null
}
