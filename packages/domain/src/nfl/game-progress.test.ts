import { expect, it } from 'vitest'
import { gamePhase, lastKnownAt, minutesLeft, type NflGameProgress } from './nfl-week.ts'

const OBSERVED_AT = new Date('2026-11-22T20:00:00Z')

function progress(overrides: Partial<NflGameProgress>): NflGameProgress {
  return {
    period: null,
    clockSeconds: null,
    score: null,
    hold: null,
    ballTeamId: null,
    isRedZone: false,
    observedAt: OBSERVED_AT,
    ...overrides,
  }
}

const at = (period: number, clockSeconds: number | null, hold: NflGameProgress['hold'] = null) =>
  progress({ period, clockSeconds, hold })

it.each([
  ['that no scoreboard has reported', 'pre', null, 'scheduled', 60],
  ['before kickoff', 'pre', progress({}), 'scheduled', 60],
  ['whose kickoff is delayed', 'pre', progress({ hold: 'delayed' }), 'delayed', 60],
  ['at kickoff', 'in', at(1, 900), 'playing', 60],
  ['in the third quarter', 'in', at(3, 252), 'playing', 20],
  ['at the end of the first quarter', 'in', at(1, 0), 'playing', 45],
  ['at halftime', 'in', at(2, 0, 'halftime'), 'halftime', 30],
  ['delayed in the second quarter', 'in', at(2, 61, 'delayed'), 'delayed', 32],
  ['with an unknown clock', 'in', at(4, null), 'playing', 0],
  ['in overtime', 'in', at(5, 481), 'playing', 9],
  ['in progress without a report', 'in', null, 'playing', 60],
  ['that is final', 'post', at(4, 0), 'final', 0],
  ['that is final after overtime', 'post', at(5, 0), 'final', 0],
  ['that ended unobserved', 'post', null, 'final', 0],
  ['that is postponed', 'off', progress({}), 'postponed', 0],
  ['that is canceled', 'off', progress({ hold: 'canceled' }), 'canceled', 0],
] as const)('a game %s (%s) has a phase and minutes left', (_, state, reported, phase, minutes) => {
  expect(gamePhase({ state, progress: reported })).toBe(phase)
  expect(minutesLeft({ state, progress: reported })).toBe(minutes)
})

const minutesAfter = (minutes: number) => new Date(OBSERVED_AT.getTime() + minutes * 60_000)

it.each([
  ['in play, reported just now', 'playing', -60, 5, null],
  ['in play, last reported 6 minutes ago', 'playing', -60, 6, OBSERVED_AT],
  ['at halftime for 20 minutes', 'halftime', -60, 20, OBSERVED_AT],
  ['whose end is overdue', 'playing', -360, 300, OBSERVED_AT],
  ['that should have begun', 'scheduled', 10, 20, OBSERVED_AT],
  ['before kickoff', 'scheduled', 30, 20, null],
  ['that is final', 'final', -200, 600, null],
  ['that is postponed', 'postponed', -200, 600, null],
] as const)(
  'a game %s may have moved on since its last report: %s',
  (_, phase, kickoff, minutes, expected) => {
    const game = { phase, kickoff: minutesAfter(kickoff), observedAt: OBSERVED_AT }
    expect(lastKnownAt(game, minutesAfter(minutes))).toBe(expected)
  },
)

it('does not know when a game that was never reported was last known', () => {
  const game = { phase: 'playing', kickoff: null, observedAt: null } as const
  expect(lastKnownAt(game, OBSERVED_AT)).toBeNull()
})
