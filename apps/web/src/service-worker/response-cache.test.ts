import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { CACHED_AT_HEADER, createResponseCache, isCachedPath } from './caches.ts'
import { FakeEvent, stubWorker } from './worker-fixture.ts'

// Read by Workbox when it is imported.
vi.hoisted(() => Object.assign(globalThis, { __WB_DISABLE_DEV_LOGS: true }))

const SITE = 'https://league.example'
const STANDINGS = `${SITE}/api/league/Fumblers/standings/`
const WHOAMI = `${SITE}/api/whoami/`
const DAY_MS = 24 * 60 * 60 * 1000

/** A worker whose server has these responses by URL. Requests for other URLs fail as if offline. */
function createTestWorker(server: Record<string, unknown>) {
  const stores = stubWorker(async (url) => {
    const response = await server[url]
    if (response === undefined || response instanceof Response) return response?.clone()
    return Response.json(response, { headers: { vary: 'Cookie' } })
  })
  const responseCache = createResponseCache()
  return {
    stores,
    clear: () => responseCache.clear(),
    /** Sends a request and waits until its response is cached. */
    async request(url: string): Promise<Response> {
      const event = new FakeEvent()
      const response = await responseCache.networkFirst(new Request(url), event)
      await event.done()
      return response
    },
    /** Sends a request and does not wait for the server when the response comes from the cache. */
    requestOnly: (url: string) => responseCache.networkFirst(new Request(url), new FakeEvent()),
  }
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-22T18:05:00Z') })
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('returns the cached response with its age when the network fails', async () => {
  const server: Record<string, unknown> = { [WHOAMI]: { username: 'dario' }, [STANDINGS]: { standings: [1] } }
  const worker = createTestWorker(server)
  await worker.request(WHOAMI)
  expect((await worker.request(STANDINGS)).headers.get(CACHED_AT_HEADER)).toBe(null)
  delete server[STANDINGS]
  vi.setSystemTime(Date.now() + DAY_MS)

  const cached = await worker.request(STANDINGS)
  expect([await cached.json(), cached.headers.get(CACHED_AT_HEADER)]).toEqual([
    { standings: [1] },
    '2026-11-22T18:05:00.000Z',
  ])
  await expect(worker.request(`${STANDINGS}?season=2025`)).rejects.toThrow('Failed to fetch')
  vi.setSystemTime(Date.now() + 14 * DAY_MS)
  await expect(worker.request(STANDINGS)).rejects.toThrow('Failed to fetch')
})

it('returns the cached response when the server takes longer than three seconds, then caches the late one', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  let respond: (body: unknown) => void = () => {}
  const server: Record<string, unknown> = { [WHOAMI]: { username: 'dario' }, [STANDINGS]: { standings: [1] } }
  const worker = createTestWorker(server)
  await Promise.all([worker.request(WHOAMI), vi.runAllTimersAsync()])
  await Promise.all([worker.request(STANDINGS), vi.runAllTimersAsync()])
  server[STANDINGS] = new Promise((resolve) => {
    respond = resolve
  })
  const pending = worker.requestOnly(STANDINGS)
  let isSettled = false
  void pending.finally(() => {
    isSettled = true
  })
  await vi.advanceTimersByTimeAsync(2999)
  expect(isSettled).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  const cached = await pending
  expect(cached.headers.has(CACHED_AT_HEADER)).toBe(true)
  expect(await cached.json()).toEqual({ standings: [1] })

  respond({ standings: [2] })
  await vi.runAllTimersAsync()
  expect(await worker.stores.get('answers of dario')?.get(STANDINGS)?.json()).toEqual({ standings: [2] })
})

it('waits for a slow server when nothing is cached', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  let respond: (body: unknown) => void = () => {}
  const worker = createTestWorker({
    [STANDINGS]: new Promise((resolve) => {
      respond = resolve
    }),
  })
  const pending = worker.requestOnly(STANDINGS)
  await vi.advanceTimersByTimeAsync(60_000)
  respond({ standings: [1] })
  expect(await (await pending).json()).toEqual({ standings: [1] })
})

it.each([502, 503])(
  'returns the cached response, if there is one, when the server responds with %d',
  async (status) => {
    const server: Record<string, unknown> = {
      [WHOAMI]: { username: 'dario' },
      [STANDINGS]: { standings: [1] },
    }
    const worker = createTestWorker(server)
    await worker.request(WHOAMI)
    await worker.request(STANDINGS)
    server[STANDINGS] = new Response('Bad gateway', { status })
    const cached = await worker.request(STANDINGS)
    expect([cached.status, await cached.json()]).toEqual([200, { standings: [1] }])
    expect(cached.headers.has(CACHED_AT_HEADER)).toBe(true)

    server[`${STANDINGS}?season=2025`] = server[STANDINGS]
    const response = await worker.requestOnly(`${STANDINGS}?season=2025`)
    expect([response.status, await response.text()]).toEqual([status, 'Bad gateway'])
  },
)

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
  ['/api/league/Fumblers/mentionables/', true],
  ['/api/league/Fumblers/insights/race/history/', true],
  ['/api/league/Fumblers/insights/race/image/', false],
  ['/api/league/Fumblers/insights/keepers/export/', false],
  ['/api/league/Fumblers/social/media/7/file', false],
  ['/api/league/Fumblers/standings/more/', false],
])('caches %s: %s', (path, isCached) => {
  expect(isCachedPath(path)).toBe(isCached)
})
