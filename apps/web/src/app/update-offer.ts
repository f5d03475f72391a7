import { useSyncExternalStore } from 'react'

let applyUpdate: (() => void) | null = null
const listeners = new Set<() => void>()

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
