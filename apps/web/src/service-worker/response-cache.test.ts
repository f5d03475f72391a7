import { expect, it } from 'vitest'
import { isCachedPath } from './cached-operations.ts'
import { CACHED_AT_HEADER, createResponseCache } from './response-cache.ts'

const SITE = 'https://league.example'
const STANDINGS = `${SITE}/api/league/Fumblers/standings/`
const WHOAMI = `${SITE}/api/whoami/`
const DAY_MS = 24 * 60 * 60 * 1000

/** In-memory caches whose entries keep their insertion order. */
function fakeCaches() {
  const stores = new Map<string, Map<string, Response>>()
  const open = async (name: string) => {
    const store = stores.get(name) ?? new Map<string, Response>()
    stores.set(name, store)
    return {
      match: async (url: string) => store.get(url)?.clone(),
      keys: async () => [...store.keys()].map((url) => new Request(url)),
      delete: async ({ url }: Request) => store.delete(url),
      put: async (url: string, response: Response) => {
        store.delete(url)
        store.set(url, response)
      },
    } as unknown as Cache
  }
  const caches = {
    open,
    keys: async () => [...stores.keys()],
    delete: async (name: string) => stores.delete(name),
  }
  return { caches, stores }
}

/** A worker whose server has these responses by URL. Requests for other URLs fail as if offline. */
function createTestWorker(server: Record<string, unknown>) {
  const { caches, stores } = fakeCaches()
  let now = Date.parse('2026-11-22T18:05:00Z')
  const responseCache = createResponseCache({
    caches,
    now: () => now,
    fetch: async ({ url }) => {
      const response = await server[url]
      if (response === undefined) throw new TypeError('Failed to fetch')
      return response instanceof Response
        ? response
        : Response.json(response, { headers: { vary: 'Cookie' } })
    },
  })
  return {
    stores,
    clear: () => responseCache.clear(),
    advanceTime: (ms: number) => {
      now += ms
    },
    /** Sends a request and waits until its response is cached. */
    async request(url: string): Promise<Response> {
      const pendingWork: Promise<void>[] = []
      const response = await responseCache.networkFirst(new Request(url), (work) => pendingWork.push(work))
      await Promise.all(pendingWork)
      return response
    },
  }
}

it('returns the cached response with its age when the network fails', async () => {
  const server: Record<string, unknown> = { [WHOAMI]: { username: 'dario' }, [STANDINGS]: { standings: [1] } }
  const worker = createTestWorker(server)
  await worker.request(WHOAMI)
  expect((await worker.request(STANDINGS)).headers.get(CACHED_AT_HEADER)).toBe(null)
  delete server[STANDINGS]
  worker.advanceTime(DAY_MS)

  const cached = await worker.request(STANDINGS)
  expect([await cached.json(), cached.headers.get(CACHED_AT_HEADER)]).toEqual([
    { standings: [1] },
    '2026-11-22T18:05:00.000Z',
  ])
  await expect(worker.request(`${STANDINGS}?season=2025`)).rejects.toThrow('Failed to fetch')
  worker.advanceTime(14 * DAY_MS)
  await expect(worker.request(STANDINGS)).rejects.toThrow('Failed to fetch')
})

it('caches only successful responses of the current user and deletes them when the user changes', async () => {
  const server: Record<string, unknown> = { [WHOAMI]: { username: null }, [STANDINGS]: { standings: [] } }
  const worker = createTestWorker(server)
  await worker.request(WHOAMI)
  await worker.request(STANDINGS)
  expect([...worker.stores.keys()]).toEqual([])

  server[WHOAMI] = { username: 'dario' }
  await worker.request(WHOAMI)
  await worker.request(STANDINGS)
  server[STANDINGS] = new Response('{}', { status: 403 })
  await worker.request(STANDINGS)
  expect([...(worker.stores.get('answers of dario')?.keys() ?? [])]).toEqual([WHOAMI, STANDINGS])

  server[WHOAMI] = { username: 'ines' }
  await worker.request(WHOAMI)
  expect([...worker.stores.keys()]).toEqual(['answers of ines'])
  server[WHOAMI] = { username: null }
  await worker.request(WHOAMI)
  expect([...worker.stores.keys()]).toEqual([])
})

it('does not cache a response that was pending when the user signed out', async () => {
  let respond: (body: unknown) => void = () => {}
  const server: Record<string, unknown> = {
    [WHOAMI]: { username: 'dario' },
    [STANDINGS]: new Promise((resolve) => {
      respond = resolve
    }),
  }
  const worker = createTestWorker(server)
  await worker.request(WHOAMI)
  const pendingStandings = worker.request(STANDINGS)
  const pendingWhoami = worker.request(WHOAMI)
  await worker.clear()
  respond({ standings: [1] })
  await Promise.all([pendingStandings, pendingWhoami])
  expect([...worker.stores.keys()]).toEqual([])
})

it('keeps the 200 most recent responses, including whoami', async () => {
  const urls = Array.from(
    { length: 230 },
    (_, week) => `${SITE}/api/league/Fumblers/scoreboard/?week=${week}`,
  )
  const worker = createTestWorker({
    [WHOAMI]: { username: 'dario' },
    ...Object.fromEntries(urls.map((url) => [url, {}])),
  })
  await worker.request(WHOAMI)
  for (const url of urls) await worker.request(url)
  expect([...(worker.stores.get('answers of dario')?.keys() ?? [])]).toEqual([WHOAMI, ...urls.slice(-199)])
})

it.each([
  ['/api/whoami/', true],
  ['/api/league/H%C3%A4fen%20%26%20S%C3%B6hne/standings/', true],
  ['/api/league/Fumblers/social/posts/12/comments/', true],
  ['/api/csrf/', false],
  ['/api/users/', false],
  ['/api/audit/', false],
  ['/api/account/sessions/', false],
  ['/api/league/Fumblers/members/', false],
  ['/api/league/Fumblers/export/', false],
  ['/api/league/Fumblers/events/', false],
  ['/api/league/Fumblers/social/media/7/file', false],
  ['/api/league/Fumblers/standings/more/', false],
])('caches %s: %s', (path, isCached) => {
  expect(isCachedPath(path)).toBe(isCached)
})
