import { expect, it } from 'vitest'
import { formatBytes } from './bytes.ts'

const MB = 1024 * 1024

it.each([
  [0, '0 MB'],
  [1, '0.1 MB'],
  [2.34 * MB, '2.3 MB'],
  [9.96 * MB, '10 MB'],
  [5000 * MB, '5,000 MB'],
  [9999 * MB, '9,999 MB'],
  [10_240 * MB, '10 GB'],
  [79_494 * MB, '78 GB'],
])('formats %d bytes as %j', (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text)
})
