import { scaleLinear } from 'd3-scale'
import { line } from 'd3-shape'
import { type PointerEvent, useState } from 'react'
import { teamColorStyle } from '../../theme/team-color.ts'
import { Stack } from '../layout/layout.tsx'
import ui from '../ui.module.css'
import styles from './charts.module.css'
import { CHART_MARGIN, GridLines, Plot } from './plot.tsx'

export type Series = {
  id: string
  name: string
  /** As `#rrggbb`; null for the color of the theme. */
  color: string | null | undefined
  /** From left to right. */
  points: readonly SeriesPoint[]
}

export type SeriesPoint = {
  /** The position on the horizontal axis, such as a week. */
  at: number
  value: number
  title: string
  lines: readonly string[]
}

type Scales = { x: (at: number) => number; y: (value: number) => number }

type Props = {
  title: string
  summary: string
  note?: string
  height: number
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
  columns: readonly string[]
  rows: readonly (readonly (string | number)[])[]
}

/** A line with more points has no dots, which would hide it. */
const MAX_DOTS = 24

/** How close to a line the pointer has to be, in CSS pixels. */
const REACH = 24

export function SeriesPlot({ series, initial, span, range, ...props }: Props) {
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
