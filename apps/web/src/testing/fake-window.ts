import type { RouterWindow } from '../router/router.ts'

type HistoryEntry = { state: unknown; url: string }

/** A window with its own history. `initial` sets its URL and the contents of its storages. */
export function fakeWindow(initial: {
  url?: string
  local?: Record<string, string>
  session?: Record<string, string>
}) {
  const entries: HistoryEntry[] = [{ state: null, url: initial.url ?? '/' }]
  let currentIndex = 0
  let scrolls = 0
  const listeners = new Set<(event: { state: unknown }) => void>()
  const currentEntry = (): HistoryEntry => entries[currentIndex] ?? { state: null, url: '/' }

  function travel(steps: number): void {
    currentIndex += steps
    for (const listener of listeners) listener({ state: currentEntry().state })
  }

  const win: RouterWindow = {
    history: {
      get state() {
        return currentEntry().state
      },
      pushState(state, _, url) {
        entries.splice(currentIndex + 1, entries.length, { state, url: String(url ?? currentEntry().url) })
        currentIndex += 1
      },
      replaceState(state, _, url) {
        entries[currentIndex] = { state, url: String(url ?? currentEntry().url) }
      },
      back: () => travel(-1),
    },
    location: {
      get search() {
        return new URL(currentEntry().url, 'http://localhost').search
      },
      get pathname() {
        return new URL(currentEntry().url, 'http://localhost').pathname
      },
      get hash() {
        return new URL(currentEntry().url, 'http://localhost').hash
      },
    },
    localStorage: fakeStorage(initial.local ?? {}),
    sessionStorage: fakeStorage(initial.session ?? {}),
    addEventListener: (_, listener) => listeners.add(listener),
    scrollTo: () => {
      scrolls += 1
    },
  }
  return {
    win,
    url: () => currentEntry().url,
    entries: () => entries.length,
    /** How often the page was scrolled to its top. */
    scrolls: () => scrolls,
    back: () => travel(-1),
    forward: () => travel(1),
    /** Removes all listeners, as a reload does. History and storages stay. */
    reload: () => listeners.clear(),
  }
}

function fakeStorage(values: Record<string, string>): RouterWindow['localStorage'] {
  const stored = new Map(Object.entries(values))
  return {
    getItem: (key) => stored.get(key) ?? null,
    setItem: (key, value) => {
      stored.set(key, value)
    },
    removeItem: (key) => {
      stored.delete(key)
    },
  }
}
