import { setTimeout as sleep } from 'node:timers/promises'

/** A scheduled refresh of the league ends within seconds. */
const JOB_TIMEOUT_MS = 30_000
const JOB_POLL_MS = 250

export type DemoSite = {
  clients: Readonly<Record<DemoUsername, SiteClient>>
  /** The API path of the league, without a trailing slash. */
  leaguePath: string
  clock: SiteClock
  /** The newest one. */
  season: number
}

/** The clock of the site. Set to the time of each action while seeding, and reset afterwards. */
export interface SiteClock {
  now(): Date
  set(at: Date): Promise<void>
  reset(): Promise<void>
}

export interface SiteClient {
  signIn(username: string, password: string): Promise<boolean>
  /**
   * Returns the response body. Like `post` and `upload`, throws if the request fails, and waits up to half a minute for
   * a job of the league that is in the way.
   */
  get(path: string): Promise<unknown>
  post(path: string, body: object): Promise<unknown>
  upload(path: string, field: string, fileName: string, content: Uint8Array<ArrayBuffer>): Promise<unknown>
}

/** `baseUrl` has no trailing slash. */
export function createSiteClient(baseUrl: string): SiteClient {
  const cookies = new Map<string, string>()

  async function send(method: 'GET' | 'POST', path: string, body?: string | FormData): Promise<Response> {
    const response = await fetch(`${baseUrl}${path}`, {
      method,
      headers: {
        cookie: [...cookies].map((pair) => pair.join('=')).join('; '),
        'x-csrftoken': decodeURIComponent(cookies.get('csrftoken') ?? ''),
        ...(typeof body === 'string' ? { 'content-type': 'application/json' } : {}),
      },
      ...(body === undefined ? {} : { body }),
    })
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      cookies.set(name, value)
    }
    return response
  }

  async function sendOrThrow(
    method: 'GET' | 'POST',
    path: string,
    body?: string | FormData,
  ): Promise<unknown> {
    if (method === 'POST' && !cookies.has('csrftoken')) await send('GET', '/api/csrf/')
    const deadline = Date.now() + JOB_TIMEOUT_MS
    for (;;) {
      const response = await send(method, path, body)
      if (response.ok) return response.json()
      const text = await response.text()
      const isLeagueBusy = response.status === 409 && text.includes('"job_running"')
      if (!isLeagueBusy || Date.now() > deadline)
        throw new Error(`${path} returned ${response.status}: ${text}`)
      await sleep(JOB_POLL_MS)
    }
  }

  return {
    async signIn(username, password) {
      await send('GET', '/api/csrf/')
      return (await send('POST', '/api/login/', JSON.stringify({ username, password }))).ok
    },
    get: (path) => sendOrThrow('GET', path),
    post: (path, body) => sendOrThrow('POST', path, JSON.stringify(body)),
    upload(path, field, fileName, content) {
      const form = new FormData()
      form.append(field, new Blob([content]), fileName)
      return sendOrThrow('POST', path, form)
    },
  }
}

export const DEMO_PASSWORD = 'touchdown-at-noon'

export const DEMO_USERS = [
  { username: 'greta', firstName: 'Greta', lastName: 'Lund', description: 'commissioner and site admin' },
  { username: 'ada', firstName: 'Ada', lastName: 'Quill', description: 'player' },
  { username: 'hugo', firstName: 'Hugo', lastName: 'Barley', description: 'player' },
  { username: 'dov', firstName: 'Dov', lastName: 'Pepperell', description: 'player' },
  {
    username: 'ines',
    firstName: 'Ines',
    lastName: 'Carrow',
    description: 'player, co-owns a team with Milo Carrow',
  },
  { username: 'nell', firstName: 'Nell', lastName: 'Ferris', description: 'viewer, no team' },
  { username: 'petra', firstName: 'Petra', lastName: 'Voss', description: 'former member, asking to rejoin' },
] as const

export type DemoUser = (typeof DEMO_USERS)[number]
export type DemoUsername = DemoUser['username']

/** The posts of the demo mention results of the league that this seed generates, so they belong together. */
export const DEMO_SEED = 1930

export const DEMO_PAST_SEASONS = 14

/** The league has been at ESPN since then. Before, it was at Sleeper, and in its first seasons at NFL.com. */
export const FIRST_ESPN_SEASON = 2021
