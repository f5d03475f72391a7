/**
 * @typedef {import('./count.mjs').Answer} Answer
 * @typedef {import('./count.mjs').NoAnswer} NoAnswer
 * @typedef {{ name: string, ask: Ask, sure: Ask, cookie: () => string, at: (address: string) => Person }} Person
 * @typedef {(method: 'GET' | 'POST' | 'DELETE', path: string, body?: unknown) => Promise<any>} Ask
 */

/** Nobody waits longer for an answer; the server gives up on its database after ten seconds, on a storage after thirty. */
const PATIENCE_MS = 40_000

/**
 * Somebody with a browser: keeps cookies and sends the CSRF token. `ask` never throws and answers an Answer
 * or a NoAnswer; `sure` throws for whatever is no success, and answers the body.
 * @param {string} address
 * @param {string} name
 * @param {Map<string, string>} [cookies]
 * @returns {Person}
 */
export function personAt(address, name, cookies = new Map()) {
  const cookie = () => [...cookies].map((pair) => pair.join('=')).join('; ')

  /** @type {(method: string, path: string, body?: unknown) => Promise<Answer | NoAnswer>} */
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
        signal: AbortSignal.timeout(PATIENCE_MS),
      })
      const answer = await read(response)
      for (const line of response.headers.getSetCookie()) {
        const [, key = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
        cookies.set(key, value)
      }
      return { ...answer, ms: performance.now() - started }
    } catch (error) {
      const isLate = error instanceof Error && error.name === 'TimeoutError'
      return { status: 0, isLate, ms: performance.now() - started }
    }
  }

  /** @type {Ask} */
  async function ask(method, path, body) {
    if (method !== 'GET' && !cookies.has('csrftoken')) {
      const token = await send('GET', '/api/csrf/')
      if (token.status !== 200) return token
    }
    return send(method, path, body)
  }

  return {
    name,
    ask,
    cookie,
    at: (other) => personAt(other, name, cookies),
    async sure(method, path, body) {
      const answer = await ask(method, path, body)
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
async function read(response) {
  const isJson = response.headers.get('content-type')?.includes('json') ?? false
  const bytes = Buffer.from(await response.arrayBuffer())
  const body = isJson ? JSON.parse(bytes.toString('utf8')) : bytes
  return { status: response.status, headers: response.headers, body }
}
