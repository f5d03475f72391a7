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

function loaderElement(isLoading: boolean) {
  return (
    <ProgressLoader isLoading={isLoading} messages={MESSAGES} timing={LEAGUE_TIMING}>
      {() => <p>Loaded</p>}
    </ProgressLoader>
  )
}

function readLoader(screen: { container: Element }) {
  const bar = screen.container.querySelector('[role="progressbar"]')
  return {
    now: bar?.getAttribute('aria-valuenow'),
    message: screen.container.querySelector('p')?.textContent,
  }
}

async function advanceTime(ms: number) {
  await vi.advanceTimersByTimeAsync(ms)
}

it('holds at 96 percent and cycles through the messages', async () => {
  const screen = await render(loaderElement(true))
  expect(readLoader(screen)).toEqual({ now: '0', message: 'Loading league snapshot…' })
  await advanceTime(4080)
  await vi.waitFor(() => expect(readLoader(screen)).toEqual({ now: '20', message: 'Fetching standings…' }))
  await advanceTime(60_000)
  await vi.waitFor(() => expect(readLoader(screen).now).toBe('96'))
})

it('finishes at 100 percent and renders the loaded content', async () => {
  const screen = await render(loaderElement(true))
  await advanceTime(1000)
  await screen.rerender(loaderElement(false))
  expect(readLoader(screen).now).toBe('100')
  await advanceTime(250)
  await vi.waitFor(() => expect(screen.container.textContent).toBe('Loaded'))
})

it('renders content that is already loaded immediately', async () => {
  const screen = await render(loaderElement(false))
  expect(screen.container.textContent).toBe('Loaded')
})
