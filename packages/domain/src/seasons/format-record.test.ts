import { expect, it } from 'vitest'
import { formatRecord } from './format-record.ts'

it.each([
  [{ wins: 7, losses: 3, ties: 0 }, '7-3'],
  [{ wins: 2, losses: 0, ties: 1 }, '2-0-1'],
])('formats %o as %s', (record, text) => {
  expect(formatRecord(record)).toBe(text)
})
