import type { Page } from '@playwright/test'

/** Waits until the page is controlled by an active service worker. */
export async function waitForServiceWorker(page: Page): Promise<void> {
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated', null, {
    timeout: 120_000,
  })
}

/** Returns the paths of all cached API responses. */
export function listCachedPaths(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const openCaches = await Promise.all((await caches.keys()).map((name) => caches.open(name)))
    const requests = (await Promise.all(openCaches.map((cache) => cache.keys()))).flat()
    return requests.map(({ url }) => new URL(url).pathname).filter((path) => path.startsWith('/api/'))
  })
}
