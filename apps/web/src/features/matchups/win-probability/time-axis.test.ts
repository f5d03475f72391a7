import { HOUR_MS, MINUTE_MS } from '@fieldhouse/domain/duration'
import { expect, it } from 'vitest'
import { timeAxis } from './time-axis.ts'

const at = (day: number, hour: number, minute = 0) => new Date(2026, 10, day, hour, minute)
const live = (date: Date) => ({ at: date, state: 'live' as const })
const every = (start: Date, hours: number, minutes = 10) =>
  Array.from({ length: (hours * 60) / minutes + 1 }, (_, index) =>
    live(new Date(start.getTime() + index * minutes * MINUTE_MS)),
  )

/** Thursday night, Sunday from 1 PM, Monday night. */
const WEEK = [
  { at: at(17, 9), state: 'before' as const },
  ...every(at(19, 20, 20), 3),
  ...every(at(22, 13), 10),
  ...every(at(23, 20, 20), 3),
  { at: at(24, 10), state: 'final' as const },
]

it('leaves next to no room for the days between the games', () => {
  const { x } = timeAxis(WEEK, [0, 1000])
  const widthOf = (from: Date, to: Date) => Math.round(x(to) - x(from))
  expect(x(at(17, 9))).toBe(0)
  expect(x(at(24, 10))).toBe(1000)
  // 18 hours in all: 16 with games and four times half an hour.
  expect(widthOf(at(22, 13), at(22, 23))).toBe(Math.round((10 / 18) * 1000))
  expect(widthOf(at(19, 23, 20), at(22, 13))).toBe(Math.round((0.5 / 18) * 1000))
})

it('names the days of the games, and hours where there is room', () => {
  const textsOf = (width: number, points = WEEK) =>
    timeAxis(points, [0, width]).labels.map((label) =>
      label.isDay ? label.at.getDay() : `${label.at.getHours()}:00`,
    )
  expect(textsOf(1000)).toEqual([4, 0, '15:00', '18:00', '21:00', 1])
  expect(textsOf(300)).toEqual([4, 0, '18:00', 1])
  expect(textsOf(1000, every(at(22, 13), 10))).toEqual([0, '15:00', '18:00', '21:00'])
})

it('never puts two labels over each other', () => {
  for (let width = 100; width < 1400; width += 37) {
    const { labels } = timeAxis(WEEK, [0, width])
    const gaps = labels.slice(1).map((label, index) => label.x - (labels[index]?.x ?? 0))
    expect(Math.min(...gaps, width)).toBeGreaterThanOrEqual(28)
  }
})

it('draws a game without any time between its points', () => {
  const { x } = timeAxis([live(at(22, 13)), live(at(22, 13))], [10, 90])
  expect(x(at(22, 13))).toBe(10)
})

it('takes the time as it is while something changes', () => {
  const { x } = timeAxis(every(at(22, 13), 4), [0, 120])
  const positions = [1, 2, 4].map((hours) => x(new Date(at(22, 13).getTime() + hours * HOUR_MS)))
  expect(positions).toEqual([30, 60, 120])
})

it('leaves room for the time ahead while the first game has just begun, but not after the last one', () => {
  const begun = [{ at: at(21, 9), state: 'before' as const }, ...every(at(22, 13), 0.5, 5)]
  const { x } = timeAxis(begun, [0, 180])
  expect([at(21, 9), at(22, 13), at(22, 13, 30)].map(x)).toEqual([0, 30, 60])
  const over = [...begun, { at: at(22, 13, 30), state: 'final' as const }]
  expect(timeAxis(over, [0, 180]).x(at(22, 13, 30))).toBe(180)
})
