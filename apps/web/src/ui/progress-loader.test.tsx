import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { LEAGUE_TIMING } from './progress.ts'
import { ProgressLoader } from './progress-loader.tsx'

const MESSAGES = ['Loading league snapshot…', 'Fetching standings…', 'Locating your team…']

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
})

afterEach(() => {
  vi.useRealTimers()
})

function loader(isLoading: boolean) {
  return (
    <ProgressLoader isLoading={isLoading} messages={MESSAGES} timing={LEAGUE_TIMING}>
      {() => <p>Loaded</p>}
    </ProgressLoader>
  )
}

function shown(screen: { container: Element }) {
  const bar = screen.container.querySelector('[role="progressbar"]')
  return {
    now: bar?.getAttribute('aria-valuenow'),
    message: screen.container.querySelector('p')?.textContent,
  }
}

async function pass(ms: number) {
  await vi.advanceTimersByTimeAsync(ms)
}

it('creeps, holds at 96, and goes round the messages', async () => {
  const screen = await render(loader(true))
  expect(shown(screen)).toEqual({ now: '0', message: 'Loading league snapshot…' })
  await pass(4080)
  await vi.waitFor(() => expect(shown(screen)).toEqual({ now: '20', message: 'Fetching standings…' }))
  await pass(60_000)
  await vi.waitFor(() => expect(shown(screen).now).toBe('96'))
})

it('finishes at 100 and gives way to what was loaded', async () => {
  const screen = await render(loader(true))
  await pass(1000)
  await screen.rerender(loader(false))
  expect(shown(screen).now).toBe('100')
  await pass(250)
  await vi.waitFor(() => expect(screen.container.textContent).toBe('Loaded'))
})

it('never shows for what is there already', async () => {
  const screen = await render(loader(false))
  expect(screen.container.textContent).toBe('Loaded')
})
