import { describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../duration.ts'
import { forecastMaxAgeMs, scoreboardMaxAgeMs } from './external-data-schedule.ts'
import type { NflGameState } from './nfl-week.ts'

const NOW = new Date('2026-10-11T15:00:00Z')

const game = (untilKickoffMs: number, state: NflGameState = 'pre', isTimeSet = true) => ({
  gameId: 1,
  season: 2026,
  week: 5,
  homeTeamId: 9,
  awayTeamId: 3,
  kickoff: new Date(NOW.getTime() + untilKickoffMs),
  isTimeSet,
  state,
})

describe('scoreboardMaxAgeMs', () => {
  it.each([
    ['on game day', 3 * HOUR_MS, 'pre', 15 * MINUTE_MS],
    ['during the game', -2 * HOUR_MS, 'in', 15 * MINUTE_MS],
    ['the day before', 20 * HOUR_MS, 'pre', HOUR_MS],
    ['in the week before the game', 6 * DAY_MS, 'pre', HOUR_MS],
    ['two weeks before the game', 10 * DAY_MS, 'pre', 12 * HOUR_MS],
    ['more than two weeks before the game', 15 * DAY_MS, 'pre', null],
    ['after the game', -4 * HOUR_MS, 'post', null],
    ['if the final state is overdue', -20 * HOUR_MS, 'in', HOUR_MS],
    ['for a postponed game', -20 * HOUR_MS, 'off', HOUR_MS],
    ['if the final state never arrived', -3 * DAY_MS, 'pre', null],
  ] as const)('returns the maximum age %s', (_, untilKickoffMs, state, maxAgeMs) => {
    expect(scoreboardMaxAgeMs([game(untilKickoffMs, state)], NOW)).toBe(maxAgeMs)
  })

  it.each([
    ['in play', -2 * HOUR_MS, 'in', 45_000],
    ['that should have begun', -MINUTE_MS, 'pre', 45_000],
    ['that has not begun', MINUTE_MS, 'pre', 15 * MINUTE_MS],
    ['that is over', -2 * HOUR_MS, 'post', null],
    ['whose end is overdue', -6 * HOUR_MS, 'in', HOUR_MS],
  ] as const)('is below a minute for a watched game %s only', (_, untilKickoffMs, state, maxAgeMs) => {
    expect(scoreboardMaxAgeMs([game(untilKickoffMs, state)], NOW, true)).toBe(maxAgeMs)
  })

  it('includes a game that ended without a final score, until the score is not expected anymore', () => {
    const lacksScore = (untilKickoffMs: number) => ({ ...game(untilKickoffMs, 'post'), lacksScore: true })
    expect(scoreboardMaxAgeMs([lacksScore(-20 * HOUR_MS)], NOW)).toBe(HOUR_MS)
    expect(scoreboardMaxAgeMs([lacksScore(-3 * DAY_MS)], NOW)).toBeNull()
  })

  it('returns the minimum over all games', () => {
    expect(scoreboardMaxAgeMs([game(-3 * DAY_MS, 'post'), game(2 * HOUR_MS), game(DAY_MS)], NOW)).toBe(
      15 * MINUTE_MS,
    )
    expect(scoreboardMaxAgeMs([], NOW)).toBeNull()
  })
})

describe('forecastMaxAgeMs', () => {
  it.each([
    ['on game day', game(20 * HOUR_MS), HOUR_MS],
    ['in the days before the game', game(2 * DAY_MS), 3 * HOUR_MS],
    ['at the forecast horizon', game(15 * DAY_MS), 3 * HOUR_MS],
    ['beyond the forecast horizon', game(15 * DAY_MS + 1), null],
    ['at kickoff', game(0), null],
    ['for a game in progress', game(HOUR_MS, 'in'), null],
    ['while the kickoff time is not set', game(2 * DAY_MS, 'pre', false), null],
  ])('returns the maximum age %s', (_, nflGame, maxAgeMs) => {
    expect(forecastMaxAgeMs(nflGame, NOW)).toBe(maxAgeMs)
  })
})
