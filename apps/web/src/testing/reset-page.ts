import { afterEach, vi } from 'vitest'
import { page } from 'vitest/browser'
import { cleanup } from 'vitest-browser-react'
import { trackConnectivity } from '../api/connectivity.ts'
import { serverClock } from '../api/page-environment.ts'

// All files of a worker share one page, so that it loads the app's modules only once. Each test leaves the page as it
// was opened.

const VIEWPORT = { width: 1280, height: 800 }
const ADDRESS = location.href

// Nobody sees the page, so drawing it is left out. What is in it has its own size, position and visibility.
;(frameElement as HTMLElement | null)?.style.setProperty('opacity', '0')

/** What mocks replace may be needed to unmount. */
function restoreGlobals() {
  vi.useRealTimers()
  vi.restoreAllMocks()
}

function resetDocument() {
  const root = document.documentElement
  for (const name of root.getAttributeNames()) if (name !== 'lang') root.removeAttribute(name)
  document.title = ''
  performance.clearResourceTimings()
  document.body.replaceChildren()
  if (location.href !== ADDRESS) history.replaceState(null, '', ADDRESS)
}

async function resetViewport() {
  if (innerWidth !== VIEWPORT.width || innerHeight !== VIEWPORT.height)
    await page.viewport(VIEWPORT.width, VIEWPORT.height)
}

afterEach(async () => {
  restoreGlobals()
  await cleanup()
  vi.unstubAllGlobals()
  await trackConnectivity(async () => new Response())
  serverClock.syncToBody(new Headers(), { now: new Date().toISOString() })
  localStorage.clear()
  sessionStorage.clear()
  resetDocument()
  await resetViewport()
})
