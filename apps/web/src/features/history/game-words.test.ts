import { expect, it } from 'vitest'
import { aPlayedGame } from '../../testing/a-history.ts'
import { margin, scoresOf, sideName, whenOf } from './game-words.ts'

it('says when a game was', () => {
  expect(whenOf(aPlayedGame())).toBe('Week 4, 2024')
  expect(whenOf(aPlayedGame({ week: 16, is_playoff: true }))).toBe('Week 16, 2024 playoffs')
})

it('shows 2 decimals of a game that less than 0.1 decided', () => {
  const close = aPlayedGame({ home_score: 110.36, away_score: 110.34 })
  expect([scoresOf(close, 'home'), scoresOf(close, 'away')]).toEqual(['110.36–110.34', '110.34–110.36'])
  expect(scoresOf(aPlayedGame(), 'away')).toBe('98.2–121.5')
  expect([margin(0.02), margin(0.1), margin(23.3)]).toEqual(['0.02', '0.1', '23.3'])
})

it('names the team where nobody owned it', () => {
  const game = aPlayedGame({ home_owner: null })
  expect([sideName(game, 'home'), sideName(game, 'away')]).toEqual(['Inky Fingers', 'Hugo Barley'])
})
