import { registerRoute } from 'workbox-routing'
import { keptAnswers } from './kept-answers.ts'
import { isKept, WHO_PATH } from './kept-calls.ts'
import type { PageMessage } from './messages.ts'
import { notificationFor, onNotificationClick, type Windows } from './push.ts'
import { dropOldShells, type Shell, serveShell } from './shell.ts'

/** What of a worker's own world is used here; the page's types know nothing of it. */
type WorkerEvent = Event & {
  waitUntil: (work: Promise<unknown>) => void
  /** Of a push. */
  data: { text: () => string } | null
  notification: Notification
}
type WorkerMessage = Omit<WorkerEvent, 'data'> & { data: PageMessage }
type WorkerScope = {
  addEventListener: {
    (name: 'message', listener: (event: WorkerMessage) => void): void
    (name: 'activate' | 'push' | 'notificationclick', listener: (event: WorkerEvent) => void): void
  }
  registration: ServiceWorkerRegistration
  clients: Windows & { claim: () => Promise<void> }
  skipWaiting: () => Promise<void>
}

const worker = self as unknown as WorkerScope
const kept = keptAnswers({ caches, fetch: (request) => fetch(request), now: Date.now })

// The build puts its list in the place of this name.
serveShell(JSON.parse('__SHELL__') as Shell)

registerRoute(
  ({ url, sameOrigin }) => sameOrigin && isKept(url.pathname),
  ({ request, event }) => kept.answer(request, (work) => (event as unknown as WorkerEvent).waitUntil(work)),
)

worker.addEventListener('activate', (event) =>
  event.waitUntil(Promise.all([worker.clients.claim(), dropOldShells(), learnWho(event)])),
)

worker.addEventListener('message', (event) => {
  switch (event.data) {
    case 'signed in':
      return event.waitUntil(learnWho(event))
    case 'signed out':
      return event.waitUntil(kept.forget())
    case 'take over':
      return event.waitUntil(worker.skipWaiting())
  }
})

worker.addEventListener('push', (event) => {
  const { title, options } = notificationFor(event.data?.text())
  event.waitUntil(worker.registration.showNotification(title, options))
})

worker.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(onNotificationClick(event.notification.data, worker.clients))
})

/** Asks whose answers are to be kept, for pages that were told without this worker. */
async function learnWho(event: { waitUntil: (work: Promise<unknown>) => void }): Promise<void> {
  // Without an answer nothing is kept until a page asks.
  await kept.answer(new Request(WHO_PATH), (work) => event.waitUntil(work)).catch(() => undefined)
}
