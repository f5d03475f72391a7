import { expect, it } from 'vitest'
import { share } from './share.ts'

it.each([
  [0.5384615, '.538'],
  [1, '1.000'],
  [0, '.000'],
  [null, '—'],
])('shows %s as %s', (value, text) => {
  expect(share(value)).toBe(text)
})
