import { expect, it } from 'vitest'
import { isCachedPath } from './cached-operations.ts'
import { CACHED_AT_HEADER, createResponseCache } from './response-cache.ts'

const SITE = 'https://league.example'
const STANDINGS = `${SITE}/api/league/Fumblers/standings/`
const WHOAMI = `${SITE}/api/whoami/`
const DAY_MS = 24 * 60 * 60 * 1000

/** Stores in memory, in the order in which their entries were put. */
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

/** A worker before a server that answers as `server` says; it is out of reach for what that does not know. */
function createTestWorker(server: Record<string, unknown>) {
  const { caches, stores } = fakeCaches()
  let now = Date.parse('2026-11-22T18:05:00Z')
  const kept = createResponseCache({
    caches,
    now: () => now,
    fetch: async ({ url }) => {
      const given = await server[url]
      if (given === undefined) throw new TypeError('Failed to fetch')
      return given instanceof Response ? given : Response.json(given, { headers: { vary: 'Cookie' } })
    },
  })
  return {
    stores,
    clear: () => kept.clear(),
    advanceTime: (ms: number) => {
      now += ms
    },
    /** Asks, and waits until the answer is kept. */
    async request(url: string): Promise<Response> {
      const work: Promise<void>[] = []
      const response = await kept.networkFirst(new Request(url), (each) => work.push(each))
      await Promise.all(work)
      return response
    },
  }
}

it('hands out the last answer when there is no network, and says of when it is', async () => {
  const server: Record<string, unknown> = { [WHOAMI]: { username: 'dario' }, [STANDINGS]: { standings: [1] } }
  const worker = createTestWorker(server)
  await worker.request(WHOAMI)
  expect((await worker.request(STANDINGS)).headers.get(CACHED_AT_HEADER)).toBe(null)
  delete server[STANDINGS]
  worker.advanceTime(DAY_MS)

  const kept = await worker.request(STANDINGS)
  expect([await kept.json(), kept.headers.get(CACHED_AT_HEADER)]).toEqual([
    { standings: [1] },
    '2026-11-22T18:05:00.000Z',
  ])
  await expect(worker.request(`${STANDINGS}?season=2025`)).rejects.toThrow('Failed to fetch')
  worker.advanceTime(14 * DAY_MS)
  await expect(worker.request(STANDINGS)).rejects.toThrow('Failed to fetch')
})

it('keeps nothing for nobody, nothing that was refused, and nothing of one person for another', async () => {
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

it('keeps no answer that was on its way when the person left', async () => {
  let arrive: (answer: unknown) => void = () => {}
  const server: Record<string, unknown> = {
    [WHOAMI]: { username: 'dario' },
    [STANDINGS]: new Promise((resolve) => {
      arrive = resolve
    }),
  }
  const worker = createTestWorker(server)
  await worker.request(WHOAMI)
  const late = worker.request(STANDINGS)
  const next = worker.request(WHOAMI)
  await worker.clear()
  arrive({ standings: [1] })
  await Promise.all([late, next])
  expect([...worker.stores.keys()]).toEqual([])
})

it('keeps the two hundred answers that were read last, and who it is', async () => {
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
])('keeps %s: %s', (path, kept) => {
  expect(isCachedPath(path)).toBe(kept)
})
