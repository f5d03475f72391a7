import { expect, it } from 'vitest'
import { buildPlayedGame } from '../../testing/history-fixtures.ts'
import { formatGameWeek, formatPointMargin, formatScores, sideName } from './game-row.tsx'

it('formats the season and week of a game', () => {
  expect(formatGameWeek(buildPlayedGame())).toBe('2024, Week 4')
  expect(formatGameWeek(buildPlayedGame({ week: 16, is_playoff: true }))).toBe('2024, Week 16 (playoffs)')
})

it('shows 2 decimals for a margin below 0.1', () => {
  const close = buildPlayedGame({ home_score: 110.36, away_score: 110.34 })
  expect([formatScores(close, 'home'), formatScores(close, 'away')]).toEqual([
    '110.36–110.34',
    '110.34–110.36',
  ])
  expect(formatScores(buildPlayedGame(), 'away')).toBe('98.2–121.5')
  expect([formatPointMargin(0.02), formatPointMargin(0.1), formatPointMargin(23.3)]).toEqual([
    '0.02',
    '0.1',
    '23.3',
  ])
})

it('uses the team name when a team has no owner', () => {
  const game = buildPlayedGame({ home_owner: null })
  expect([sideName(game, 'home'), sideName(game, 'away')]).toEqual(['Inky Fingers', 'Hugo Barley'])
})
