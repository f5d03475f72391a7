import { expect, it } from 'vitest'
import { formatCount, formatMissingWeeks } from './format.ts'

it('formats singular and plural counts', () => {
  expect([0, 1, 2, 1200].map((number) => formatCount(number, 'season'))).toEqual([
    '0 seasons',
    '1 season',
    '2 seasons',
    '1,200 seasons',
  ])
  expect(formatCount(2, 'loss', 'losses')).toBe('2 losses')
})

it('names the weeks that are missing', () => {
  expect([[], [5], [5, 7]].map(formatMissingWeeks)).toEqual([
    '',
    ', without week 5',
    ', without weeks 5 and 7',
  ])
})
