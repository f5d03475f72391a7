import { expect, it } from 'vitest'
import { formatCount, formatOrdinal } from './count.ts'

it('formats singular and plural counts', () => {
  expect([0, 1, 2, 1200].map((number) => formatCount(number, 'season'))).toEqual([
    '0 seasons',
    '1 season',
    '2 seasons',
    '1,200 seasons',
  ])
  expect(formatCount(2, 'loss', 'losses')).toBe('2 losses')
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
