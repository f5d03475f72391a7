import type { Operation, RequestOf, ResponseOf } from '@fieldhouse/contract/operation'
import type { OperationKey, OperationsByKey } from '@fieldhouse/contract/operations'
import { CallError, callErrorFrom } from './call-error.ts'
import { watched } from './reach.ts'
import { serverClock } from './server-clock.ts'

export type { OperationKey }
export type Answer<K extends OperationKey> = ResponseOf<OperationsByKey[K]>
export type Request<K extends OperationKey> = RequestOf<OperationsByKey[K]> & FormOf<OperationsByKey[K]>

/** The form of a call that sends files. */
type FormOf<O extends Operation> = O['schema']['consumes'] extends readonly string[]
  ? { body: FormData }
  : unknown

type Options = { signal?: AbortSignal }
type Rest<K extends OperationKey> =
  Record<never, never> extends Request<K> ? [request?: Request<K> & Options] : [request: Request<K> & Options]

export type Call = <K extends OperationKey>(key: K, ...rest: Rest<K>) => Promise<Answer<K>>

/** What calls need from the browser. */
export type Browser = {
  fetch: (path: string, init: RequestInit) => Promise<Response>
  cookies: () => string
}

/** A request as far as addressing and sending it go. */
type Parts = {
  params?: Record<string, string | number>
  query?: Record<string, string | number | boolean | null | undefined>
  body?: unknown
  signal?: AbortSignal
}

export function caller(browser: Browser): Call {
  return async (key, ...[request]) => {
    const parts: Parts = request ?? {}
    const { method, path } = addressOf(key, parts)
    const answer = await send(browser, method, path, parts)
    // The server checks every answer against the same contract.
    return answer as Answer<typeof key>
  }
}

/** The one way to the server. Throws a CallError for every answer that is not a success. */
export const call: Call = caller({
  fetch: (path, init) => watched(() => fetch(path, init), init.signal),
  cookies: () => document.cookie,
})

/** The method and the path with its parameters and query filled in. */
export function addressOf(key: string, { params = {}, query = {} }: Parts): { method: string; path: string } {
  const [method = 'GET', pattern = ''] = key.split(' ')
  const path = pattern.replace(/:([a-z_]+)/gi, (_, name: string) => encodeURIComponent(String(params[name])))
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null) search.set(name, String(value))
  }
  return { method, path: search.size > 0 ? `${path}?${search}` : path }
}

async function send(browser: Browser, method: string, path: string, parts: Parts): Promise<unknown> {
  if (method === 'GET') return read(await ask(browser, path, initOf(method, parts)))
  const token = csrfTokenIn(browser.cookies()) ?? (await fetchCsrfToken(browser))
  const response = await ask(browser, path, initOf(method, parts, token))
  try {
    return await read(response)
  } catch (error) {
    if (!(error instanceof CallError) || error.code !== 'csrf_failed') throw error
    const renewed = await fetchCsrfToken(browser)
    return read(await ask(browser, path, initOf(method, parts, renewed)))
  }
}

function initOf(method: string, { body, signal }: Parts, csrfToken?: string): RequestInit {
  const headers: Record<string, string> = { Accept: 'application/json' }
  if (csrfToken !== undefined) headers['X-CSRFToken'] = csrfToken
  const isForm = body instanceof FormData
  if (body !== undefined && !isForm) headers['Content-Type'] = 'application/json'
  return {
    method,
    headers,
    credentials: 'include',
    ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
    ...(signal === undefined ? {} : { signal }),
  }
}

async function ask(browser: Browser, path: string, init: RequestInit): Promise<Response> {
  try {
    return await browser.fetch(path, init)
  } catch (cause) {
    if (init.signal?.aborted === true) throw cause
    throw noAnswer(cause)
  }
}

async function read(response: Response): Promise<unknown> {
  serverClock.learn(response.headers)
  const body = await bodyOf(response)
  if (response.ok && body !== undefined) return body
  throw response.ok
    ? new CallError({
        status: response.status,
        code: 'unknown',
        message: 'The server’s answer could not be read. Try again.',
      })
    : callErrorFrom(response.status, body)
}

async function bodyOf(response: Response): Promise<unknown> {
  let text: string
  try {
    text = await response.text()
  } catch (cause) {
    throw noAnswer(cause)
  }
  return parsed(text)
}

/** undefined for what is not JSON, such as a proxy's own page. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

function noAnswer(cause: unknown): CallError {
  return new CallError(
    {
      status: 0,
      code: 'no_answer',
      message: 'The server could not be reached. Check your connection and try again.',
    },
    { cause },
  )
}

async function fetchCsrfToken(browser: Browser): Promise<string> {
  const body = await read(await ask(browser, '/api/csrf/', initOf('GET', {})))
  return csrfTokenIn(browser.cookies()) ?? (body as Answer<'GET /api/csrf/'>).csrfToken
}

function csrfTokenIn(cookies: string): string | undefined {
  const value = /(?:^|;\s*)csrftoken=([^;]+)/.exec(cookies)?.[1]
  return value === undefined ? undefined : decodeURIComponent(value)
}
