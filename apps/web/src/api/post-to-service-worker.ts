import type { PageMessage } from '../service-worker/messages.ts'

export function postToServiceWorker(message: PageMessage): void {
  if (!('serviceWorker' in navigator)) return
  navigator.serviceWorker.getRegistration().then(
    (registration) => registration?.active?.postMessage(message),
    // Rejects when the browser blocks service workers, and then there is none to notify.
    () => undefined,
  )
}
