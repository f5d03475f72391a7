import { cacheNames, setCacheNameDetails } from 'workbox-core'
import { matchPrecache, precacheAndRoute } from 'workbox-precaching'
import { registerRoute } from 'workbox-routing'
import {
  clearImages,
  createPageCache,
  createResponseCache,
  imageStrategy,
  isCachedPath,
  isImagePath,
  isPagePath,
  type LifetimeEvent,
  WHOAMI_PATH,
} from './caches.ts'
import type { PageMessage } from './messages.ts'
import { onNotificationClick, toNotification, type WindowClients } from './push.ts'

/** The service worker types that are used here. They are not part of the DOM library. */
type WorkerEvent = Event &
  LifetimeEvent & {
    /** Set on push events. */
    data: { text: () => string } | null
    notification: Notification
  }
type WorkerMessage = Omit<WorkerEvent, 'data'> & { data: PageMessage; source: { url: string } }
type WorkerScope = {
  addEventListener: {
    (name: 'message', listener: (event: WorkerMessage) => void): void
    (name: 'activate' | 'push' | 'notificationclick', listener: (event: WorkerEvent) => void): void
  }
  registration: ServiceWorkerRegistration
  clients: WindowClients & { claim: () => Promise<void> }
  skipWaiting: () => Promise<void>
}

const worker = self as unknown as WorkerScope
const responseCache = createResponseCache()
const pageCache = createPageCache(responseCache, readPlainPage)

registerRoute(
  ({ request, url, sameOrigin }) => sameOrigin && request.mode === 'navigate' && isPagePath(url.pathname),
  (options) => pageCache.answer(options),
)

// The build replaces the placeholder with the list of files; see `vite.config.ts`.
precacheApp(JSON.parse('__PRECACHE_MANIFEST__') as PrecacheManifest)

registerRoute(
  ({ url, sameOrigin }) => sameOrigin && isCachedPath(url.pathname),
  ({ request, event }: { request: Request; event: LifetimeEvent }) =>
    responseCache.networkFirst(request, event),
)

registerRoute(({ url, sameOrigin }) => sameOrigin && isImagePath(url.pathname), imageStrategy)

worker.addEventListener('activate', (event) =>
  event.waitUntil(
    Promise.all([
      worker.clients.claim(),
      deleteOldPrecaches(),
      responseCache.deletePages(),
      identifyUser(event),
    ]),
  ),
)

worker.addEventListener('message', (event) => {
  switch (event.data) {
    case 'signed in':
      return event.waitUntil(responseCache.clear().then(() => identifyUser(event)))
    case 'signed out':
      return event.waitUntil(Promise.all([responseCache.clear(), clearImages()]))
    case 'first visit':
      return event.waitUntil(pageCache.store(event.source.url, event))
    case 'take over':
      return event.waitUntil(worker.skipWaiting())
  }
})

worker.addEventListener('push', (event) => {
  const { title, options } = toNotification(event.data?.text())
  event.waitUntil(worker.registration.showNotification(title, options))
})

worker.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(onNotificationClick(event.notification.data, worker.clients))
})

/** Fetches the current user, for pages that had fetched it before this worker was active. */
async function identifyUser(event: LifetimeEvent): Promise<void> {
  // If this fails, nothing is cached until a page fetches the current user.
  await responseCache.networkFirst(new Request(WHOAMI_PATH), event).catch(() => undefined)
}

type PrecacheManifest = {
  /** Changes whenever a file changes. */
  version: string
  /** `revision` is null when the URL includes a content hash. */
  files: { url: string; revision: string | null }[]
}

const CACHE_PREFIX = 'fieldhouse-shell-'

/** An open page keeps getting the chunks of its own version. */
function precacheApp({ version, files }: PrecacheManifest): void {
  setCacheNameDetails({ prefix: 'fieldhouse', precache: 'shell', suffix: version })
  // Query parameters select a location within the single page.
  precacheAndRoute(files, { ignoreURLParametersMatching: [/./], cleanURLs: false })
  registerRoute(
    ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith('/assets/'),
    async ({ request }) => (await caches.match(request, { ignoreVary: true })) ?? fetch(request),
  )
}

/** The page without content. */
async function readPlainPage(): Promise<Response> {
  return (await matchPrecache('/index.html')) ?? fetch('/')
}

/** Deletes all versions except the current one and the previous one, which open pages may still use. */
async function deleteOldPrecaches(): Promise<void> {
  const others = (await caches.keys()).filter(
    (name) => name.startsWith(CACHE_PREFIX) && name !== cacheNames.precache,
  )
  await Promise.all(others.slice(0, -1).map((name) => caches.delete(name)))
}
