import { setTimeout as sleep } from 'node:timers/promises'
import type { DemoUsername } from './demo-users.ts'

/** A scheduled refresh of the league ends within seconds. */
const JOB_TIMEOUT_MS = 30_000
const JOB_POLL_MS = 250

export type DemoSite = {
  clients: Readonly<Record<DemoUsername, SiteClient>>
  /** The API path of the league, without a trailing slash. */
  leaguePath: string
  clock: SiteClock
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
