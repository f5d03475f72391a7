import type { OperationKey } from '@fieldhouse/contract/operations'
import type { PAGE_DATA_ID } from '@fieldhouse/contract/page'
import { NetworkFirst, StaleWhileRevalidate } from 'workbox-strategies'
import type { CachedAtHeader } from './messages.ts'

/** The endpoint for the current user, who owns the cached responses. */
export const WHOAMI_PATH = '/api/whoami/'

/** The data that league members read. Excludes files, admin data and tokens. */
const CACHED_OPERATIONS = [
  'GET /api/whoami/',
  'GET /api/site/',
  'GET /api/leagues/',
  'GET /api/leagues/status/',
  'GET /api/user-leagues/:username/',
  'GET /api/league/:league/me/role/',
  'GET /api/league/:league/meta/',
  'GET /api/league/:league/snapshot/',
  'GET /api/league/:league/standings/',
  'GET /api/league/:league/me/summary/',
  'GET /api/league/:league/me/roster/',
  'GET /api/league/:league/me/matchup/',
  'GET /api/league/:league/scoreboard/',
  'GET /api/league/:league/games/:season/:game/',
  'GET /api/league/:league/games/:season/:week/:game/',
  'GET /api/league/:league/games/:season/:week/:game/timeline/',
  'GET /api/league/:league/teams/:team/',
  'GET /api/league/:league/players/:player/',
  'GET /api/league/:league/transactions/',
  'GET /api/league/:league/rules/',
  'GET /api/league/:league/dues/',
  'GET /api/league/:league/trades/:season/:trade/',
  'GET /api/league/:league/history/',
  'GET /api/league/:league/history/pairs/',
  'GET /api/league/:league/owners/:owner/',
  'GET /api/league/:league/owner-compare/',
  'GET /api/league/:league/bets/',
  'GET /api/league/:league/bets/history/',
  'GET /api/league/:league/bets/ledger/',
  'GET /api/league/:league/mentionables/',
  'GET /api/league/:league/social/feed/',
  'GET /api/league/:league/social/items/:id/',
  'GET /api/league/:league/social/posts/:id/comments/',
  'GET /api/league/:league/social/items/:id/comments/',
  'GET /api/league/:league/trades/:season/:trade/comments/',
  'GET /api/player-news/',
] as const satisfies readonly OperationKey[]

const CACHED_PATHS = [
  ...CACHED_OPERATIONS.map((key) => new RegExp(`^${key.slice('GET '.length).replace(/:[a-z]+/g, '[^/]+')}$`)),
  // All insights, but not their files.
  /^\/api\/league\/[^/]+\/insights\/(?!.*(?:image|export)\/$)/,
]

export function isCachedPath(path: string): boolean {
  return CACHED_PATHS.some((pattern) => pattern.test(path))
}

export const CACHED_AT_HEADER: CachedAtHeader = 'x-from-cache-at'

/** The prefix of cache names; the rest is the username. */
const CACHE_PREFIX = 'answers of '

/** Enough for a few seasons of a few leagues. The oldest responses are evicted first. */
const MAX_RESPONSES = 200
/** They are larger, and what they show is also in the responses. */
const MAX_PAGES = 10
/** The lifetime of a session, so that cached data does not outlive the access to it. */
const MAX_AGE_MS = 14 * 24 * 60 * 60 * 1000

/** With a cached response, a slower server counts as unreachable. */
const NETWORK_TIMEOUT_SECONDS = 3
/** The statuses of a proxy or a server that cannot answer at the moment. */
const UNAVAILABLE_STATUSES = [502, 503]

/** The part of ExtendableEvent that is used, which is not in the DOM library. */
export type LifetimeEvent = { waitUntil: (work: Promise<unknown>) => void }

/** Caches the latest responses of the current user. Only one user's cache exists at a time. */
export function createResponseCache() {
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
    const cachedAt = { [CACHED_AT_HEADER]: new Date().toISOString() }
    const entry = isPage(url)
      ? new Response(markAsStored(body), { headers: { ...headersOf(response), ...cachedAt } })
      : new Response(body, { headers: { 'content-type': 'application/json', ...cachedAt } })
    await cache.put(url, entry)
    await evictOldest(cache)
  }

  return {
    /**
     * Fetches from the server. Returns the cached response, if there is one, when the server cannot be reached,
     * is unavailable or takes longer than three seconds.
     */
    async networkFirst(request: Request, event: LifetimeEvent): Promise<Response> {
      const requestGeneration = generation
      let failure: { response?: Response; error?: Error } = {}
      const strategy = new NetworkFirst({
        cacheName: (await listCacheNames())[0] ?? CACHE_PREFIX,
        networkTimeoutSeconds: NETWORK_TIMEOUT_SECONDS,
        plugins: [
          {
            async fetchDidSucceed({ response }) {
              if (!UNAVAILABLE_STATUSES.includes(response.status)) return response
              failure = { response }
              throw new Error('the server is unavailable')
            },
            async fetchDidFail({ error }) {
              failure = { error, ...failure }
            },
            async cacheWillUpdate({ response }) {
              if (response.ok) await enqueue(() => save(request.url, response, requestGeneration))
              // Saved above rather than by the strategy, which doesn't wait for a clear.
              return null
            },
            async cachedResponseWillBeUsed({ cachedResponse }) {
              return cachedResponse !== undefined && isRecent(cachedResponse) ? cachedResponse : undefined
            },
            async handlerDidError({ error }) {
              if (failure.response === undefined) throw failure.error ?? error
              return failure.response
            },
          },
        ],
      })
      const [response, done] = strategy.handleAll({ request, event })
      // Fails when the response does.
      done.catch(() => undefined)
      return await response
    },

    /** Returns a function that saves the response to a request that is sent now, unless the cache is cleared first. */
    startSaving(): (url: string, response: Response) => Promise<void> {
      const requestGeneration = generation
      return (url, response) => enqueue(() => save(url, response, requestGeneration))
    },

    /** The response that was saved last; undefined if there is none, or it is too old. */
    async find(url: string): Promise<Response | undefined> {
      const [cacheName] = await listCacheNames()
      if (cacheName === undefined) return undefined
      const response = await caches.match(url, { cacheName, ignoreVary: true })
      return response !== undefined && isRecent(response) ? response : undefined
    },

    /** Deletes the pages of an earlier version of the app. */
    async deletePages(): Promise<void> {
      await enqueue(async () => {
        for (const name of await listCacheNames()) {
          const cache = await caches.open(name)
          const pages = (await cache.keys()).filter(({ url }) => isPage(url))
          await Promise.all(pages.map((page) => cache.delete(page)))
        }
      })
    },

    /** Deletes all cached responses, and does not save responses that are still pending. */
    clear(): Promise<void> {
      generation += 1
      return enqueue(() => deleteOtherCaches(null))
    },
  }
}

/** Returns an empty list when storage is blocked. */
async function listCacheNames(): Promise<string[]> {
  const names = await caches.keys().catch(() => [])
  return names.filter((name) => name.startsWith(CACHE_PREFIX))
}

/** Returns the cache name of the user in a whoami response; null when no user is signed in. */
function cacheNameFor(whoamiBody: string): string | null {
  const { username } = JSON.parse(whoamiBody) as { username: string | null }
  return username === null ? null : `${CACHE_PREFIX}${username}`
}

function isRecent({ headers }: Response): boolean {
  return Date.now() - Date.parse(headers.get(CACHED_AT_HEADER) ?? '') < MAX_AGE_MS
}

function isPage(url: string): boolean {
  return !new URL(url).pathname.startsWith('/api/')
}

/** A page needs its security headers. Its body is stored as text. */
function headersOf({ headers }: Response): Record<string, string> {
  return Object.fromEntries([...headers].filter(([name]) => !BODY_HEADERS.has(name)))
}

const BODY_HEADERS = new Set(['content-encoding', 'content-length'])

/** Lets the app know that the data of the page may be old. */
function markAsStored(page: string): string {
  const id: `id="${typeof PAGE_DATA_ID}"` = 'id="page-data"'
  return page.replace(id, `${id} data-stored`)
}

/** Evicts the oldest responses beyond the limits. `cache.keys()` lists them in insertion order. */
async function evictOldest(cache: Cache): Promise<void> {
  const requests = (await cache.keys()).filter(({ url }) => new URL(url).pathname !== WHOAMI_PATH)
  const pages = requests.filter(({ url }) => isPage(url))
  const others = requests.filter(({ url }) => !isPage(url))
  const excess = [...pages.slice(0, -MAX_PAGES), ...others.slice(0, 1 - MAX_RESPONSES)]
  await Promise.all(excess.map((request) => cache.delete(request)))
}

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
