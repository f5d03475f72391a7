import { WHOAMI_PATH } from './cached-operations.ts'

/** Stands in the name of the store of somebody's answers. */
export const CACHE_PREFIX = 'answers of '
/** An answer that is not of now says with this header when it was given, as an ISO instant. */
export const CACHED_AT_HEADER = 'x-from-cache-at'

/** Enough for some seasons of some leagues; the one that was read longest ago goes first. */
const MAX_RESPONSES = 200
/** As long as a session lasts: nobody reads here what the server would no longer show. */
const MAX_AGE_MS = 14 * 24 * 60 * 60 * 1000

/** What keeping answers needs from the browser. */
export type ResponseCacheDependencies = {
  caches: Pick<CacheStorage, 'keys' | 'open' | 'delete'>
  fetch: (request: Request) => Promise<Response>
  now: () => number
}

/** The last answers of one person, in a store of their own that nobody else's stands beside. */
export function createResponseCache({ caches, fetch, now }: ResponseCacheDependencies) {
  /** Another after each forgetting: what was asked before is not kept after. */
  let generation = 0
  let queue: Promise<unknown> = Promise.resolve()

  /** One after the other, so that nothing is kept while all is forgotten. */
  function enqueue(act: () => Promise<void>): Promise<void> {
    const done = queue.then(act)
    // A full or blocked storage only means that nothing is kept.
    queue = done.catch(() => undefined)
    return done.catch(() => undefined)
  }

  async function listCacheNames(): Promise<string[]> {
    return (await caches.keys()).filter((name) => name.startsWith(CACHE_PREFIX))
  }

  async function deleteOtherCaches(own: string | null): Promise<void> {
    const others = (await listCacheNames()).filter((name) => name !== own)
    if (others.length > 0) generation += 1
    await Promise.all(others.map((name) => caches.delete(name)))
  }

  async function save(url: string, response: Response, asked: number): Promise<void> {
    const body = await response.text()
    const isWho = new URL(url).pathname === WHOAMI_PATH
    if (asked !== generation) return
    if (isWho) await deleteOtherCaches(cacheNameFor(body))
    const name = isWho ? cacheNameFor(body) : (await listCacheNames())[0]
    // Nobody is known to be signed in.
    if (name === undefined || name === null) return
    const store = await caches.open(name)
    const headers = { 'content-type': 'application/json', [CACHED_AT_HEADER]: new Date(now()).toISOString() }
    await store.put(url, new Response(body, { headers }))
    await evictOldest(store)
  }

  async function findCached(url: string): Promise<Response | undefined> {
    const [name] = await listCacheNames()
    if (name === undefined) return undefined
    const kept = await (await caches.open(name)).match(url)
    const keptAt = Date.parse(kept?.headers.get(CACHED_AT_HEADER) ?? '')
    return now() - keptAt < MAX_AGE_MS ? kept : undefined
  }

  return {
    /** What the server answers, else what it answered last. `extend` keeps the worker alive meanwhile. */
    async networkFirst(request: Request, extend: (work: Promise<void>) => void): Promise<Response> {
      const asked = generation
      let response: Response
      try {
        response = await fetch(request)
      } catch (cause) {
        const kept = await findCached(request.url)
        if (kept === undefined) throw cause
        return kept
      }
      if (response.ok) {
        const copy = response.clone()
        extend(enqueue(() => save(request.url, copy, asked)))
      }
      return response
    },

    /** Drops all that was kept, and what is being read for it. */
    clear(): Promise<void> {
      generation += 1
      return enqueue(() => deleteOtherCaches(null))
    },
  }
}

/** The store of the person whom an answer names; null for nobody. */
function cacheNameFor(who: string): string | null {
  const { username } = JSON.parse(who) as { username: string | null }
  return username === null ? null : `${CACHE_PREFIX}${username}`
}

/** A store lists first what was put longest ago. */
async function evictOldest(store: Cache): Promise<void> {
  const requests = await store.keys()
  const rest = requests.filter(({ url }) => new URL(url).pathname !== WHOAMI_PATH)
  const tooMany = rest.slice(0, Math.max(0, requests.length - MAX_RESPONSES))
  await Promise.all(tooMany.map((request) => store.delete(request)))
}
