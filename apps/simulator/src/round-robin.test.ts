import { describe, expect, it } from 'vitest'
import { pairsOfRound } from './nfl.ts'

describe('pairsOfRound', () => {
  it('pairs each of four teams with every other once in three rounds', () => {
    const meetings = [1, 2, 3].flatMap((round) => pairsOfRound([1, 2, 3, 4], round))
    const pairs = meetings.map(([home, away]) => `${Math.min(home, away)}–${Math.max(home, away)}`).sort()
    expect(pairs).toEqual(['1–2', '1–3', '1–4', '2–3', '2–4', '3–4'])
  })

  it('repeats the rounds with home and away swapped', () => {
    const first = pairsOfRound([1, 2, 3, 4], 1)
    expect(pairsOfRound([1, 2, 3, 4], 4)).toEqual(first.map(([home, away]) => [away, home]))
  })

  it('rejects an odd number of teams', () => {
    expect(() => pairsOfRound([1, 2, 3], 1)).toThrow(RangeError)
  })
})
