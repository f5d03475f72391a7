import { expect, it } from 'vitest'
import { count } from './count.ts'

it('counts one and many', () => {
  expect([0, 1, 2, 1200].map((number) => count(number, 'season'))).toEqual([
    '0 seasons',
    '1 season',
    '2 seasons',
    '1,200 seasons',
  ])
  expect(count(2, 'loss', 'losses')).toBe('2 losses')
})
