import { describe, expect, it } from 'vitest'
import { forecastMaxAgeMs, scoreboardMaxAgeMs } from './external-data-schedule.ts'
import type { NflGameState } from './nfl-week.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const NOW = new Date('2026-10-11T15:00:00Z')

const game = (aheadMs: number, state: NflGameState = 'pre', isTimeSet = true) => ({
  gameId: 1,
  season: 2026,
  week: 5,
  homeTeamId: 9,
  awayTeamId: 3,
  kickoff: new Date(NOW.getTime() + aheadMs),
  isTimeSet,
  state,
})

describe('how old a scoreboard may be', () => {
  it.each([
    ['on the day', 3 * HOUR, 'pre', 15 * MINUTE],
    ['while it is played', -2 * HOUR, 'in', 15 * MINUTE],
    ['the day before', 20 * HOUR, 'pre', HOUR],
    ['in the week before', 6 * DAY, 'pre', HOUR],
    ['in the week before that', 10 * DAY, 'pre', 12 * HOUR],
    ['long before', 15 * DAY, 'pre', null],
    ['when it is over', -4 * HOUR, 'post', null],
    ['when its end was missed', -20 * HOUR, 'in', HOUR],
    ['when it was put off', -20 * HOUR, 'off', HOUR],
    ['when its end was never told', -3 * DAY, 'pre', null],
  ] as const)('%s', (_, aheadMs, state, every) => {
    expect(scoreboardMaxAgeMs([game(aheadMs, state)], NOW)).toBe(every)
  })

  it('is as little as any of its games asks for', () => {
    expect(scoreboardMaxAgeMs([game(-3 * DAY, 'post'), game(2 * HOUR), game(DAY)], NOW)).toBe(15 * MINUTE)
    expect(scoreboardMaxAgeMs([], NOW)).toBeNull()
  })
})

describe('how old a forecast may be', () => {
  it.each([
    ['on the day', game(20 * HOUR), HOUR],
    ['before', game(2 * DAY), 3 * HOUR],
    ['as far as forecasts reach', game(15 * DAY), 3 * HOUR],
    ['beyond that', game(15 * DAY + 1), null],
    ['once it has begun', game(0), null],
    ['once it is played', game(HOUR, 'in'), null],
    ['while its hour is not set', game(2 * DAY, 'pre', false), null],
  ])('%s', (_, each, every) => {
    expect(forecastMaxAgeMs(each, NOW)).toBe(every)
  })
})
