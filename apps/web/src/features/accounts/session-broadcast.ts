import { readStorage, writeStorage } from '../../storage/browser-storage.ts'

const STORAGE_KEY = 'session_changed'

/** Somebody came in, or the person left. */
export type SessionChange = 'in' | 'out'

/** Tells the other browser tabs that somebody signed in or out. */
export function broadcastSessionChange(change: SessionChange): void {
  writeStorage(localStorage, STORAGE_KEY, `${change} ${new Date().toISOString()}`)
}

/**
 * Hears of it from the other browser tabs; returns how to stop. A page that the browser kept
 * and brings back heard nothing meanwhile, so it is told of the last change it may have missed.
 */
export function subscribeToSessionChanges(listener: (change: SessionChange) => void): () => void {
  const hear = (event: StorageEvent) => {
    if (event.key === STORAGE_KEY) listener(parseSessionChange(event.newValue))
  }
  const comeBack = (event: PageTransitionEvent) => {
    if (event.persisted) listener(parseSessionChange(readStorage(localStorage, STORAGE_KEY)))
  }
  addEventListener('storage', hear)
  addEventListener('pageshow', comeBack)
  return () => {
    removeEventListener('storage', hear)
    removeEventListener('pageshow', comeBack)
  }
}

function parseSessionChange(text: string | null): SessionChange {
  return text?.startsWith('out') === true ? 'out' : 'in'
}
