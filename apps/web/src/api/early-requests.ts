import {
  FIRST_REQUESTS_KEY,
  type KeyValueStorage,
  readStorage,
  writeStorage,
} from '../storage/browser-storage.ts'

/** What the script in `index.html` has requested for the first screen, by path. */
type EarlyRequests = { screen: string; responses: Map<string, Promise<Response>> }

declare global {
  interface Window {
    earlyRequests?: EarlyRequests
  }
}

/** How long after its start the app remembers what it requests for the first screen. */
const FIRST_SCREEN_MS = 5000
const MAX_REQUESTS = 10
const MAX_SCREENS = 10

/**
 * The requests of the first screen of a visit. On the next visit to this screen, the document sends them while the app
 * is still loading, so that they neither wait for it nor for each other.
 */
interface FirstRequests {
  /** The response to a request that the document has sent; undefined if there is none. Each is returned once. */
  take(method: string, path: string): Promise<Response> | undefined
  /** Remembers the requests so far for the next visit. */
  finish(): void
}

export function firstRequests(early: EarlyRequests, storage: KeyValueStorage): FirstRequests {
  const paths = new Set<string>()
  let isFinished = false

  function end(): void {
    isFinished = true
    early.responses.clear()
  }

  return {
    take(method, path) {
      if (isFinished) return undefined
      if (method !== 'GET') {
        // What was read before a write may be outdated after it, or belong to another user.
        end()
        return undefined
      }
      paths.add(path)
      const response = early.responses.get(path)
      early.responses.delete(path)
      return response
    },

    finish() {
      if (isFinished) return
      end()
      const screens = readScreens(storage).filter(([screen]) => screen !== early.screen)
      const newest = [...screens, [early.screen, [...paths].slice(0, MAX_REQUESTS)]].slice(-MAX_SCREENS)
      writeStorage(storage, FIRST_REQUESTS_KEY, JSON.stringify(Object.fromEntries(newest)))
    },
  }
}

/** The paths by screen, those of the last visit at the end. */
function readScreens(storage: KeyValueStorage): [string, unknown][] {
  try {
    const stored: unknown = JSON.parse(readStorage(storage, FIRST_REQUESTS_KEY) ?? '{}')
    return Object.entries(stored ?? {})
  } catch (error) {
    if (error instanceof SyntaxError) return []
    throw error
  }
}

let current: FirstRequests | null = null

/** Uses what the document has requested, and remembers what the first screen requests. */
export function adoptEarlyRequests(): void {
  if (window.earlyRequests === undefined) return
  const requests = firstRequests(window.earlyRequests, localStorage)
  current = requests
  setTimeout(() => requests.finish(), FIRST_SCREEN_MS)
}

/** Returns the response to a request that was sent before the app started; undefined if there is none. */
export function takeEarlyResponse(method: string, path: string): Promise<Response> | undefined {
  return current?.take(method, path)
}
