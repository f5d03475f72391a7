import { readStored, writeStored } from '../../storage/stored.ts'

const KEY = 'session_changed'

/** Somebody came in, or the person left. */
export type SessionChange = 'in' | 'out'

/** Tells the other browser tabs that somebody signed in or out. */
export function announceSession(change: SessionChange): void {
  writeStored(localStorage, KEY, `${change} ${new Date().toISOString()}`)
}

/**
 * Hears of it from the other browser tabs; returns how to stop. A page that the browser kept
 * and brings back heard nothing meanwhile, so it is told of the last change it may have missed.
 */
export function onSessionElsewhere(listener: (change: SessionChange) => void): () => void {
  const hear = (event: StorageEvent) => {
    if (event.key === KEY) listener(changeIn(event.newValue))
  }
  const comeBack = (event: PageTransitionEvent) => {
    if (event.persisted) listener(changeIn(readStored(localStorage, KEY)))
  }
  addEventListener('storage', hear)
  addEventListener('pageshow', comeBack)
  return () => {
    removeEventListener('storage', hear)
    removeEventListener('pageshow', comeBack)
  }
}

function changeIn(text: string | null): SessionChange {
  return text?.startsWith('out') === true ? 'out' : 'in'
}
