import { describe, expect, it } from 'vitest'
import { aProposal } from '../../testing/a-feed-item.ts'
import { isClosed, winnersOf } from './outcome.ts'

const NOW = new Date('2026-11-21T12:00:00Z')

describe('isClosed', () => {
  it.each([
    [null, false],
    ['2026-11-21T12:00:01Z', false],
    ['2026-11-21T12:00:00Z', true],
    ['2026-11-20T12:00:00Z', true],
  ])('says of a vote that closes at %s: %s', (closesAt, closed) => {
    expect(isClosed({ closes_at: closesAt }, NOW)).toBe(closed)
  })
})

describe('winnersOf', () => {
  it.each([
    { name: 'none without votes', percents: [0, 0], total: 0, winners: [] },
    { name: 'the one with most', percents: [58, 17, 25], total: 12, winners: [1] },
    { name: 'several in a tie', percents: [50, 50], total: 4, winners: [1, 2] },
    { name: 'all of three with a vote each', percents: [34, 33, 33], total: 3, winners: [1, 2, 3] },
    { name: 'two of seven with two votes', percents: [29, 28, 14, 15, 14], total: 7, winners: [1, 2] },
    { name: 'one that leads by a vote of fifty', percents: [52, 48], total: 50, winners: [1] },
  ])('is $name', ({ percents, total, winners }) => {
    const options = percents.map((percent, index) => ({ id: index + 1, text: '', percent, voters: null }))
    expect(winnersOf(aProposal({ options, total }))).toEqual(winners)
  })

  it('counts the voters where they are known', () => {
    const options = [
      { id: 1, text: 'Yes', percent: 51, voters: ['Ada', 'Rowan'] },
      { id: 2, text: 'No', percent: 49, voters: ['Mina', 'Theo'] },
    ]
    expect(winnersOf({ options, total: 4 })).toEqual([1, 2])
  })
})
