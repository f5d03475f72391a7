import { useSyncExternalStore } from 'react'
import type { PageMessage } from '../service-worker/messages.ts'

const HOUR_MS = 60 * 60_000

/** What brings the new version to the screen; null while the page is of the newest. */
let reload: (() => void) | null = null
const listeners = new Set<() => void>()

/** Loads the new version, when the person wants it; null while there is none. */
export function useNewVersion(): (() => void) | null {
  return useSyncExternalStore(subscribe, () => reload)
}

/** Starts the service worker once the page is there, which works all the same without. */
export function startWorker(): void {
  if (!('serviceWorker' in navigator)) return
  const workers = navigator.serviceWorker
  addEventListener('load', () => {
    workers.register('/sw.js').then(
      // What forbids workers in a browser may answer nothing at all.
      (registration: ServiceWorkerRegistration | undefined) =>
        registration === undefined ? undefined : follow(workers, registration),
      // Browsers may forbid workers.
      () => undefined,
    )
  })
}

/** A new worker waits until the person wants it: nobody's open page is reloaded. */
function follow(workers: ServiceWorkerContainer, registration: ServiceWorkerRegistration): void {
  let wasControlled = workers.controller !== null
  const look = () => {
    if (registration.waiting !== null && workers.controller !== null)
      offer(() => takeOver(workers, registration))
  }
  look()
  registration.addEventListener('updatefound', () => {
    registration.installing?.addEventListener('statechange', look)
  })
  workers.addEventListener('controllerchange', () => {
    // The first worker is no new version; a later one was let in by another tab.
    if (wasControlled) offer(() => location.reload())
    wasControlled = true
  })
  lookForUpdates(registration)
}

function takeOver(workers: ServiceWorkerContainer, registration: ServiceWorkerRegistration): void {
  workers.addEventListener('controllerchange', () => location.reload())
  if (registration.waiting === null) location.reload()
  registration.waiting?.postMessage('take over' satisfies PageMessage)
}

/** Browsers look when a page is opened; one that stays open for days asks when it is looked at again. */
function lookForUpdates(registration: ServiceWorkerRegistration): void {
  let lookedAt = Date.now()
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible' || Date.now() - lookedAt < HOUR_MS) return
    lookedAt = Date.now()
    // Without a network there is nothing new to be had.
    registration.update().catch(() => undefined)
  })
}

function offer(next: () => void): void {
  reload = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
