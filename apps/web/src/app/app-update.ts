import { HOUR_MS } from '@fieldhouse/domain/duration'
import { useSyncExternalStore } from 'react'
import { createListeners } from '../api/connectivity.ts'
import { registerWorker } from '../api/register-service-worker.ts'
import type { PageMessage } from '../service-worker/messages.ts'
import { readStorage, writeStorage } from '../storage/browser-storage.ts'

/** How long a busy page puts off the worker, which loads all files of the app. */
const MAX_BUSY_MS = 5000
/** How long a page waits for the new worker to take over before it reloads anyway. */
const TAKEOVER_TIMEOUT_MS = 3000
const ACCEPTED_KEY = 'update accepted'
/** What somebody does on a page that they would not want to be reloaded. */
const USER_EVENTS = ['pointerdown', 'keydown', 'wheel'] as const

export function registerServiceWorker(): void {
  if (!('serviceWorker' in navigator)) return
  const container = navigator.serviceWorker
  const register = () =>
    void registerWorker().then(
      (registration) => (registration === undefined ? undefined : watchForUpdates(container, registration)),
      // Browsers may block service workers.
      () => undefined,
    )
  const registerWhenIdle = () => {
    if ('requestIdleCallback' in window) requestIdleCallback(register, { timeout: MAX_BUSY_MS })
    else register()
  }
  // The app starts after the first paint, which may be later than the event.
  if (document.readyState === 'complete') registerWhenIdle()
  else addEventListener('load', registerWhenIdle)
}

/**
 * Offers an update when a new worker is waiting. A page that somebody uses is never reloaded automatically.
 * @param reload loads the page again
 * @returns a function that withdraws the offer
 */
export function watchForUpdates(
  container: ServiceWorkerContainer,
  registration: ServiceWorkerRegistration,
  reload = () => location.reload(),
): () => void {
  let wasControlled = container.controller !== null
  const acceptedWorker = takeAcceptance() ? registration.waiting : null
  let reloadsByItself = acceptedWorker !== null
  const stopReloading = () => {
    reloadsByItself = false
  }
  for (const name of USER_EVENTS) addEventListener(name, stopReloading, { once: true, passive: true })

  const checkForWaitingWorker = () => {
    const { waiting } = registration
    if (waiting !== null && waiting !== acceptedWorker && container.controller !== null)
      offerUpdate(() => activateUpdate(container, registration, reload))
  }
  checkForWaitingWorker()
  registration.addEventListener('updatefound', () => {
    registration.installing?.addEventListener('statechange', checkForWaitingWorker)
  })
  container.addEventListener('controllerchange', () => {
    // The first worker is not an update. A later one was activated from another tab, or late.
    if (wasControlled && reloadsByItself) reload()
    else if (wasControlled) offerUpdate(reload)
    else container.controller?.postMessage('first visit' satisfies PageMessage)
    wasControlled = true
  })
  checkForUpdatesWhenVisible(registration)
  return () => offerUpdate(null)
}

/**
 * While requests of pages keep the old worker busy, Chromium lets it stay for up to five minutes. The reload ends
 * the requests of this page. If the new worker takes over even later, the page is reloaded once more.
 */
function activateUpdate(
  container: ServiceWorkerContainer,
  registration: ServiceWorkerRegistration,
  reload: () => void,
): void {
  container.addEventListener('controllerchange', reload)
  if (registration.waiting === null) reload()
  registration.waiting?.postMessage('take over' satisfies PageMessage)
  setTimeout(() => {
    writeStorage(sessionStorage, ACCEPTED_KEY, 'yes')
    reload()
  }, TAKEOVER_TIMEOUT_MS)
}

function takeAcceptance(): boolean {
  const isAccepted = readStorage(sessionStorage, ACCEPTED_KEY) !== null
  writeStorage(sessionStorage, ACCEPTED_KEY, null)
  return isAccepted
}

/**
 * Browsers check for updates on page load; a page that stays open checks when it becomes visible, at most
 * hourly.
 */
function checkForUpdatesWhenVisible(registration: ServiceWorkerRegistration): void {
  let lastCheckedAt = Date.now()
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible' || Date.now() - lastCheckedAt < HOUR_MS) return
    lastCheckedAt = Date.now()
    // The check fails while offline.
    registration.update().catch(() => undefined)
  })
}

let applyUpdate: (() => void) | null = null
const offers = createListeners()

export function useAppUpdate(): (() => void) | null {
  return useSyncExternalStore(
    offers.subscribe,
    () => applyUpdate,
    () => null,
  )
}

/** Offers to load a new version; null withdraws the offer. */
function offerUpdate(apply: (() => void) | null): void {
  applyUpdate = apply
  offers.notify()
}
