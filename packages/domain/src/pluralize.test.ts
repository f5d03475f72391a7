import { expect, it } from 'vitest'
import { pluralize } from './pluralize.ts'

it.each([
  [0, '0 hours'],
  [1, '1 hour'],
  [2, '2 hours'],
])('uses the singular only for a count of 1: %i is %s', (count, text) => {
  expect(pluralize(count, 'hour')).toBe(text)
})
