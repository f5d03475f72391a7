import type { PageMessage } from '../service-worker/messages.ts'

/** Tells the service worker, where there is one. */
export function postToServiceWorker(message: PageMessage): void {
  if (!('serviceWorker' in navigator)) return
  navigator.serviceWorker.getRegistration().then(
    (registration) => registration?.active?.postMessage(message),
    // Browsers that forbid workers have none to tell.
    () => undefined,
  )
}
