import { expect, it } from 'vitest'
import { formatOrdinal, pluralize } from './pluralize.ts'

it.each([
  [0, '0 hours'],
  [1, '1 hour'],
  [2, '2 hours'],
])('uses the singular only for a count of 1: %i is %s', (count, text) => {
  expect(pluralize(count, 'hour')).toBe(text)
})

it.each([
  [1, '1st'],
  [2, '2nd'],
  [3, '3rd'],
  [4, '4th'],
  [11, '11th'],
  [12, '12th'],
  [13, '13th'],
  [21, '21st'],
  [112, '112th'],
])('formats %i as %s', (number, text) => {
  expect(formatOrdinal(number)).toBe(text)
})
