import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { allowMotion } from '../../testing/allow-motion.ts'
import { LEAGUE_TIMING, messageAfter, ProgressLoader, progressAfter, SLOW_TIMING } from './progress.tsx'

const MESSAGES = ['Loading league snapshot…', 'Fetching standings…', 'Locating your team…']

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
})

afterEach(() => {
  vi.useRealTimers()
})

function loaderElement(isLoading: boolean) {
  return (
    <ProgressLoader isLoading={isLoading} messages={MESSAGES} timing={LEAGUE_TIMING}>
      {() => <p>Loaded</p>}
    </ProgressLoader>
  )
}

function readLoader(screen: { container: Element }) {
  const bar = screen.container.querySelector('progress')
  return {
    now: Math.round(bar?.value ?? -1),
    message: screen.container.querySelector('p')?.textContent,
  }
}

async function advanceTime(ms: number) {
  await vi.advanceTimersByTimeAsync(ms)
}

it('holds at 96 percent and cycles through the messages', async () => {
  const screen = await render(loaderElement(true))
  expect(readLoader(screen)).toEqual({ now: 0, message: 'Loading league snapshot…' })
  await advanceTime(4080)
  await vi.waitFor(() => expect(readLoader(screen)).toEqual({ now: 20, message: 'Fetching standings…' }))
  await advanceTime(60_000)
  await vi.waitFor(() => expect(readLoader(screen).now).toBe(96))
})

it('finishes at 100 percent and renders the loaded content', async () => {
  await allowMotion()
  const screen = await render(loaderElement(true))
  await advanceTime(1000)
  await screen.rerender(loaderElement(false))
  await advanceTime(150)
  expect(readLoader(screen).now).toBe(100)
  await advanceTime(100)
  await vi.waitFor(() => expect(screen.container.textContent).toBe('Loaded'))
})

it('renders the loaded content at once where less motion is wanted', async () => {
  const screen = await render(loaderElement(true))
  await screen.rerender(loaderElement(false))
  await advanceTime(0)
  await vi.waitFor(() => expect(screen.container.textContent).toBe('Loaded'))
})

it('renders content that is already loaded immediately', async () => {
  const screen = await render(loaderElement(false))
  expect(screen.container.textContent).toBe('Loaded')
})

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
    expect(messageAfter(waitedMs, LEAGUE_TIMING, ['one', 'two', 'three'])).toBe(message)
  })

  it('changes every 3200 ms in Admin and History', () => {
    expect(messageAfter(3199, SLOW_TIMING, ['one', 'two', 'three'])).toBe('one')
    expect(messageAfter(3200, SLOW_TIMING, ['one', 'two', 'three'])).toBe('two')
  })
})
