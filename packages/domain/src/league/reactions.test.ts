import { expect, it } from 'vitest'
import { countReactions } from './reactions.ts'

it('counts reactions in display order, with the names of those who gave them first', () => {
  expect(
    countReactions([
      { reaction: 'wow', name: 'Ada' },
      { reaction: 'fire', name: 'Bo' },
      { reaction: 'wow', name: 'Cy' },
    ]),
  ).toEqual([
    { reaction: 'fire', count: 1, names: ['Bo'] },
    { reaction: 'wow', count: 2, names: ['Ada', 'Cy'] },
  ])
  expect(countReactions([])).toEqual([])
})

it('names at most 20 people, and counts all', () => {
  const given = Array.from({ length: 21 }, (_, index) => ({ reaction: 'clap' as const, name: `${index}` }))
  const [clap] = countReactions(given)
  expect([clap?.count, clap?.names.length, clap?.names.at(-1)]).toEqual([21, 20, '19'])
})
