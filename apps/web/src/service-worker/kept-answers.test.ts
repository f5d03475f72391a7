import { expect, it } from 'vitest'
import { KEPT_AT, keptAnswers } from './kept-answers.ts'
import { isKept } from './kept-calls.ts'

const SITE = 'https://league.example'
const STANDINGS = `${SITE}/api/league/Fumblers/standings/`
const WHO = `${SITE}/api/whoami/`
const DAY_MS = 24 * 60 * 60 * 1000

/** Stores in memory, in the order in which their entries were put. */
function someCaches() {
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
function aWorker(server: Record<string, unknown>) {
  const { caches, stores } = someCaches()
  let now = Date.parse('2026-11-22T18:05:00Z')
  const kept = keptAnswers({
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
    forget: () => kept.forget(),
    pass: (ms: number) => {
      now += ms
    },
    /** Asks, and waits until the answer is kept. */
    async ask(url: string): Promise<Response> {
      const work: Promise<void>[] = []
      const response = await kept.answer(new Request(url), (each) => work.push(each))
      await Promise.all(work)
      return response
    },
  }
}

it('hands out the last answer when there is no network, and says of when it is', async () => {
  const server: Record<string, unknown> = { [WHO]: { username: 'dario' }, [STANDINGS]: { standings: [1] } }
  const worker = aWorker(server)
  await worker.ask(WHO)
  expect((await worker.ask(STANDINGS)).headers.get(KEPT_AT)).toBe(null)
  delete server[STANDINGS]
  worker.pass(DAY_MS)

  const kept = await worker.ask(STANDINGS)
  expect([await kept.json(), kept.headers.get(KEPT_AT)]).toEqual([
    { standings: [1] },
    '2026-11-22T18:05:00.000Z',
  ])
  await expect(worker.ask(`${STANDINGS}?season=2025`)).rejects.toThrow('Failed to fetch')
  worker.pass(14 * DAY_MS)
  await expect(worker.ask(STANDINGS)).rejects.toThrow('Failed to fetch')
})

it('keeps nothing for nobody, nothing that was refused, and nothing of one person for another', async () => {
  const server: Record<string, unknown> = { [WHO]: { username: null }, [STANDINGS]: { standings: [] } }
  const worker = aWorker(server)
  await worker.ask(WHO)
  await worker.ask(STANDINGS)
  expect([...worker.stores.keys()]).toEqual([])

  server[WHO] = { username: 'dario' }
  await worker.ask(WHO)
  await worker.ask(STANDINGS)
  server[STANDINGS] = new Response('{}', { status: 403 })
  await worker.ask(STANDINGS)
  expect([...(worker.stores.get('answers of dario')?.keys() ?? [])]).toEqual([WHO, STANDINGS])

  server[WHO] = { username: 'ines' }
  await worker.ask(WHO)
  expect([...worker.stores.keys()]).toEqual(['answers of ines'])
  server[WHO] = { username: null }
  await worker.ask(WHO)
  expect([...worker.stores.keys()]).toEqual([])
})

it('keeps no answer that was on its way when the person left', async () => {
  let arrive: (answer: unknown) => void = () => {}
  const server: Record<string, unknown> = {
    [WHO]: { username: 'dario' },
    [STANDINGS]: new Promise((resolve) => {
      arrive = resolve
    }),
  }
  const worker = aWorker(server)
  await worker.ask(WHO)
  const late = worker.ask(STANDINGS)
  const next = worker.ask(WHO)
  await worker.forget()
  arrive({ standings: [1] })
  await Promise.all([late, next])
  expect([...worker.stores.keys()]).toEqual([])
})

it('keeps the two hundred answers that were read last, and who it is', async () => {
  const urls = Array.from(
    { length: 230 },
    (_, week) => `${SITE}/api/league/Fumblers/scoreboard/?week=${week}`,
  )
  const worker = aWorker({
    [WHO]: { username: 'dario' },
    ...Object.fromEntries(urls.map((url) => [url, {}])),
  })
  await worker.ask(WHO)
  for (const url of urls) await worker.ask(url)
  expect([...(worker.stores.get('answers of dario')?.keys() ?? [])]).toEqual([WHO, ...urls.slice(-199)])
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
  expect(isKept(path)).toBe(kept)
})
