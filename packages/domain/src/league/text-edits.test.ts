import { expect, it } from 'vitest'
import { isEditable } from './text-links.ts'

const CREATED_AT = Date.UTC(2026, 9, 11, 18, 30)

it.each([
  ['2026-10-11T18:30:00.000Z', true],
  ['2026-10-11T18:44:59.999Z', true],
  ['2026-10-11T18:45:00.000Z', false],
  ['2026-10-12T18:30:00.000Z', false],
])('says whether a text of 18:30 can be edited at %s: %s', (at, expected) => {
  expect(isEditable(CREATED_AT, new Date(at))).toBe(expected)
})
