import { WHOAMI_PATH } from './cached-operations.ts'

/** The prefix of cache names; the rest is the username. */
export const CACHE_PREFIX = 'answers of '
/** Set on cached responses: when the response was received, as an ISO instant. */
export const CACHED_AT_HEADER = 'x-from-cache-at'

/** Enough for a few seasons of a few leagues. The oldest responses are evicted first. */
const MAX_RESPONSES = 200
/** The lifetime of a session, so that cached data does not outlive the access to it. */
const MAX_AGE_MS = 14 * 24 * 60 * 60 * 1000

/** The browser APIs that the cache depends on. */
export type ResponseCacheDependencies = {
  caches: Pick<CacheStorage, 'keys' | 'open' | 'delete'>
  fetch: (request: Request) => Promise<Response>
  now: () => number
}

/** Caches the latest responses of the current user. Only one user's cache exists at a time. */
export function createResponseCache({ caches, fetch, now }: ResponseCacheDependencies) {
  /** Incremented on each clear; responses to requests from before the clear are not saved. */
  let generation = 0
  let queue: Promise<unknown> = Promise.resolve()

  /** Runs tasks one at a time, so that nothing is saved during a clear. */
  function enqueue(task: () => Promise<void>): Promise<void> {
    const done = queue.then(task)
    // When storage is full or blocked, nothing is cached.
    queue = done.catch(() => undefined)
    return done.catch(() => undefined)
  }

  async function listCacheNames(): Promise<string[]> {
    return (await caches.keys()).filter((name) => name.startsWith(CACHE_PREFIX))
  }

  async function deleteOtherCaches(ownName: string | null): Promise<void> {
    const others = (await listCacheNames()).filter((name) => name !== ownName)
    if (others.length > 0) generation += 1
    await Promise.all(others.map((name) => caches.delete(name)))
  }

  async function save(url: string, response: Response, requestGeneration: number): Promise<void> {
    const body = await response.text()
    const isWhoami = new URL(url).pathname === WHOAMI_PATH
    if (requestGeneration !== generation) return
    if (isWhoami) await deleteOtherCaches(cacheNameFor(body))
    const name = isWhoami ? cacheNameFor(body) : (await listCacheNames())[0]
    // No user is signed in.
    if (name === undefined || name === null) return
    const cache = await caches.open(name)
    const headers = { 'content-type': 'application/json', [CACHED_AT_HEADER]: new Date(now()).toISOString() }
    await cache.put(url, new Response(body, { headers }))
    await evictOldest(cache)
  }

  async function findCached(url: string): Promise<Response | undefined> {
    const [name] = await listCacheNames()
    if (name === undefined) return undefined
    const response = await (await caches.open(name)).match(url)
    const cachedAt = Date.parse(response?.headers.get(CACHED_AT_HEADER) ?? '')
    return now() - cachedAt < MAX_AGE_MS ? response : undefined
  }

  return {
    /**
     * Fetches from the server, and returns the cached response when that fails. `waitUntil` keeps the worker
     * alive while the response is saved.
     */
    async networkFirst(request: Request, waitUntil: (work: Promise<void>) => void): Promise<Response> {
      const requestGeneration = generation
      let response: Response
      try {
        response = await fetch(request)
      } catch (cause) {
        const cached = await findCached(request.url)
        if (cached === undefined) throw cause
        return cached
      }
      if (response.ok) {
        const copy = response.clone()
        waitUntil(enqueue(() => save(request.url, copy, requestGeneration)))
      }
      return response
    },

    /** Deletes all cached responses, and does not save responses that are still pending. */
    clear(): Promise<void> {
      generation += 1
      return enqueue(() => deleteOtherCaches(null))
    },
  }
}

/** Returns the cache name of the user in a whoami response; null when no user is signed in. */
function cacheNameFor(whoamiBody: string): string | null {
  const { username } = JSON.parse(whoamiBody) as { username: string | null }
  return username === null ? null : `${CACHE_PREFIX}${username}`
}

/** Evicts the oldest responses beyond the limit. `cache.keys()` lists them in insertion order. */
async function evictOldest(cache: Cache): Promise<void> {
  const requests = await cache.keys()
  const evictable = requests.filter(({ url }) => new URL(url).pathname !== WHOAMI_PATH)
  const excess = evictable.slice(0, Math.max(0, requests.length - MAX_RESPONSES))
  await Promise.all(excess.map((request) => cache.delete(request)))
}
