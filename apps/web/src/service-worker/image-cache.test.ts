import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { clearImages, imageStrategy, isImagePath } from './caches.ts'

// Read by Workbox when it is imported.
vi.hoisted(() => Object.assign(globalThis, { __WB_DISABLE_DEV_LOGS: true }))

const SITE = 'https://league.example'

/** The service worker's event that Workbox expects. */
class FakeEvent {
  readonly pendingWork: Promise<unknown>[] = []
  waitUntil(work: Promise<unknown>): void {
    this.pendingWork.push(work)
  }
}

let stored: Map<string, Response>
let isOnline: boolean
beforeEach(() => {
  stored = new Map()
  isOnline = true
  const match = async ({ url }: Request) => stored.get(url)?.clone()
  const cache = {
    match,
    keys: async () => [...stored.keys()].map((url) => new Request(url)),
    delete: async ({ url }: Request) => stored.delete(url),
    put: async ({ url }: Request, response: Response) => void stored.set(url, response),
  }
  const caches = {
    open: async () => cache,
    match,
    delete: async () => {
      stored.clear()
      return true
    },
  }
  vi.stubGlobal('self', { caches, __WB_DISABLE_DEV_LOGS: true })
  vi.stubGlobal('caches', caches)
  vi.stubGlobal('location', new URL(SITE))
  vi.stubGlobal('ExtendableEvent', FakeEvent)
  vi.stubGlobal('FetchEvent', FakeEvent)
  vi.stubGlobal('fetch', async ({ url }: Request) => {
    if (!isOnline) throw new TypeError('Failed to fetch')
    return url.includes('missing') ? new Response('', { status: 404 }) : new Response('picture')
  })
})
afterEach(() => vi.unstubAllGlobals())

async function load(name: string): Promise<string> {
  const event = new FakeEvent()
  const request = new Request(`${SITE}/api/images/signature/${name}/`)
  const [response, done] = imageStrategy.handleAll({ request, event: event as never })
  const text = await (await response).text()
  await done.catch(() => undefined)
  return text
}

it('shows a picture offline that was shown before', async () => {
  expect(await load('logo')).toBe('picture')
  isOnline = false
  expect(await load('logo')).toBe('picture')
})

it('does not keep a missing picture', async () => {
  await load('missing')
  expect(stored.size).toBe(0)
})

it('keeps at most 400 pictures, the newest ones', async () => {
  for (let index = 0; index <= 400; index += 1) await load(`logo-${index}`)
  expect(stored.size).toBe(400)
  expect([...stored.keys()][0]).toContain('logo-1/')
})

it('deletes all pictures', async () => {
  await load('logo')
  await clearImages()
  expect(stored.size).toBe(0)
})

it.each([
  ['/api/images/signature/picture/', true],
  ['/api/league/Sunday/owners/Rosa/picture/', false],
])('recognizes whether %s is a picture of the proxy', (path, expected) => {
  expect(isImagePath(path)).toBe(expected)
})
