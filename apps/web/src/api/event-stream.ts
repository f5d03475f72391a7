import type { Heartbeat, LeagueEvents } from '@fieldhouse/contract/live'
import { resolveEndpoint } from './api-client.ts'

export type ShownProgress = 'steps' | 'outcome'

export type LeagueEventListener = {
  handlers: { [Name in keyof LeagueEvents]?: (data: LeagueEvents[Name]) => void }
  /**
   * Called when the stream ends, hangs or cannot be opened, which may mean that the server is down. `isRejected`: the
   * server has answered, which may mean that the user has lost access.
   */
  onDisconnect: (isRejected: boolean) => void
  /** Called when the stream reconnects. Events may have been missed in the meantime. */
  onReconnect: () => void
  onPoll: () => void
}

export type EventStreamDependencies = {
  connect: (url: string) => EventSource
  document: Pick<Document, 'visibilityState' | 'addEventListener' | 'removeEventListener'>
  setTimeout: (callback: () => void, ms: number) => number
  clearTimeout: (timer: number | undefined) => void
}

const POLL_INTERVAL_MS = 60_000

const HEARTBEAT: Heartbeat['name'] = 'heartbeat'
const HEARTBEAT_MS: Heartbeat['intervalMs'] = 20_000

/**
 * A stream that has been silent for this long is lost, although its connection looks open: a server or a network can
 * disappear without a word. So a hanging connection is noticed after at most 30 seconds, and shown after the server
 * was asked whether it is alive, 3 seconds later. What ends with an error is noticed at once.
 */
const MAX_SILENCE_MS = HEARTBEAT_MS + 10_000

/** All open pages receive an event, and lose the connection, at the same time, so each waits for a part of this. */
const MAX_JITTER_MS = 2000

export function jitterMs(): number {
  return Math.random() * MAX_JITTER_MS
}

/** Long enough that switching to another window and back does not disconnect. */
const HIDDEN_TIMEOUT_MS = 120_000

const EVENT_NAMES = [
  'scoreboard',
  'nfl',
  'refresh',
  'feed',
  'bets',
  'rules',
  'dues',
  'history',
  'inbox',
  'mutes',
  'slow_mode',
] as const satisfies readonly (keyof LeagueEvents)[]

/** The newest event before the data of a rendered page were read; null once a stream has continued from there. */
let lastRenderedEvent: number | null = null

/** The next stream begins with what came after an event: what is shown is as old. */
export function continueAfter(event: number): void {
  lastRenderedEvent = event
}

/**
 * Subscribes to the events of a league until the returned function is called. Reconnects after a connection
 * is lost, and disconnects while the page is hidden for more than two minutes.
 * @param tell tells the listener something, later if its code is still loading
 */
export function subscribeToLeagueEvents(
  league: string,
  progress: ShownProgress,
  tell: (message: (listener: LeagueEventListener) => void) => void,
  browser = browserDependencies(),
): () => void {
  let source: EventSource | null = null
  let mayHaveMissedEvents = false
  let pollTimer: number | undefined
  let hiddenTimer: number | undefined
  let silenceTimer: number | undefined

  function connect(): void {
    source?.close()
    const after = lastRenderedEvent?.toString()
    const request = { params: { league }, query: { progress, after } }
    source = browser.connect(resolveEndpoint('GET /api/league/:league/events/', request).path)
    // The connection can also hang before it is open.
    awaitSignOfLife()
    source.addEventListener(HEARTBEAT, awaitSignOfLife)
    source.addEventListener('open', () => {
      lastRenderedEvent = null
      awaitSignOfLife()
      stopPolling()
      if (mayHaveMissedEvents) tell((listener) => listener.onReconnect())
      mayHaveMissedEvents = false
    })
    source.addEventListener('error', handleLoss)
    for (const name of EVENT_NAMES)
      source.addEventListener(name, (event) => tell((listener) => dispatch(listener, name, event.data)))
  }

  function handleLoss(): void {
    browser.clearTimeout(silenceTimer)
    const isRejected = source?.readyState === source?.CLOSED
    tell((listener) => listener.onDisconnect(isRejected))
    startPolling()
  }

  function awaitSignOfLife(): void {
    browser.clearTimeout(silenceTimer)
    silenceTimer = browser.setTimeout(() => {
      handleLoss()
      connect()
    }, MAX_SILENCE_MS)
  }

  function startPolling(): void {
    mayHaveMissedEvents = true
    pollTimer ??= browser.setTimeout(() => {
      stopPolling()
      tell((listener) => listener.onPoll())
      // The browser reconnects on its own, unless the server rejected the connection.
      if (source?.readyState === source?.CLOSED) connect()
      startPolling()
    }, POLL_INTERVAL_MS)
  }

  function stopPolling(): void {
    browser.clearTimeout(pollTimer)
    pollTimer = undefined
  }

  function disconnect(): void {
    source?.close()
    source = null
    mayHaveMissedEvents = true
    browser.clearTimeout(silenceTimer)
    stopPolling()
  }

  function syncWithVisibility(): void {
    browser.clearTimeout(hiddenTimer)
    if (browser.document.visibilityState === 'hidden')
      hiddenTimer = browser.setTimeout(disconnect, HIDDEN_TIMEOUT_MS)
    else if (source === null) connect()
  }

  syncWithVisibility()
  browser.document.addEventListener('visibilitychange', syncWithVisibility)
  return () => {
    browser.document.removeEventListener('visibilitychange', syncWithVisibility)
    browser.clearTimeout(hiddenTimer)
    disconnect()
  }
}

function dispatch(listener: LeagueEventListener, name: keyof LeagueEvents, data: unknown): void {
  // The server validates events against the same contract.
  const handle = listener.handlers[name] as ((data: unknown) => void) | undefined
  handle?.(JSON.parse(String(data)))
}

function browserDependencies(): EventStreamDependencies {
  return {
    connect: (url) => new EventSource(url),
    document,
    setTimeout: (callback, ms) => window.setTimeout(callback, ms),
    clearTimeout: (timer) => window.clearTimeout(timer),
  }
}
