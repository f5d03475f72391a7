import { cacheNames, setCacheNameDetails } from 'workbox-core'
import { precacheAndRoute } from 'workbox-precaching'
import { registerRoute } from 'workbox-routing'

/** All that the page is made of, as the build lists it. */
export type PrecacheManifest = {
  /** Another whenever a file is. */
  version: string
  /** `revision` is null where the address names the content. */
  files: { url: string; revision: string | null }[]
}

const CACHE_PREFIX = 'fieldhouse-shell-'

/** Serves the page from the device, each version whole: a page that is open gets the parts it was built with. */
export function precacheApp({ version, files }: PrecacheManifest): void {
  setCacheNameDetails({ prefix: 'fieldhouse', precache: 'shell', suffix: version })
  // The address leads to a place in the page; the page is one and the same.
  precacheAndRoute(files, { ignoreURLParametersMatching: [/./], cleanURLs: false })
  registerRoute(
    ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith('/assets/'),
    async ({ request }) => (await caches.match(request, { ignoreVary: true })) ?? fetch(request),
  )
}

/** Drops all versions but this one and the one before, which open pages may still be of. */
export async function deleteOldPrecaches(): Promise<void> {
  const others = (await caches.keys()).filter(
    (name) => name.startsWith(CACHE_PREFIX) && name !== cacheNames.precache,
  )
  await Promise.all(others.slice(0, -1).map((name) => caches.delete(name)))
}
