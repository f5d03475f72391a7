import { useSyncExternalStore } from 'react'

const listeners = new Set<() => void>()

/**
 * What is opened over the page, as a text that its opener understands; null for nothing. It stands in
 * the browser's history: opening adds an entry, Back closes, and an entry of before opens it again.
 */
export function useHistoryOverlay() {
  const opened = useSyncExternalStore(subscribe, readOverlay)
  return { opened, open, close }
}

function open(what: string): void {
  if (readOverlay() === what) return
  window.history.pushState({ ...readHistoryState(), opened: what }, '')
  for (const listener of listeners) listener()
}

/** Closes it if it is still open: a dialog tells of its end after Back has closed it, too. */
function close(what: string): void {
  if (readOverlay() === what) window.history.back()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  window.addEventListener('popstate', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('popstate', listener)
  }
}

function readOverlay(): string | null {
  const opened = readHistoryState()['opened']
  return typeof opened === 'string' ? opened : null
}

function readHistoryState(): Record<string, unknown> {
  const state: unknown = window.history.state
  return typeof state === 'object' && state !== null ? { ...state } : {}
}
