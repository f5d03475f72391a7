import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bracketOrder, bracketPlayer, countByes, type PlayoffPlan } from './simulate-season.ts'

const aPlan = (places: number, more: Partial<PlayoffPlan> = {}): PlayoffPlan => ({
  places,
  roundWeeks: [1],
  isReseeded: false,
  knownRounds: [],
  ...more,
})

/** Plays with the scores of consecutive weeks by team. */
function playScores(seeds: number[], scores: Record<number, number[]>, plan: PlayoffPlan) {
  const used = new Map<number, number>()
  const games: string[] = []
  const champion = bracketPlayer(plan)(seeds, (a, b, weeks) => {
    const round = Math.max(used.get(a) ?? 0, used.get(b) ?? 0)
    const total = (team: number) =>
      (scores[team] ?? []).slice(round, round + weeks).reduce((sum, each) => sum + each, 0)
    for (const team of [a, b]) used.set(team, round + weeks)
    games.push(`${Math.min(a, b)}-${Math.max(a, b)}`)
    return total(a) >= total(b) ? a : b
  })
  return { champion, games }
}

it.each([
  [2, [1, 2], 0],
  [4, [1, 4, 2, 3], 0],
  [6, [1, 8, 4, 5, 2, 7, 3, 6], 2],
  [7, [1, 8, 4, 5, 2, 7, 3, 6], 1],
  [8, [1, 8, 4, 5, 2, 7, 3, 6], 0],
])('orders %i places, the first seeds with byes', (places, order, byes) => {
  expect(bracketOrder(places)).toEqual(order)
  expect(countByes(places)).toBe(byes)
})

describe('rounds of two weeks', () => {
  it('are decided by the totals of both weeks', () => {
    const scores = {
      9: [143.28, 103.84],
      6: [130.46, 155.82, 124.74, 141.08],
      7: [95.28, 111.24, 91.72, 154.54],
      12: [81.16, 102.1],
    }
    expect(playScores([9, 7, 12, 6], scores, aPlan(4, { roundWeeks: [2] })).champion).toBe(6)
    // Read as rounds of one week, 9 beats 6 and then 7 wins.
    expect(playScores([9, 7, 12, 6], scores, aPlan(4)).champion).toBe(7)
  })

  it('can be won after a lost first week', () => {
    const scores = {
      8: [128, 74],
      5: [94, 137, 100, 172],
      2: [124, 122, 106, 112],
      7: [62, 116],
    }
    expect(playScores([8, 2, 7, 5], scores, aPlan(4, { roundWeeks: [2] })).champion).toBe(5)
  })
})

describe('six teams', () => {
  const seeds = [6, 12, 4, 9, 1, 2]
  const scores = {
    6: [148, 121.5, 90],
    12: [133, 95, 104],
    4: [122, 104, 92.5],
    9: [72.5, 87.5, 75],
    1: [67, 109, 97],
    2: [163.5, 117, 96.5],
  }

  it('are reseeded after each round', () => {
    const { champion, games } = playWithByes(aPlan(6, { isReseeded: true }))
    expect(games.slice(0, 4).sort()).toEqual(['1-9', '12-9', '2-4', '2-6'].map(sortPair).sort())
    expect(champion).toBe(12)
  })

  it('stay in a fixed bracket', () => {
    const { champion, games } = playWithByes(aPlan(6))
    expect(games.slice(0, 4).sort()).toEqual(['1-9', '2-12', '2-4', '6-9'].map(sortPair).sort())
    expect(champion).toBe(2)
  })

  const sortPair = (pair: string) =>
    pair
      .split('-')
      .map(Number)
      .sort((a, b) => a - b)
      .join('-')

  /** Byes skip the scores of the first week. */
  function playWithByes(plan: PlayoffPlan) {
    const later = Object.fromEntries(
      Object.entries(scores).map(([team, weeks]) => [
        team,
        [6, 12].includes(Number(team)) ? weeks.slice(1) : weeks,
      ]),
    )
    const games: string[] = []
    const played = new Map<number, number>()
    const champion = bracketPlayer(plan)(seeds, (a, b) => {
      games.push(sortPair(`${a}-${b}`))
      const scoreOf = (team: number) => {
        const game = played.get(team) ?? 0
        played.set(team, game + 1)
        return later[team]?.[game] ?? Number.NaN
      }
      return scoreOf(a) > scoreOf(b) ? a : b
    })
    return { champion, games }
  }
})

it('never overrules the pairings and winners of the provider', () => {
  const semifinals = {
    pairings: [
      { teams: [30, 40] as const, winner: null },
      { teams: [10, 20] as const, winner: 20 },
    ],
    byes: [],
  }
  const { champion, games } = playScores(
    [10, 20, 30, 40],
    { 40: [9, 9] },
    aPlan(4, { knownRounds: [semifinals] }),
  )
  expect(games).toEqual(['30-40', '20-40'])
  expect(champion).toBe(40)
})

it('continues a round of the provider with byes in the order of the bracket', () => {
  const quarterfinals = {
    pairings: [
      { teams: [30, 60] as const, winner: 60 },
      { teams: [40, 50] as const, winner: 50 },
    ],
    byes: [10, 20],
  }
  const { games } = playScores([10, 20, 30, 40, 50, 60], {}, aPlan(6, { knownRounds: [quarterfinals] }))
  expect(games.slice(0, 2)).toEqual(['10-50', '20-60'])
})

describe('any bracket', () => {
  it('has one game fewer than places, and the champion loses none', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 2, max: 8 }),
        fc.boolean(),
        fc.infiniteStream(fc.boolean()),
        (places, isReseeded, firstWins) => {
          const seeds = Array.from({ length: 12 }, (_, index) => index + 100)
          const losers: number[] = []
          const champion = bracketPlayer(aPlan(places, { isReseeded }))(seeds, (a, b) => {
            const [winner, loser] = firstWins.next().value ? [a, b] : [b, a]
            losers.push(loser)
            return winner
          })
          expect(losers).toHaveLength(places - 1)
          expect(new Set(losers).size).toBe(places - 1)
          expect(losers).not.toContain(champion)
        },
      ),
    )
  })
})
