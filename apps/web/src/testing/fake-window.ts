import type { RouterWindow } from '../app/router/router.ts'

type HistoryEntry = { state: unknown; address: string }

/** A window with a history of its own; `visit` says what it opens with. */
export function fakeWindow(visit: {
  address?: string
  local?: Record<string, string>
  session?: Record<string, string>
}) {
  const entries: HistoryEntry[] = [{ state: null, address: visit.address ?? '/' }]
  let at = 0
  const listeners = new Set<(event: { state: unknown }) => void>()
  const currentEntry = (): HistoryEntry => entries[at] ?? { state: null, address: '/' }

  function travel(steps: number): void {
    at += steps
    for (const listener of listeners) listener({ state: currentEntry().state })
  }

  const win: RouterWindow = {
    history: {
      get state() {
        return currentEntry().state
      },
      pushState(state, _, address) {
        entries.splice(at + 1, entries.length, { state, address: String(address ?? currentEntry().address) })
        at += 1
      },
      replaceState(state, _, address) {
        entries[at] = { state, address: String(address ?? currentEntry().address) }
      },
    },
    location: {
      get search() {
        return new URL(currentEntry().address, 'http://localhost').search
      },
    },
    localStorage: fakeStorage(visit.local ?? {}),
    sessionStorage: fakeStorage(visit.session ?? {}),
    addEventListener: (_, listener) => listeners.add(listener),
    scrollTo: () => undefined,
  }
  return {
    win,
    address: () => currentEntry().address,
    entries: () => entries.length,
    back: () => travel(-1),
    forward: () => travel(1),
    /** Forgets who listened, as a reload does; history and storages stay. */
    reload: () => listeners.clear(),
  }
}

function fakeStorage(values: Record<string, string>): RouterWindow['localStorage'] {
  const kept = new Map(Object.entries(values))
  return {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => {
      kept.set(key, value)
    },
    removeItem: (key) => {
      kept.delete(key)
    },
  }
}
