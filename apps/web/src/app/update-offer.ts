import { useSyncExternalStore } from 'react'

/** Activates the new version and reloads the page; null while no update is available. */
let applyUpdate: (() => void) | null = null
const listeners = new Set<() => void>()

/** Returns a function that loads the new version; null while no update is available. */
export function useAppUpdate(): (() => void) | null {
  return useSyncExternalStore(
    subscribe,
    () => applyUpdate,
    () => null,
  )
}

/** Offers to load a new version; null withdraws the offer. */
export function offerUpdate(apply: (() => void) | null): void {
  applyUpdate = apply
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
