import { useSyncExternalStore } from 'react'
import type { PageMessage } from '../service-worker/messages.ts'

const HOUR_MS = 60 * 60_000

/** What brings the new version to the screen; null while the page is of the newest. */
let applyUpdate: (() => void) | null = null
const listeners = new Set<() => void>()

/** Loads the new version, when the person wants it; null while there is none. */
export function useAppUpdate(): (() => void) | null {
  return useSyncExternalStore(subscribe, () => applyUpdate)
}

/** Starts the service worker once the page is there, which works all the same without. */
export function registerServiceWorker(): void {
  if (!('serviceWorker' in navigator)) return
  const workers = navigator.serviceWorker
  addEventListener('load', () => {
    workers.register('/sw.js').then(
      // What forbids workers in a browser may answer nothing at all.
      (registration: ServiceWorkerRegistration | undefined) =>
        registration === undefined ? undefined : watchForUpdates(workers, registration),
      // Browsers may forbid workers.
      () => undefined,
    )
  })
}

/** A new worker waits until the person wants it: nobody's open page is reloaded. */
function watchForUpdates(workers: ServiceWorkerContainer, registration: ServiceWorkerRegistration): void {
  let wasControlled = workers.controller !== null
  const checkWaiting = () => {
    if (registration.waiting !== null && workers.controller !== null)
      offerUpdate(() => activateUpdate(workers, registration))
  }
  checkWaiting()
  registration.addEventListener('updatefound', () => {
    registration.installing?.addEventListener('statechange', checkWaiting)
  })
  workers.addEventListener('controllerchange', () => {
    // The first worker is no new version; a later one was let in by another tab.
    if (wasControlled) offerUpdate(() => location.reload())
    wasControlled = true
  })
  checkForUpdatesWhenVisible(registration)
}

function activateUpdate(workers: ServiceWorkerContainer, registration: ServiceWorkerRegistration): void {
  workers.addEventListener('controllerchange', () => location.reload())
  if (registration.waiting === null) location.reload()
  registration.waiting?.postMessage('take over' satisfies PageMessage)
}

/** Browsers look when a page is opened; one that stays open for days asks when it is looked at again. */
function checkForUpdatesWhenVisible(registration: ServiceWorkerRegistration): void {
  let lookedAt = Date.now()
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible' || Date.now() - lookedAt < HOUR_MS) return
    lookedAt = Date.now()
    // Without a network there is nothing new to be had.
    registration.update().catch(() => undefined)
  })
}

function offerUpdate(next: () => void): void {
  applyUpdate = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
