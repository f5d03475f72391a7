import type { LeagueEvents } from '@fieldhouse/contract/live'
import { addressOf } from './call.ts'

export type Listener = {
  hear: { [Name in keyof LeagueEvents]: (data: LeagueEvents[Name]) => void }
  /** Told when the stream stands again after it did not: something may have been missed. */
  onReturn: () => void
  /** Told each minute while there is no stream. */
  onSilence: () => void
}

/** What a stream needs from the browser. */
export type StreamBrowser = {
  connect: (address: string) => EventSource
  document: Pick<Document, 'visibilityState' | 'addEventListener' | 'removeEventListener'>
  setTimeout: (act: () => void, ms: number) => number
  clearTimeout: (timer: number | undefined) => void
}

const SILENCE_MS = 60_000

/** Long enough that going to another window and back costs nothing. */
const HIDDEN_MS = 120_000

const NAMES = [
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
export function listen(league: string, listener: Listener, browser = inWindow()): () => void {
  const address = addressOf('GET /api/league/:league/events/', { params: { league } }).path
  let source: EventSource | null = null
  let mayHaveMissed = false
  let silence: number | undefined
  let hiding: number | undefined

  function connect(): void {
    source?.close()
    source = browser.connect(address)
    source.addEventListener('open', () => {
      endSilence()
      if (mayHaveMissed) listener.onReturn()
      mayHaveMissed = false
    })
    source.addEventListener('error', beginSilence)
    for (const name of NAMES) source.addEventListener(name, (event) => tell(listener, name, event.data))
  }

  function beginSilence(): void {
    mayHaveMissed = true
    silence ??= browser.setTimeout(() => {
      endSilence()
      listener.onSilence()
      // The browser tries again by itself, unless it was refused.
      if (source?.readyState === source?.CLOSED) connect()
      beginSilence()
    }, SILENCE_MS)
  }

  function endSilence(): void {
    browser.clearTimeout(silence)
    silence = undefined
  }

  function rest(): void {
    source?.close()
    source = null
    mayHaveMissed = true
    endSilence()
  }

  function follow(): void {
    browser.clearTimeout(hiding)
    if (browser.document.visibilityState === 'hidden') hiding = browser.setTimeout(rest, HIDDEN_MS)
    else if (source === null) connect()
  }

  follow()
  browser.document.addEventListener('visibilitychange', follow)
  return () => {
    browser.document.removeEventListener('visibilitychange', follow)
    browser.clearTimeout(hiding)
    rest()
  }
}

function tell(listener: Listener, name: keyof LeagueEvents, data: unknown): void {
  // The server checks what it sends against the same contract.
  const hear = listener.hear[name] as (said: unknown) => void
  hear(JSON.parse(String(data)))
}

function inWindow(): StreamBrowser {
  return {
    connect: (address) => new EventSource(address),
    document,
    setTimeout: (act, ms) => window.setTimeout(act, ms),
    clearTimeout: (timer) => window.clearTimeout(timer),
  }
}
