import type { LeagueEvents } from '@fieldhouse/contract/live'
import { resolveEndpoint } from './api-client.ts'

export type LeagueEventListener = {
  handlers: { [Name in keyof LeagueEvents]: (data: LeagueEvents[Name]) => void }
  /** Told when the stream stands again after it did not: something may have been missed. */
  onReconnect: () => void
  /** Told each minute while there is no stream. */
  onPoll: () => void
}

/** What a stream needs from the browser. */
export type EventStreamDependencies = {
  connect: (address: string) => EventSource
  document: Pick<Document, 'visibilityState' | 'addEventListener' | 'removeEventListener'>
  setTimeout: (act: () => void, ms: number) => number
  clearTimeout: (timer: number | undefined) => void
}

const POLL_INTERVAL_MS = 60_000

/** Long enough that going to another window and back costs nothing. */
const HIDDEN_TIMEOUT_MS = 120_000

const EVENT_NAMES = [
  'scoreboard',
  'refresh',
  'feed',
  'bets',
  'history',
] as const satisfies readonly (keyof LeagueEvents)[]

/**
 * Listens to what changes in a league until the returned function is called. A stream that is lost
 * is sought again; it rests while the page is hidden for long.
 */
export function subscribeToLeagueEvents(
  league: string,
  listener: LeagueEventListener,
  browser = browserDependencies(),
): () => void {
  const address = resolveEndpoint('GET /api/league/:league/events/', { params: { league } }).path
  let source: EventSource | null = null
  let mayHaveMissed = false
  let silence: number | undefined
  let hiding: number | undefined

  function connect(): void {
    source?.close()
    source = browser.connect(address)
    source.addEventListener('open', () => {
      stopPolling()
      if (mayHaveMissed) listener.onReconnect()
      mayHaveMissed = false
    })
    source.addEventListener('error', startPolling)
    for (const name of EVENT_NAMES)
      source.addEventListener(name, (event) => dispatch(listener, name, event.data))
  }

  function startPolling(): void {
    mayHaveMissed = true
    silence ??= browser.setTimeout(() => {
      stopPolling()
      listener.onPoll()
      // The browser tries again by itself, unless it was refused.
      if (source?.readyState === source?.CLOSED) connect()
      startPolling()
    }, POLL_INTERVAL_MS)
  }

  function stopPolling(): void {
    browser.clearTimeout(silence)
    silence = undefined
  }

  function disconnect(): void {
    source?.close()
    source = null
    mayHaveMissed = true
    stopPolling()
  }

  function syncWithVisibility(): void {
    browser.clearTimeout(hiding)
    if (browser.document.visibilityState === 'hidden')
      hiding = browser.setTimeout(disconnect, HIDDEN_TIMEOUT_MS)
    else if (source === null) connect()
  }

  syncWithVisibility()
  browser.document.addEventListener('visibilitychange', syncWithVisibility)
  return () => {
    browser.document.removeEventListener('visibilitychange', syncWithVisibility)
    browser.clearTimeout(hiding)
    disconnect()
  }
}

function dispatch(listener: LeagueEventListener, name: keyof LeagueEvents, data: unknown): void {
  // The server checks what it sends against the same contract.
  const hear = listener.handlers[name] as (said: unknown) => void
  hear(JSON.parse(String(data)))
}

function browserDependencies(): EventStreamDependencies {
  return {
    connect: (address) => new EventSource(address),
    document,
    setTimeout: (act, ms) => window.setTimeout(act, ms),
    clearTimeout: (timer) => window.clearTimeout(timer),
  }
}
