import { expect, it } from 'vitest'
import { buildPlayerGame } from '../../testing/matchup-fixtures.ts'
import { formatGameState, formatInjury, formatNflScore, hasBegun } from '../display/player.tsx'

const KICKOFF = new Date(2026, 10, 22, 13, 0).getTime()

it.each([
  ['before the game', { phase: 'scheduled', kickoff_ts: KICKOFF }, 'Sun 1:00 PM', false],
  ['while the kickoff is not set', { phase: 'scheduled', kickoff_ts: null }, 'TBD', false],
  ['in a quarter', { period: 3, clock_seconds: 252 }, 'Q3 4:12', true],
  ['in the last seconds', { period: 4, clock_seconds: 7 }, 'Q4 0:07', true],
  ['between quarters', { period: 1, clock_seconds: 0 }, 'End of Q1', true],
  ['in overtime', { period: 5, clock_seconds: 481 }, 'OT 8:01', true],
  ['in the second overtime', { period: 6, clock_seconds: null }, '2OT', true],
  ['without a clock', { period: null, clock_seconds: null }, 'In progress', true],
  ['at halftime', { phase: 'halftime', period: 2, clock_seconds: 0 }, 'Halftime', true],
  ['in a delay before kickoff', { phase: 'delayed', period: null }, 'Delayed', false],
  ['in a delay during the game', { phase: 'delayed', period: 2 }, 'Delayed', true],
  ['after the game', { phase: 'final', period: 4 }, 'Final', true],
  ['after a game that nobody reported', { phase: 'final', period: null }, 'Final', true],
  ['after overtime', { phase: 'final', period: 5 }, 'Final/OT', true],
  ['when it is postponed', { phase: 'postponed', period: null }, 'Postponed', false],
  ['when it is canceled', { phase: 'canceled', period: null }, 'Canceled', false],
] as const)('formats the state of a game %s', (_, overrides, text, begun) => {
  const game = buildPlayerGame(overrides)
  expect(formatGameState(game).replaceAll('\u202f', ' ')).toBe(text)
  expect(hasBegun(game)).toBe(begun)
})

it.each([
  [17, 10, 'BUF 17–10'],
  [10, 17, 'KC 17–10'],
  [3, 3, 'Tied 3–3'],
  [null, null, null],
])('formats a score of %s at home to %s', (home_score, away_score, text) => {
  expect(formatNflScore(buildPlayerGame({ home_score, away_score }))).toBe(text)
})

it.each([
  [null, null],
  ['ACTIVE', null],
  ['QUESTIONABLE', 'Questionable'],
  ['INJURY_RESERVE', 'IR'],
  ['DAY_TO_DAY', 'Day to day'],
])('formats the injury status %s as %s', (status, label) => {
  expect(formatInjury(status)?.label ?? null).toBe(label)
})
