import type { ErrorCode } from '@fieldhouse/contract/errors'
import type { LeagueEvents } from '@fieldhouse/contract/live'
import { onTestFinished, vi } from 'vitest'
import type { ApiResponse, OperationKey } from '../api/api-client.ts'
import { FakeXhr } from './fake-xhr.ts'

/** What reached the server of one call. */
export type SentRequest = { key: string; path: string; params: Record<string, string>; body: unknown }

type FakeResponse<K extends OperationKey> =
  | ApiResponse<K>
  | ErrorResponse
  | Promise<ApiResponse<K> | ErrorResponse>

/** An answer for each call that a test expects, or how to make it from what was sent. */
export type FakeResponses = {
  [K in OperationKey]?: FakeResponse<K> | ((sent: SentRequest) => FakeResponse<K>)
}

class ErrorResponse {
  readonly status: number
  readonly body: unknown

  constructor(status: number, body: unknown) {
    this.status = status
    this.body = body
  }
}

/** An answer that is no success. */
export function errorResponse(
  status: number,
  code: ErrorCode,
  error: string,
  fields?: Record<string, string>,
): ErrorResponse {
  return new ErrorResponse(status, fields === undefined ? { error, code } : { error, code, fields })
}

/** An answer that never comes. */
export function neverResponds(): Promise<never> {
  return new Promise(() => undefined)
}

/** Says an event on every stream that the page listens to. */
type EmitEvent = <Name extends keyof LeagueEvents>(name: Name, data: LeagueEvents[Name]) => void

/**
 * Answers the page's calls until the test ends, and says the events that the test tells it to.
 * A call that the test did not expect is answered 404 and written to `console.error`, which
 * fails the test.
 */
export function fakeServer(answers: FakeResponses): {
  requests: SentRequest[]
  emit: EmitEvent
  openStreams: () => string[]
} {
  const sent: SentRequest[] = []
  const streams = new Set<FakeStream>()
  vi.stubGlobal(
    'EventSource',
    class extends FakeStream {
      constructor(address: string) {
        super(address, streams)
      }
    },
  )
  const all: FakeResponses = { 'GET /api/csrf/': { csrfToken: 'token' }, ...answers }
  vi.stubGlobal('fetch', async (path: string, init: RequestInit = {}) => {
    const asked = matchRequest(all, init.method ?? 'GET', path, init.body)
    if (asked === undefined) {
      console.error(`unexpected call: ${init.method ?? 'GET'} ${path}`)
      return jsonResponse(404, { error: 'Not expected by this test.', code: 'not_found' })
    }
    sent.push(asked.sent)
    const answer = await (typeof asked.given === 'function' ? asked.given(asked.sent) : asked.given)
    return answer instanceof ErrorResponse
      ? jsonResponse(answer.status, answer.body)
      : jsonResponse(200, answer)
  })
  vi.stubGlobal('XMLHttpRequest', FakeXhr)
  onTestFinished(() => {
    vi.unstubAllGlobals()
  })
  return {
    requests: sent,
    emit: (name, data) => {
      for (const stream of streams)
        stream.dispatchEvent(new MessageEvent(name, { data: JSON.stringify(data) }))
    },
    openStreams: () => [...streams].map(({ address }) => address),
  }
}

/** A stream of events that stands until the page closes it. */
class FakeStream extends EventTarget {
  readonly address: string
  readonly #open: Set<FakeStream>

  constructor(address: string, open: Set<FakeStream>) {
    super()
    this.address = address
    this.#open = open
    open.add(this)
  }

  close(): void {
    this.#open.delete(this)
  }
}

function matchRequest(answers: FakeResponses, method: string, address: string, body: unknown) {
  const path = address.split('?')[0] ?? ''
  for (const [key, given] of Object.entries(answers)) {
    const params = parseParams(key, `${method} ${path}`)
    if (params !== null) {
      const sent: SentRequest = {
        key,
        path: address,
        params,
        body: typeof body === 'string' ? JSON.parse(body) : body,
      }
      return {
        given: given as FakeResponse<OperationKey> | ((sent: SentRequest) => FakeResponse<OperationKey>),
        sent,
      }
    }
  }
  return undefined
}

function parseParams(key: string, asked: string): Record<string, string> | null {
  const found = new RegExp(`^${key.replace(/:([a-z_]+)/g, '(?<$1>[^/]+)')}$`).exec(asked)
  if (found === null) return null
  return Object.fromEntries(
    Object.entries(found.groups ?? {}).map(([name, value]) => [name, decodeURIComponent(value)]),
  )
}

function jsonResponse(status: number, body: unknown): Response {
  return new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json' } })
}
