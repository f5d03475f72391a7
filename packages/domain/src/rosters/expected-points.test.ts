import { describe, expect, it } from 'vitest'
import type { NflWeek, NflWeekGame } from '../nfl/nfl-week.ts'
import type { Points } from '../points.ts'
import { withEstimates } from './expected-points.ts'
import { BENCH_SLOT, type LineupEntry, RESERVE_SLOT, type TeamLineup } from './lineup.ts'

const [QB, RB] = [0, 2]

const entry = (playerId: number, slotId: number, points: number | null, more: Partial<LineupEntry> = {}) => ({
  slotId,
  playerId,
  name: `Player ${playerId}`,
  position: slotId === QB ? 'QB' : 'RB',
  nflTeamId: playerId,
  injuryStatus: null,
  points: points as Points | null,
  projectedPoints: null,
  eligibleSlots: [QB, RB],
  ...more,
})

const lineup = (entries: LineupEntry[], emptySlots: number[] = []): TeamLineup => ({
  teamId: 1,
  entries,
  emptySlots,
  points: 0 as Points,
  projectedPoints: null,
})

/** Two weeks: quarterbacks started with 20 and 10 points, so the mean is 15. Player 2 sat on the bench in week 2. */
const EARLIER = [
  { week: 1, lineups: [lineup([entry(1, QB, 2000), entry(2, RB, 600)])] },
  {
    week: 2,
    lineups: [
      lineup([entry(1, QB, 1000), entry(2, BENCH_SLOT, 1200, { position: 'RB' }), entry(3, RB, 1000)]),
    ],
  },
]

function estimate(entries: LineupEntry[], more: Partial<Parameters<typeof withEstimates>[0]> = {}) {
  const input = { lineups: [lineup(entries)], earlier: EARLIER, nflWeek: null, isBestBall: false, ...more }
  const [estimated] = withEstimates(input)
  return {
    players: estimated?.entries.map(({ projectedPoints }) => projectedPoints),
    team: estimated?.projectedPoints,
  }
}

const game = (state: 'pre' | 'in' | 'post', period: number | null): NflWeek => ({
  games: [
    {
      homeTeamId: 1,
      awayTeamId: 9,
      state,
      line: null,
      weather: null,
      isTimeSet: false,
      progress: period === null ? null : { period, clockSeconds: 0 },
    },
  ] as unknown as NflWeekGame[],
  byeTeamIds: new Set([2]),
})

describe('the expectation of a game', () => {
  it('is between the mean of the player and that of the starters at the position', () => {
    // (2 · 15 + 4 · 15) / 6, (2 · 9 + 4 · 8) / 6 with the bench, and 8 for a newcomer.
    expect(estimate([entry(1, QB, null), entry(2, RB, null), entry(7, RB, null)])).toEqual({
      players: [1500, 833, 800],
      team: 3133,
    })
  })

  it('is 0 for players who are out, on injured reserve or on bye', () => {
    const entries = [
      entry(1, QB, null, { injuryStatus: 'OUT' }),
      entry(2, RB, null),
      entry(3, RESERVE_SLOT, null, { position: 'RB' }),
    ]
    expect(estimate(entries, { nflWeek: game('pre', null) })).toEqual({ players: [0, 0, 0], team: 0 })
  })

  it.each([
    ['pre', null, null, 1500],
    ['in', 2, 700, 700 + 750],
    ['post', null, 700, 700],
  ] as const)('shrinks with the minutes left: %s, quarter %s', (state, period, points, expected) => {
    const { players } = estimate([entry(1, QB, points)], { nflWeek: game(state, period) })
    expect(players).toEqual([expected])
  })

  it('adds nothing to the points of a player whose game is unknown', () => {
    expect(estimate([entry(1, QB, 700)]).players).toEqual([700])
  })

  it('is that of the last season in the first week, and unknown without one', () => {
    expect(estimate([entry(1, QB, null)], { earlier: [], lastSeason: EARLIER }).players).toEqual([1500])
    expect(estimate([entry(1, QB, null)], { earlier: [] })).toEqual({ players: [null], team: null })
  })

  it('does not take a week without points for a game', () => {
    const earlier = [
      ...EARLIER,
      { week: 3, lineups: [lineup([entry(1, BENCH_SLOT, 0, { position: 'QB' })])] },
    ]
    expect(estimate([entry(1, QB, null)], { earlier }).players).toEqual([1500])
  })

  it('is that of the best lineup where the platform chooses it', () => {
    const entries = [entry(7, RB, null), entry(1, BENCH_SLOT, null, { position: 'QB' })]
    expect(estimate(entries, { isBestBall: true }).team).toBe(1500)
  })
})

it("does not mix estimates with the provider's projections", () => {
  const projected = entry(1, QB, null, { projectedPoints: 1800 as Points })
  expect(estimate([projected, entry(2, RB, null)]).players).toEqual([1800, null])
})
