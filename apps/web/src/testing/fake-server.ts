import type { ErrorCode } from '@fieldhouse/contract/errors'
import type { LeagueEvents } from '@fieldhouse/contract/live'
import { onTestFinished, vi } from 'vitest'
import type { Answer, OperationKey } from '../api/call.ts'
import { FakeXhr } from './fake-xhr.ts'

/** What reached the server of one call. */
export type Sent = { key: string; path: string; params: Record<string, string>; body: unknown }

type Given<K extends OperationKey> = Answer<K> | Refused | Promise<Answer<K> | Refused>

/** An answer for each call that a test expects, or how to make it from what was sent. */
export type Answers = { [K in OperationKey]?: Given<K> | ((sent: Sent) => Given<K>) }

class Refused {
  readonly status: number
  readonly body: unknown

  constructor(status: number, body: unknown) {
    this.status = status
    this.body = body
  }
}

/** An answer that is no success. */
export function refused(
  status: number,
  code: ErrorCode,
  error: string,
  fields?: Record<string, string>,
): Refused {
  return new Refused(status, fields === undefined ? { error, code } : { error, code, fields })
}

/** An answer that never comes. */
export function never(): Promise<never> {
  return new Promise(() => undefined)
}

/** Says an event on every stream that the page listens to. */
type Say = <Name extends keyof LeagueEvents>(name: Name, data: LeagueEvents[Name]) => void

/**
 * Answers the page's calls until the test ends, and says the events that the test tells it to.
 * A call that the test did not expect is answered 404 and written to `console.error`, which
 * fails the test.
 */
export function fakeServer(answers: Answers): { sent: Sent[]; say: Say; streams: () => string[] } {
  const sent: Sent[] = []
  const streams = new Set<FakeStream>()
  vi.stubGlobal(
    'EventSource',
    class extends FakeStream {
      constructor(address: string) {
        super(address, streams)
      }
    },
  )
  const all: Answers = { 'GET /api/csrf/': { csrfToken: 'token' }, ...answers }
  vi.stubGlobal('fetch', async (path: string, init: RequestInit = {}) => {
    const asked = match(all, init.method ?? 'GET', path, init.body)
    if (asked === undefined) {
      console.error(`unexpected call: ${init.method ?? 'GET'} ${path}`)
      return answered(404, { error: 'Not expected by this test.', code: 'not_found' })
    }
    sent.push(asked.sent)
    const answer = await (typeof asked.given === 'function' ? asked.given(asked.sent) : asked.given)
    return answer instanceof Refused ? answered(answer.status, answer.body) : answered(200, answer)
  })
  vi.stubGlobal('XMLHttpRequest', FakeXhr)
  onTestFinished(() => {
    vi.unstubAllGlobals()
  })
  return {
    sent,
    say: (name, data) => {
      for (const stream of streams)
        stream.dispatchEvent(new MessageEvent(name, { data: JSON.stringify(data) }))
    },
    streams: () => [...streams].map(({ address }) => address),
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

function match(answers: Answers, method: string, address: string, body: unknown) {
  const path = address.split('?')[0] ?? ''
  for (const [key, given] of Object.entries(answers)) {
    const params = paramsIn(key, `${method} ${path}`)
    if (params !== null) {
      const sent: Sent = {
        key,
        path: address,
        params,
        body: typeof body === 'string' ? JSON.parse(body) : body,
      }
      return { given: given as Given<OperationKey> | ((sent: Sent) => Given<OperationKey>), sent }
    }
  }
  return undefined
}

function paramsIn(key: string, asked: string): Record<string, string> | null {
  const found = new RegExp(`^${key.replace(/:([a-z_]+)/g, '(?<$1>[^/]+)')}$`).exec(asked)
  if (found === null) return null
  return Object.fromEntries(
    Object.entries(found.groups ?? {}).map(([name, value]) => [name, decodeURIComponent(value)]),
  )
}

function answered(status: number, body: unknown): Response {
  return new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json' } })
}
