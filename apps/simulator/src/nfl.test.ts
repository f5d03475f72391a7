import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { gameClockAt, NFL_TEAMS, nflSeason, playedFraction } from './nfl.ts'

describe('nflSeason', () => {
  it('schedules every team in every week but one', () => {
    fc.assert(
      fc.property(fc.string(), fc.integer({ min: 2012, max: 2030 }), (seed, season) => {
        const nfl = nflSeason(seed, season)
        const weeks = season >= 2021 ? 18 : 17
        for (const team of NFL_TEAMS) {
          const played = nfl.games.filter((game) => game.homeId === team.id || game.awayId === team.id)
          const byeWeeks = Array.from({ length: weeks }, (_, index) => index + 1).filter(
            (week) => !played.some((game) => game.week === week),
          )
          expect(played).toHaveLength(weeks - 1)
          expect(byeWeeks).toEqual([nfl.byeWeeks.get(team.id)])
          expect(nfl.gameOf(team.id, byeWeeks[0] ?? 0)).toBeUndefined()
        }
      }),
      { numRuns: 10 },
    )
  })

  it('schedules one game on Thursday, one on Sunday night and one on Monday', () => {
    const kickoffs = nflSeason('harbor', 2026)
      .games.filter((game) => game.week === 1)
      .map((game) => new Date(game.kickoffMs).toISOString())
    const count = (instant: string) => kickoffs.filter((kickoff) => kickoff === instant).length
    expect(kickoffs).toHaveLength(16)
    expect(count('2026-09-11T00:15:00.000Z')).toBe(1)
    expect(count('2026-09-13T17:00:00.000Z')).toBe(9)
    expect(count('2026-09-13T20:25:00.000Z')).toBe(4)
    expect(count('2026-09-14T00:20:00.000Z')).toBe(1)
    expect(count('2026-09-15T00:15:00.000Z')).toBe(1)
  })
})

it.each([
  [-1, 0],
  [0, 0],
  [95, 0.5],
  [190, 1],
  [500, 1],
])('%i minutes after kickoff, playedFraction returns %f', (minutes, fraction) => {
  const game = { id: 1, week: 1, kickoffMs: 1_000_000, homeId: 1, awayId: 2 }
  expect(playedFraction(game, 1_000_000 + minutes * 60_000)).toBe(fraction)
})

it.each([
  [0, 1, 900, false],
  [0.115, 1, 450, false],
  [0.23, 2, 900, false],
  [0.46, 2, 0, true],
  [0.53, 2, 0, true],
  [0.54, 3, 900, false],
  [0.77, 4, 900, false],
  [0.999, 4, 4, false],
])(
  'after a fraction of %f, the game clock shows quarter %i with %i seconds left',
  (played, period, left, isHalftime) => {
    expect(gameClockAt(played)).toEqual({ period, secondsLeft: left, isHalftime })
  },
)
