import { notificationFor, onNotificationClick, type Windows } from './push.ts'

/** What of a worker's own world is used here; the page's types know nothing of it. */
type WorkerEvent = Event & {
  waitUntil: (work: Promise<unknown>) => void
  data: { text: () => string } | null
  notification: Notification
}
type WorkerScope = {
  addEventListener: (name: string, listener: (event: WorkerEvent) => void) => void
  registration: ServiceWorkerRegistration
  clients: Windows & { claim: () => Promise<void> }
}

const worker = self as unknown as WorkerScope

worker.addEventListener('activate', (event) => event.waitUntil(worker.clients.claim()))

worker.addEventListener('push', (event) => {
  const { title, options } = notificationFor(event.data?.text())
  event.waitUntil(worker.registration.showNotification(title, options))
})

worker.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(onNotificationClick(event.notification.data, worker.clients))
})
