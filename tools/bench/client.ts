import { setTimeout as sleep } from 'node:timers/promises'

export type ClientResponse = { status: number; headers: Headers; body: any; ms: number }

/** The connection was lost, or the request timed out. */
export type NoResponse = { status: 0; body?: undefined; isTimeout: boolean; ms: number }

export type Client = {
  name: string
  request: (method: 'GET' | 'POST' | 'DELETE', path: string, body?: unknown) => Promise<any>
  get: (path: string) => Promise<any>
  post: (path: string, body: unknown) => Promise<any>
  cookie: () => string
  /** Needs a CSRF token, which the first write requests. */
  writeHeaders: () => Record<string, string>
  withAddress: (address: string) => Client
}

/** Longer than the limits of the requests count, which are a minute. */
const MAX_LIMIT_WAIT_MS = 90_000

/** Longer than the server's own timeouts: ten seconds for its database, thirty for its object storage. */
const REQUEST_TIMEOUT_MS = 40_000

/**
 * Has its own cookies, and sends the CSRF token. `request` never throws: it returns a `ClientResponse` or a
 * `NoResponse`. `get` and `post` return the body, and throw if there is no response or an error. When the requests of a
 * minute are used up, they wait as the server says.
 */
export function createClient(
  address: string,
  name: string,
  cookies: Map<string, string> = new Map(),
): Client {
  const cookie = () => [...cookies].map((pair) => pair.join('=')).join('; ')
  const writeHeaders = () => ({
    cookie: cookie(),
    'content-type': 'application/json',
    'x-csrftoken': decodeURIComponent(cookies.get('csrftoken') ?? ''),
  })

  async function send(method: string, path: string, body?: unknown): Promise<ClientResponse | NoResponse> {
    const started = performance.now()
    const { 'content-type': contentType, ...headers } = writeHeaders()
    const isForm = body instanceof FormData
    try {
      const response = await fetch(`${address}${path}`, {
        method,
        headers: {
          ...headers,
          ...(body === undefined || isForm ? {} : { 'content-type': contentType }),
        },
        ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
        redirect: 'manual',
        signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
      })
      const clientResponse = await readResponse(response)
      for (const line of response.headers.getSetCookie()) {
        const [, key = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
        cookies.set(key, value)
      }
      return { ...clientResponse, ms: performance.now() - started }
    } catch (error) {
      const isTimeout = error instanceof Error && error.name === 'TimeoutError'
      return { status: 0, isTimeout, ms: performance.now() - started }
    }
  }

  async function request(method: 'GET' | 'POST' | 'DELETE', path: string, body?: unknown): Promise<any> {
    if (method !== 'GET' && !cookies.has('csrftoken')) {
      const token = await send('GET', '/api/csrf/')
      if (token.status !== 200) return token
    }
    return send(method, path, body)
  }

  async function requestOrThrow(method: 'GET' | 'POST', path: string, body?: unknown) {
    const started = performance.now()
    let response: ClientResponse | NoResponse = await request(method, path, body)
    while (response.status === 429 && performance.now() - started < MAX_LIMIT_WAIT_MS) {
      const waitMs = Number(response.headers.get('retry-after')) * 1000
      await sleep(waitMs)
      response = await request(method, path, body)
    }
    if (response.status === 0 || response.status >= 400) {
      throw new Error(
        `${name}: ${method} ${path} returned ${response.status} after ${Math.round(response.ms)} ms: ${JSON.stringify(response.body)}`,
      )
    }
    return response.body
  }

  return {
    name,
    request,
    get: (path) => requestOrThrow('GET', path),
    post: (path, body) => requestOrThrow('POST', path, body),
    cookie,
    writeHeaders,
    withAddress: (otherAddress) => createClient(otherAddress, name, cookies),
  }
}

async function readResponse(response: Response) {
  const isJson = response.headers.get('content-type')?.includes('json') ?? false
  const bytes = Buffer.from(await response.arrayBuffer())
  const body = isJson ? JSON.parse(bytes.toString('utf8')) : bytes
  return { status: response.status, headers: response.headers, body }
}
