import { type createResponseCache, isCachedPath, type LifetimeEvent } from './response-cache.ts'

/** A page that takes longer is replaced by what was seen last, or by the plain page. */
const NETWORK_TIMEOUT_MS = 3000

/** The part of the Cookie Store API that is used. Some browsers do not have it. */
type CookieStore = { get: (name: string) => Promise<object | null> }

/**
 * Stores the pages that this user has seen last.
 * @param readPlainPage returns the page without content
 */
export function createPageCache(
  responses: ReturnType<typeof createResponseCache>,
  readPlainPage: () => Promise<Response>,
) {
  async function fetchPage(request: Request, event: LifetimeEvent): Promise<Response> {
    const save = responses.startSaving()
    const response = await fetch(request)
    if (isRendered(response)) event.waitUntil(save(request.url, response.clone()))
    return response
  }

  /** The app does not ask for what the page has, so this does, for the time when the server cannot be asked. */
  async function storeData(page: Response, event: LifetimeEvent): Promise<void> {
    for (const url of addressesOf(await page.text()))
      await responses.networkFirst(new Request(url), event).catch(() => undefined)
  }

  return {
    /**
     * Answers a navigation at once with what was seen at its address last, and fetches the page for the next visit.
     * A page that somebody reloads, or has not seen yet, comes from the server.
     */
    async answer({ request, event }: { request: Request; event: LifetimeEvent }): Promise<Response> {
      const lastSeen = (await isSignedOut()) ? undefined : await responses.find(request.url)
      const fetched = fetchPage(request, event).catch(() => null)
      if (lastSeen !== undefined && request.cache === 'default') {
        event.waitUntil(fetched)
        return lastSeen
      }
      const late = new Promise<null>((resolve) => setTimeout(() => resolve(null), NETWORK_TIMEOUT_MS))
      const response = await Promise.race([fetched, late])
      if (response?.ok !== true) return lastSeen ?? readPlainPage()
      if (isRendered(response)) event.waitUntil(storeData(response.clone(), event))
      return response
    },

    /** Fetches a page for the next visit. What follows a # can be a secret, and is not stored. */
    async store(url: string, event: LifetimeEvent): Promise<void> {
      const { origin, pathname, search } = new URL(url)
      if (!isPagePath(pathname)) return
      // If this fails, the next visit does it.
      await fetchPage(new Request(origin + pathname + search), event).catch(() => undefined)
    },
  }
}

/** Whether the pages of a path are stored: the screens of the app, and no invite. */
export function isPagePath(path: string): boolean {
  return path === '/'
}

/** What was read from the API for a page, and can be stored. */
function addressesOf(page: string): URL[] {
  const data = /<script type="application\/json" id="page-data">(.*?)<\/script>/s.exec(page)?.[1]
  const { paths = [] } = JSON.parse(data ?? '{}') as { paths?: string[] }
  return paths.map((path) => new URL(path, location.origin)).filter(({ pathname }) => isCachedPath(pathname))
}

/** Whether a page has the content of its screen: no other cache may store it. */
function isRendered({ ok, headers }: Response): boolean {
  return ok && headers.get('cache-control') === 'private, no-store'
}

/** Whether somebody has signed out on this device, perhaps before this worker was told; true if it cannot be known. */
async function isSignedOut(): Promise<boolean> {
  const { cookieStore } = globalThis as { cookieStore?: CookieStore }
  return cookieStore === undefined || (await cookieStore.get('signed_out')) !== null
}
