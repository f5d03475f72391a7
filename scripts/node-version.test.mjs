import { expect, it } from 'vitest'
import { isNodeNewEnough } from './node-version.mjs'

it.each([
  { version: '18.20.4', isEnough: false },
  { version: '20.9.0', isEnough: false },
  { version: '20.18.3', isEnough: false },
  { version: '20.19.0', isEnough: true },
  { version: '22.1.0', isEnough: true },
  { version: '24.0.0', isEnough: true },
])('returns $isEnough for Node $version', ({ version, isEnough }) => {
  expect(isNodeNewEnough(version)).toBe(isEnough)
})
