import { type KeyboardEvent, type PointerEvent, useState } from 'react'
import styles from './charts.module.css'

export type PlotPoint = {
  /** In CSS pixels, from the top left of the chart. */
  x: number
  y: number
  title: string
  lines: readonly string[]
}

type Props = {
  label: string
  /** From left to right. */
  points: readonly PlotPoint[]
  width: number
}

const TOOLTIP_HEIGHT = 100

export function PlotCursor({ label, points, width }: Props) {
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
            className={styles.tooltip}
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
