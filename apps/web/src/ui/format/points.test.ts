import { expect, it } from 'vitest'
import { formatFinalScores, formatPoints } from './format.ts'

it.each([
  [101.25, '101.3'],
  [101.15, '101.2'],
  [1762.6599999999999, '1762.7'],
  [99.96, '100.0'],
  [0, '0.0'],
  [-3.25, '-3.3'],
  [-0.04, '0.0'],
  [null, '—'],
  [undefined, '—'],
])('formats %s points as %s', (score, text) => {
  expect(formatPoints(score)).toBe(text)
})

it.each([
  [101.34, 101.28, ['101.34', '101.28']],
  [101.3, 101.29, ['101.30', '101.29']],
  [101.38, 101.28, ['101.4', '101.3']],
  [101.34, 101.34, ['101.3', '101.3']],
  [null, 101.34, ['—', '101.3']],
])('formats a final score of %s to %s as %j', (away, home, texts) => {
  expect(formatFinalScores(away, home)).toEqual(texts)
})
