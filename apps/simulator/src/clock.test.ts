import { describe, expect, it } from 'vitest'
import { settableClock } from './simulated-provider.ts'

const NOON = new Date('2026-11-22T12:00:00.000Z')
const KICKOFF = new Date('2026-11-22T18:00:00.000Z')

function createClock() {
  const real = { ms: 5000 }
  return {
    real,
    clock: settableClock(
      () => NOON,
      () => real.ms,
    ),
  }
}

describe('settableClock', () => {
  it('follows the base clock until it is set', () => {
    const { real, clock } = createClock()
    real.ms += 60_000
    expect([clock.now(), clock.speed()]).toEqual([NOON, null])
  })

  it('stops at the set time with speed 0', () => {
    const { real, clock } = createClock()
    clock.set(KICKOFF, 0)
    real.ms += 60_000
    expect(clock.now()).toEqual(KICKOFF)
  })

  it('runs from the set time at the given speed', () => {
    const { real, clock } = createClock()
    clock.set(KICKOFF, 60)
    real.ms += 2000
    expect(clock.now().toISOString()).toBe('2026-11-22T18:02:00.000Z')
  })

  it('continues from the current time when only the speed changes', () => {
    const { real, clock } = createClock()
    clock.set(KICKOFF, 60)
    real.ms += 2000
    clock.set(null, 1)
    real.ms += 1000
    expect(clock.now().toISOString()).toBe('2026-11-22T18:02:01.000Z')
  })

  it('follows the base clock again after a reset', () => {
    const { clock } = createClock()
    clock.set(KICKOFF, 60)
    clock.reset()
    expect(clock.now()).toEqual(NOON)
  })
})
