import { cacheNames, setCacheNameDetails } from 'workbox-core'
import { matchPrecache, precacheAndRoute } from 'workbox-precaching'
import { registerRoute } from 'workbox-routing'

export type PrecacheManifest = {
  /** Changes whenever a file changes. */
  version: string
  /** `revision` is null when the URL includes a content hash. */
  files: { url: string; revision: string | null }[]
}

const CACHE_PREFIX = 'fieldhouse-shell-'

/** An open page keeps getting the chunks of its own version. */
export function precacheApp({ version, files }: PrecacheManifest): void {
  setCacheNameDetails({ prefix: 'fieldhouse', precache: 'shell', suffix: version })
  // Query parameters select a location within the single page.
  precacheAndRoute(files, { ignoreURLParametersMatching: [/./], cleanURLs: false })
  registerRoute(
    ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith('/assets/'),
    async ({ request }) => (await caches.match(request, { ignoreVary: true })) ?? fetch(request),
  )
}

/** The page without content. */
export async function readPlainPage(): Promise<Response> {
  return (await matchPrecache('/index.html')) ?? fetch('/')
}

/** Deletes all versions except the current one and the previous one, which open pages may still use. */
export async function deleteOldPrecaches(): Promise<void> {
  const others = (await caches.keys()).filter(
    (name) => name.startsWith(CACHE_PREFIX) && name !== cacheNames.precache,
  )
  await Promise.all(others.slice(0, -1).map((name) => caches.delete(name)))
}
