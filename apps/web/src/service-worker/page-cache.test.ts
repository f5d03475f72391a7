import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createPageCache, createResponseCache } from './caches.ts'
import { FakeEvent, stubWorker } from './worker-fixture.ts'

// Read by Workbox when it is imported.
vi.hoisted(() => Object.assign(globalThis, { __WB_DISABLE_DEV_LOGS: true }))

const SITE = 'https://league.example'
const STANDINGS = `${SITE}/?league=Fumblers&tab=standings`
const POLICY = "default-src 'none'; style-src 'sha256-x'"

const page = (content: string, cacheControl = 'private, no-store') =>
  new Response(
    `<p>${content}</p><script type="application/json" id="page-data">{"paths":["/api/league/Fumblers/standings/","/api/account/tokens/"]}</script>`,
    {
      headers: {
        'cache-control': cacheControl,
        'content-security-policy': POLICY,
        'content-encoding': 'identity',
      },
    },
  )

/** A worker of a signed-in user. `server` has the pages by address; others cannot be fetched. */
async function createWorker(
  server: Record<string, Response | Promise<Response>>,
  { signedOut = false } = {},
) {
  stubWorker(async (url) =>
    url.endsWith('/api/whoami/') ? Response.json({ username: 'dario' }) : server[url],
  )
  vi.stubGlobal('cookieStore', { get: async () => (signedOut ? { name: 'signed_out' } : null) })
  const responses = createResponseCache()
  const event = new FakeEvent()
  await responses.networkFirst(new Request(`${SITE}/api/whoami/`), event)
  await event.done()
  const pages = createPageCache(responses, async () => new Response('plain'))
  return {
    responses,
    server,
    /** Opens an address, and waits until the page is stored. */
    async open(url: string, cache: RequestCache = 'default'): Promise<Response> {
      const opened = new FakeEvent()
      // A navigation, which cannot be constructed.
      const response = await pages.answer({ request: new Request(url, { cache }), event: opened })
      await opened.done()
      return response
    },
    async store(url: string): Promise<void> {
      const event = new FakeEvent()
      await pages.store(url, event)
      await event.done()
    },
  }
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-22T18:05:00Z') })
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('shows what was seen last at once, marked as stored and with its policy, and fetches the page for the next visit', async () => {
  const worker = await createWorker({ [STANDINGS]: page('Week 1') })
  const first = await (await worker.open(STANDINGS)).text()
  expect(first).toContain('Week 1')
  expect(first).not.toContain('data-stored')

  worker.server[STANDINGS] = page('Week 2')
  const second = await worker.open(STANDINGS)
  expect(second.headers.get('content-security-policy')).toBe(POLICY)
  expect(second.headers.has('content-encoding')).toBe(false)
  expect(await second.text()).toMatch(/Week 1.*id="page-data" data-stored>/)
  delete worker.server[STANDINGS]
  expect(await (await worker.open(STANDINGS)).text()).toContain('Week 2')
})

it('asks the server for a page that is reloaded, and shows what was seen last if it cannot answer', async () => {
  const worker = await createWorker({ [STANDINGS]: page('Week 1') })
  await worker.open(STANDINGS)
  worker.server[STANDINGS] = page('Week 2')
  expect(await (await worker.open(STANDINGS, 'no-cache')).text()).toContain('Week 2')
  delete worker.server[STANDINGS]
  expect(await (await worker.open(STANDINGS, 'no-cache')).text()).toContain('Week 2')
})

it('shows the plain page if nothing was seen there and the server does not answer', async () => {
  const worker = await createWorker({})
  expect(await (await worker.open(STANDINGS)).text()).toBe('plain')
  worker.server[STANDINGS] = new Response('Bad gateway', { status: 502 })
  expect(await (await worker.open(STANDINGS)).text()).toBe('plain')
})

it('stores the data of a page that comes from the server, but none that is not for offline use', async () => {
  const worker = await createWorker({
    [STANDINGS]: page('Week 1'),
    [`${SITE}/api/league/Fumblers/standings/`]: Response.json({ standings: [1] }),
    [`${SITE}/api/account/tokens/`]: Response.json({ tokens: [] }),
  })
  await worker.open(STANDINGS)
  const stored = await worker.responses.find(`${SITE}/api/league/Fumblers/standings/`)
  expect(await stored?.json()).toEqual({ standings: [1] })
  expect(await worker.responses.find(`${SITE}/api/account/tokens/`)).toBe(undefined)
})

it('shows the page of the first visit on the second one', async () => {
  const worker = await createWorker({ [STANDINGS]: page('Week 1'), [`${SITE}/join/code`]: page('Join') })
  await worker.store(`${STANDINGS}#code`)
  delete worker.server[STANDINGS]
  expect(await (await worker.open(STANDINGS)).text()).toContain('Week 1')
  await worker.store(STANDINGS)
  await worker.store(`${SITE}/join/code`)
  expect(await worker.responses.find(`${SITE}/join/code`)).toBe(undefined)
})

it('does not store a page without content', async () => {
  const worker = await createWorker({ [STANDINGS]: page('', 'no-cache') })
  await worker.open(STANDINGS)
  expect(await worker.responses.find(STANDINGS)).toBe(undefined)
})

it('stores the ten newest pages', async () => {
  const addresses = Array.from({ length: 11 }, (_, week) => `${STANDINGS}&week=${week}`)
  const worker = await createWorker(Object.fromEntries(addresses.map((url) => [url, page(url)])))
  for (const url of addresses) await worker.open(url)
  const stored = await Promise.all(addresses.map((url) => worker.responses.find(url)))
  expect(stored.map((each) => each !== undefined)).toEqual([false, ...Array.from({ length: 10 }, () => true)])
})

it('forgets the pages at sign-out, and those that are still pending', async () => {
  const worker = await createWorker({ [STANDINGS]: page('Week 1') })
  await worker.open(STANDINGS)
  let resolve: (response: Response) => void = () => undefined
  worker.server[STANDINGS] = new Promise((done) => {
    resolve = done
  })
  const late = worker.open(STANDINGS)
  await worker.responses.clear()
  resolve(page('Week 2'))
  await late
  expect(await worker.responses.find(STANDINGS)).toBe(undefined)
})

it('shows nothing that was seen before a sign-out of which the worker has not heard', async () => {
  const worker = await createWorker({ [STANDINGS]: page('Week 1') }, { signedOut: true })
  await worker.open(STANDINGS)
  delete worker.server[STANDINGS]
  expect(await (await worker.open(STANDINGS)).text()).toBe('plain')
  vi.stubGlobal('cookieStore', undefined)
  expect(await (await worker.open(STANDINGS)).text()).toBe('plain')
})

it('forgets the pages of an earlier version of the app, and no other response', async () => {
  const worker = await createWorker({ [STANDINGS]: page('Week 1') })
  await worker.open(STANDINGS)
  await worker.responses.deletePages()
  expect(await worker.responses.find(STANDINGS)).toBe(undefined)
  expect(await worker.responses.find(`${SITE}/api/whoami/`)).not.toBe(undefined)
})
