import { describe, expect, it } from 'vitest'
import { LEAGUE_TIMING, messageAfter, progressAfter, SLOW_TIMING } from './progress.ts'

const MESSAGES = ['one', 'two', 'three']

describe('progressAfter', () => {
  it.each([
    [0, 0],
    [119, 0],
    [120, 0.6],
    [1200, 6],
    [19_199, 95.4],
    [19_200, 96],
    [60_000, 96],
  ])('returns after %i ms on the league screen %f %%', (waitedMs, progress) => {
    expect(progressAfter(waitedMs, LEAGUE_TIMING, false)).toBeCloseTo(progress, 6)
  })

  it('advances every 130 ms in Admin and History', () => {
    expect(progressAfter(129, SLOW_TIMING, false)).toBe(0)
    expect(progressAfter(130, SLOW_TIMING, false)).toBeCloseTo(0.6, 6)
  })

  it('finishes at 100 when loading is done', () => {
    expect(progressAfter(0, LEAGUE_TIMING, true)).toBe(100)
  })
})

describe('messageAfter', () => {
  it.each([
    [0, 'one'],
    [3999, 'one'],
    [4000, 'two'],
    [8000, 'three'],
    [12_000, 'one'],
  ])('returns after %i ms "%s"', (waitedMs, message) => {
    expect(messageAfter(waitedMs, LEAGUE_TIMING, MESSAGES)).toBe(message)
  })

  it('changes every 3200 ms in Admin and History', () => {
    expect(messageAfter(3199, SLOW_TIMING, MESSAGES)).toBe('one')
    expect(messageAfter(3200, SLOW_TIMING, MESSAGES)).toBe('two')
  })
})
