import { readStorage, writeStorage } from '../../storage/browser-storage.ts'

const STORAGE_KEY = 'session_changed'

/** A user signed in or out. */
export type SessionChange = 'in' | 'out'

/** Notifies the other browser tabs of a sign-in or sign-out. */
export function broadcastSessionChange(change: SessionChange): void {
  writeStorage(localStorage, STORAGE_KEY, `${change} ${new Date().toISOString()}`)
}

/**
 * Calls the listener when another browser tab signs in or out, and returns a function that unsubscribes.
 * A page restored from the back/forward cache receives no storage events while it is cached, so the
 * listener is called with the last change when the page is restored.
 */
export function subscribeToSessionChanges(listener: (change: SessionChange) => void): () => void {
  const handleStorage = (event: StorageEvent) => {
    if (event.key === STORAGE_KEY) listener(parseSessionChange(event.newValue))
  }
  const handlePageShow = (event: PageTransitionEvent) => {
    if (event.persisted) listener(parseSessionChange(readStorage(localStorage, STORAGE_KEY)))
  }
  addEventListener('storage', handleStorage)
  addEventListener('pageshow', handlePageShow)
  return () => {
    removeEventListener('storage', handleStorage)
    removeEventListener('pageshow', handlePageShow)
  }
}

function parseSessionChange(text: string | null): SessionChange {
  return text?.startsWith('out') === true ? 'out' : 'in'
}
