import { HOUR_MS, MINUTE_MS } from '@fieldhouse/domain/duration'
import type { TimelinePoint } from '@fieldhouse/domain/rosters/matchup'

/** Times without games take no more room than this. */
const MAX_GAP_MS = 30 * MINUTE_MS
/** A longer time without changes begins another day of games. */
const SESSION_GAP_MS = 3 * HOUR_MS
/** A game that has just begun leaves room for the time ahead, as long as an NFL game. */
const MIN_UNFINISHED_MS = 3 * HOUR_MS
const TICK_HOURS = 3
/** The least distance of a label to the next one, in CSS pixels. */
const MIN_LABEL_DISTANCE = 56

type Times = readonly Pick<TimelinePoint, 'at' | 'state'>[]

export type TimeLabel = { x: number; at: Date; isDay: boolean }

/** A horizontal axis of a game's time, on which the days between its NFL games take next to no room. */
export function timeAxis(points: Times, [left, right]: [left: number, right: number]) {
  let elapsed = 0
  const positions = points.map(({ at }, index) => {
    elapsed += Math.min(MAX_GAP_MS, at.getTime() - (points[index - 1]?.at ?? at).getTime())
    return elapsed
  })
  const length = Math.max(1, elapsed, points.at(-1)?.state === 'final' ? 0 : MIN_UNFINISHED_MS)
  /** Between two points, time passes evenly. */
  const x = (at: Date) => {
    const next = Math.max(
      1,
      points.findIndex((point) => point.at >= at),
    )
    const [from, to] = [points[next - 1]?.at ?? at, points[next]?.at ?? at]
    const share = to > from ? (at.getTime() - from.getTime()) / (to.getTime() - from.getTime()) : 1
    const [start = 0, end = start] = [positions[next - 1], positions[next]]
    return left + ((start + share * (end - start)) / length) * (right - left)
  }
  return { x, labels: timeLabels(points, x, right) }
}

function timeLabels(points: Times, x: (at: Date) => number, right: number): TimeLabel[] {
  const played = points.filter(({ state }) => state === 'live')
  const days = played
    .filter(
      ({ at }, index) =>
        index === 0 || at.getTime() - (played[index - 1]?.at ?? at).getTime() > SESSION_GAP_MS,
    )
    .map(({ at }) => ({ x: x(at), at, isDay: true }))
  const labels = spread(days, right)
  const hours = days.flatMap((day, index) => {
    const next = days[index + 1]
    const end = next === undefined ? played.at(-1) : played.findLast(({ at }) => at < next.at)
    return hoursBetween(day.at, end?.at ?? day.at).map((at) => ({ x: x(at), at, isDay: false }))
  })
  for (const hour of hours) {
    const isFree = labels.every((label) => Math.abs(label.x - hour.x) >= MIN_LABEL_DISTANCE)
    if (isFree && right - hour.x >= MIN_LABEL_DISTANCE / 2) labels.push(hour)
  }
  return labels.sort((a, b) => a.x - b.x)
}

/** Leaves out labels that would cover the one before. */
function spread(labels: readonly TimeLabel[], right: number): TimeLabel[] {
  const shown: TimeLabel[] = []
  for (const label of labels) {
    const previous = shown.at(-1)
    const isFree = previous === undefined || label.x - previous.x >= MIN_LABEL_DISTANCE / 2
    if (isFree && label.x <= right) shown.push(label)
  }
  return shown
}

/** The hours of the viewer's clock that are divisible by three. */
function hoursBetween(start: Date, end: Date): Date[] {
  const first = new Date(start)
  first.setMinutes(60, 0, 0)
  const hours: Date[] = []
  for (let time = first.getTime(); time <= end.getTime(); time += HOUR_MS) hours.push(new Date(time))
  return hours.filter((hour) => hour.getHours() % TICK_HOURS === 0)
}
