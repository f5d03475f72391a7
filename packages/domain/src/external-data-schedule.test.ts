import { describe, expect, it } from 'vitest'
import { forecastMaxAgeMs, scoreboardMaxAgeMs } from './external-data-schedule.ts'
import type { NflGameState } from './nfl-week.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
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
    ['on game day', 3 * HOUR, 'pre', 15 * MINUTE],
    ['during the game', -2 * HOUR, 'in', 15 * MINUTE],
    ['the day before', 20 * HOUR, 'pre', HOUR],
    ['in the week before the game', 6 * DAY, 'pre', HOUR],
    ['two weeks before the game', 10 * DAY, 'pre', 12 * HOUR],
    ['more than two weeks before the game', 15 * DAY, 'pre', null],
    ['after the game', -4 * HOUR, 'post', null],
    ['if the final state is overdue', -20 * HOUR, 'in', HOUR],
    ['for a postponed game', -20 * HOUR, 'off', HOUR],
    ['if the final state never arrived', -3 * DAY, 'pre', null],
  ] as const)('returns the maximum age %s', (_, untilKickoffMs, state, maxAgeMs) => {
    expect(scoreboardMaxAgeMs([game(untilKickoffMs, state)], NOW)).toBe(maxAgeMs)
  })

  it('returns the minimum over all games', () => {
    expect(scoreboardMaxAgeMs([game(-3 * DAY, 'post'), game(2 * HOUR), game(DAY)], NOW)).toBe(15 * MINUTE)
    expect(scoreboardMaxAgeMs([], NOW)).toBeNull()
  })
})

describe('forecastMaxAgeMs', () => {
  it.each([
    ['on game day', game(20 * HOUR), HOUR],
    ['in the days before the game', game(2 * DAY), 3 * HOUR],
    ['at the forecast horizon', game(15 * DAY), 3 * HOUR],
    ['beyond the forecast horizon', game(15 * DAY + 1), null],
    ['at kickoff', game(0), null],
    ['for a game in progress', game(HOUR, 'in'), null],
    ['while the kickoff time is not set', game(2 * DAY, 'pre', false), null],
  ])('returns the maximum age %s', (_, nflGame, maxAgeMs) => {
    expect(forecastMaxAgeMs(nflGame, NOW)).toBe(maxAgeMs)
  })
})
