import { useSyncExternalStore } from 'react'

const listeners = new Set<() => void>()

/**
 * The overlay that is open on the page, as a string defined by the component that opened it; null for none.
 * It is stored in the browser history: opening adds an entry, Back closes it, and Forward opens it again.
 */
export function useHistoryOverlay() {
  const opened = useSyncExternalStore(subscribe, readOverlay)
  return { opened, open, close }
}

function open(overlay: string): void {
  if (readOverlay() === overlay) return
  window.history.pushState({ ...readHistoryState(), opened: overlay }, '')
  for (const listener of listeners) listener()
}

/** Closes the overlay if it is still open. A dialog also fires its close event after Back has closed it. */
function close(overlay: string): void {
  if (readOverlay() === overlay) window.history.back()
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
