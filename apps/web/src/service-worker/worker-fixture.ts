import { vi } from 'vitest'

/** In-memory caches whose entries keep their insertion order. */
function fakeCaches() {
  const stores = new Map<string, Map<string, Response>>()
  const open = async (name: string) => {
    const store = stores.get(name) ?? new Map<string, Response>()
    stores.set(name, store)
    return {
      keys: async () => [...store.keys()].map((url) => new Request(url)),
      delete: async ({ url }: Request) => store.delete(url),
      put: async (url: string, response: Response) => {
        store.delete(url)
        store.set(url, response)
      },
    }
  }
  const caches = {
    open,
    keys: async () => [...stores.keys()],
    delete: async (name: string) => stores.delete(name),
    match: async (request: Request | string, { cacheName }: { cacheName: string }) =>
      stores
        .get(cacheName)
        ?.get(typeof request === 'string' ? request : request.url)
        ?.clone(),
  }
  return { caches, stores }
}

/** The service worker's event that Workbox expects. */
export class FakeEvent {
  private readonly pendingWork: Promise<unknown>[] = []
  waitUntil(work: Promise<unknown>): void {
    this.pendingWork.push(work)
  }
  /** Waits for all work, also for what it has started. */
  async done(): Promise<void> {
    for (const work of this.pendingWork) await work
  }
}

/**
 * Replaces the globals of a worker. `server` returns undefined for requests that fail as if offline.
 * @returns the responses by URL, by cache
 */
export function stubWorker(server: (url: string) => Promise<Response | undefined>) {
  const { caches, stores } = fakeCaches()
  vi.stubGlobal('self', { caches, __WB_DISABLE_DEV_LOGS: true })
  vi.stubGlobal('caches', caches)
  vi.stubGlobal('location', new URL('https://league.example'))
  vi.stubGlobal('ExtendableEvent', FakeEvent)
  vi.stubGlobal('FetchEvent', FakeEvent)
  vi.stubGlobal('fetch', async ({ url }: Request) => {
    const response = await server(url)
    if (response === undefined) throw new TypeError('Failed to fetch')
    return response
  })
  return stores
}
