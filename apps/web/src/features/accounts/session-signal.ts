import { writeStored } from '../../storage/stored.ts'

const KEY = 'session_changed'

/** Tells the other browser tabs that somebody signed in or out. */
export function announceSession(): void {
  writeStored(localStorage, KEY, new Date().toISOString())
}

/** Hears of it from the other browser tabs; returns how to stop. */
export function onSessionElsewhere(listener: () => void): () => void {
  const hear = (event: StorageEvent) => {
    if (event.key === KEY) listener()
  }
  addEventListener('storage', hear)
  return () => removeEventListener('storage', hear)
}
