/**
 * @typedef {import('./request-stats.mjs').ClientResponse} ClientResponse
 * @typedef {import('./request-stats.mjs').NoResponse} NoResponse
 * @typedef {{ name: string, request: RequestFunction, requestOrThrow: RequestFunction, cookie: () => string, withAddress: (address: string) => Client }} Client
 * @typedef {(method: 'GET' | 'POST' | 'DELETE', path: string, body?: unknown) => Promise<any>} RequestFunction
 */

/** Nobody waits longer for an answer; the server gives up on its database after ten seconds, on a storage after thirty. */
const REQUEST_TIMEOUT_MS = 40_000

/**
 * Somebody with a browser: keeps cookies and sends the CSRF token. `ask` never throws and answers an Answer
 * or a NoAnswer; `sure` throws for whatever is no success, and answers the body.
 * @param {string} address
 * @param {string} name
 * @param {Map<string, string>} [cookies]
 * @returns {Client}
 */
export function createClient(address, name, cookies = new Map()) {
  const cookie = () => [...cookies].map((pair) => pair.join('=')).join('; ')

  /** @type {(method: string, path: string, body?: unknown) => Promise<ClientResponse | NoResponse>} */
  async function send(method, path, body) {
    const started = performance.now()
    const token = decodeURIComponent(cookies.get('csrftoken') ?? '')
    const isForm = body instanceof FormData
    try {
      const response = await fetch(`${address}${path}`, {
        method,
        headers: {
          cookie: cookie(),
          ...(method === 'GET' ? {} : { 'x-csrftoken': token }),
          ...(body === undefined || isForm ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
        redirect: 'manual',
        signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
      })
      const answer = await readResponse(response)
      for (const line of response.headers.getSetCookie()) {
        const [, key = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
        cookies.set(key, value)
      }
      return { ...answer, ms: performance.now() - started }
    } catch (error) {
      const isLate = error instanceof Error && error.name === 'TimeoutError'
      return { status: 0, isTimeout: isLate, ms: performance.now() - started }
    }
  }

  /** @type {RequestFunction} */
  async function request(method, path, body) {
    if (method !== 'GET' && !cookies.has('csrftoken')) {
      const token = await send('GET', '/api/csrf/')
      if (token.status !== 200) return token
    }
    return send(method, path, body)
  }

  return {
    name,
    request,
    cookie,
    withAddress: (other) => createClient(other, name, cookies),
    async requestOrThrow(method, path, body) {
      const answer = await request(method, path, body)
      if (answer.status === 0 || answer.status >= 400) {
        throw new Error(
          `${name}: ${method} ${path} answered ${answer.status} after ${Math.round(answer.ms)} ms: ${JSON.stringify(answer.body)}`,
        )
      }
      return answer.body
    },
  }
}

/** @param {Response} response */
async function readResponse(response) {
  const isJson = response.headers.get('content-type')?.includes('json') ?? false
  const bytes = Buffer.from(await response.arrayBuffer())
  const body = isJson ? JSON.parse(bytes.toString('utf8')) : bytes
  return { status: response.status, headers: response.headers, body }
}
