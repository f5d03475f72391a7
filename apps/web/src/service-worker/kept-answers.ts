import { WHO_PATH } from './kept-calls.ts'

/** Stands in the name of the store of somebody's answers. */
export const STORE_PREFIX = 'answers of '
/** An answer that is not of now says with this header when it was given, as an ISO instant. */
export const KEPT_AT = 'x-from-cache-at'

/** Enough for some seasons of some leagues; the one that was read longest ago goes first. */
const MOST_ANSWERS = 200
/** As long as a session lasts: nobody reads here what the server would no longer show. */
const LONGEST_MS = 14 * 24 * 60 * 60 * 1000

/** What keeping answers needs from the browser. */
export type World = {
  caches: Pick<CacheStorage, 'keys' | 'open' | 'delete'>
  fetch: (request: Request) => Promise<Response>
  now: () => number
}

/** The last answers of one person, in a store of their own that nobody else's stands beside. */
export function keptAnswers({ caches, fetch, now }: World) {
  /** Another after each forgetting: what was asked before is not kept after. */
  let era = 0
  let last: Promise<unknown> = Promise.resolve()

  /** One after the other, so that nothing is kept while all is forgotten. */
  function inTurn(act: () => Promise<void>): Promise<void> {
    const done = last.then(act)
    // A full or blocked storage only means that nothing is kept.
    last = done.catch(() => undefined)
    return done.catch(() => undefined)
  }

  async function stores(): Promise<string[]> {
    return (await caches.keys()).filter((name) => name.startsWith(STORE_PREFIX))
  }

  async function forgetBut(own: string | null): Promise<void> {
    const others = (await stores()).filter((name) => name !== own)
    if (others.length > 0) era += 1
    await Promise.all(others.map((name) => caches.delete(name)))
  }

  async function keep(url: string, response: Response, asked: number): Promise<void> {
    const body = await response.text()
    const isWho = new URL(url).pathname === WHO_PATH
    if (asked !== era) return
    if (isWho) await forgetBut(storeOf(body))
    const name = isWho ? storeOf(body) : (await stores())[0]
    // Nobody is known to be signed in.
    if (name === undefined || name === null) return
    const store = await caches.open(name)
    const headers = { 'content-type': 'application/json', [KEPT_AT]: new Date(now()).toISOString() }
    await store.put(url, new Response(body, { headers }))
    await trim(store)
  }

  async function find(url: string): Promise<Response | undefined> {
    const [name] = await stores()
    if (name === undefined) return undefined
    const kept = await (await caches.open(name)).match(url)
    const keptAt = Date.parse(kept?.headers.get(KEPT_AT) ?? '')
    return now() - keptAt < LONGEST_MS ? kept : undefined
  }

  return {
    /** What the server answers, else what it answered last. `extend` keeps the worker alive meanwhile. */
    async answer(request: Request, extend: (work: Promise<void>) => void): Promise<Response> {
      const asked = era
      let response: Response
      try {
        response = await fetch(request)
      } catch (cause) {
        const kept = await find(request.url)
        if (kept === undefined) throw cause
        return kept
      }
      if (response.ok) {
        const copy = response.clone()
        extend(inTurn(() => keep(request.url, copy, asked)))
      }
      return response
    },

    /** Drops all that was kept, and what is being read for it. */
    forget(): Promise<void> {
      era += 1
      return inTurn(() => forgetBut(null))
    },
  }
}

/** The store of the person whom an answer names; null for nobody. */
function storeOf(who: string): string | null {
  const { username } = JSON.parse(who) as { username: string | null }
  return username === null ? null : `${STORE_PREFIX}${username}`
}

/** A store lists first what was put longest ago. */
async function trim(store: Cache): Promise<void> {
  const requests = await store.keys()
  const rest = requests.filter(({ url }) => new URL(url).pathname !== WHO_PATH)
  const tooMany = rest.slice(0, Math.max(0, requests.length - MOST_ANSWERS))
  await Promise.all(tooMany.map((request) => store.delete(request)))
}
