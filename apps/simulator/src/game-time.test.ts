import { expect, it } from 'vitest'
import { isGameTime, lastGameTime } from './nfl.ts'

it.each([
  ['2026-11-22T18:30:00Z', true],
  ['2026-11-22T17:59:00Z', false],
  ['2026-11-23T01:30:00Z', true],
  ['2026-11-24T01:30:00Z', true],
  ['2026-11-25T01:30:00Z', false],
  ['2026-07-05T18:30:00Z', false],
])('at %s, isGameTime returns %s', (at, expected) => {
  expect(isGameTime(new Date(at))).toBe(expected)
})

it.each([
  ['in the middle of the week', '2026-11-25T01:30:00Z', '2026-11-22T19:30:00Z'],
  ['early on a Sunday', '2026-11-22T12:00:00Z', '2026-11-15T19:30:00Z'],
  ['in summer time', '2026-10-12T01:30:00Z', '2026-10-11T18:30:00Z'],
  ['before the first game of a season', '2026-08-01T12:00:00Z', '2025-12-28T19:30:00Z'],
  ['in the spring', '2027-02-14T12:00:00Z', '2027-01-03T19:30:00Z'],
])('finds the last Sunday with games %s', (_, at, sunday) => {
  expect(lastGameTime(new Date(at)).toISOString()).toBe(new Date(sunday).toISOString())
})
