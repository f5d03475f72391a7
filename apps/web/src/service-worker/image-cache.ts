import { StaleWhileRevalidate } from 'workbox-strategies'

/** The pictures of a few leagues. The oldest are evicted first. */
const MAX_IMAGES = 400
const CACHE_NAME = 'images'

/** Whether a path shows a logo or a headshot, which has an address of its own and is the same for everyone. */
export function isImagePath(path: string): boolean {
  return path.startsWith('/api/images/')
}

export const imageStrategy = new StaleWhileRevalidate({
  cacheName: CACHE_NAME,
  plugins: [
    {
      cacheWillUpdate: async ({ response }) => (response.ok ? response : null),
      cacheDidUpdate: async () => {
        const cache = await caches.open(CACHE_NAME)
        const excess = (await cache.keys()).slice(0, -MAX_IMAGES)
        await Promise.all(excess.map((request) => cache.delete(request)))
      },
    },
  ],
})

/** Deletes all pictures, so that the next user of the device does not find those of a league. */
export async function clearImages(): Promise<void> {
  // Fails when storage is blocked, and then there are none.
  await caches.delete(CACHE_NAME).catch(() => false)
}
