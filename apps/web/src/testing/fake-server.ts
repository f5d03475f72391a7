import type { ErrorCode } from '@fieldhouse/contract/errors'
import type { LeagueEvents } from '@fieldhouse/contract/live'
import { onTestFinished, vi } from 'vitest'
import type { ApiResponse, OperationKey } from '../api/api-client.ts'
import { buildScoreboard } from './matchup-fixtures.ts'

/** A request that reached the fake server. `key` is the operation, such as 'GET /api/leagues/'. */
export type SentRequest = { key: string; path: string; params: Record<string, string>; body: unknown }

type FakeResponse<K extends OperationKey> =
  | ApiResponse<K>
  | ErrorResponse
  | Promise<ApiResponse<K> | ErrorResponse>

/** The response to each operation that a test expects, or a function that creates it from the request. */
export type FakeResponses = {
  [K in OperationKey]?: FakeResponse<K> | ((request: SentRequest) => FakeResponse<K>)
}

class ErrorResponse {
  readonly status: number
  readonly body: unknown

  constructor(status: number, body: unknown) {
    this.status = status
    this.body = body
  }
}

/** A response with an error status. */
export function errorResponse(
  status: number,
  code: ErrorCode,
  error: string,
  fields?: Record<string, string>,
): ErrorResponse {
  return new ErrorResponse(status, fields === undefined ? { error, code } : { error, code, fields })
}

/** The response to an edit of values that somebody else has changed, by field. */
export function conflictResponse(
  newer: Record<string, string | null>,
  by: string | null = 'rowan',
): ErrorResponse {
  const values = Object.entries(newer).map(([field, value]) => [field, { value, by, at: null }])
  return new ErrorResponse(409, {
    error: 'Somebody else changed this while you were editing.',
    code: 'edit_conflict',
    newer: Object.fromEntries(values),
  })
}

/** A response that stays pending. */
export function neverResponds(): Promise<never> {
  return new Promise(() => undefined)
}

/** Dispatches an event on all open event streams. */
type EmitEvent = <Name extends keyof LeagueEvents>(name: Name, data: LeagueEvents[Name]) => void

/**
 * What a site with a draft app and email, without sign-in providers, imported leagues, timelines and races, responds to a user
 * without API tokens.
 */
const DEFAULT_RESPONSES: FakeResponses = {
  'GET /api/league/:league/history/pairs/': { owners: [], pairs: [] },
  'GET /api/league/:league/insights/elo/': { weeks: [], owners: [] },
  'GET /api/csrf/': { csrfToken: 'token' },
  'GET /api/account/email/': { status: 'verified' },
  'GET /api/site/': { draft_app: true, email: true, needs_admin: false, signup: 'open', address: null },
  'GET /api/site/checklist/': { checklist: null },
  'GET /api/auth/oidc/providers/': { providers: [] },
  'GET /api/auth/oidc/identities/': { identities: [], has_password: true },
  'GET /api/account/tokens/': { tokens: [] },
  'GET /api/dashboard/': { games: [], tasks: [], since: null },
  'GET /api/inbox/unread/': { count: 0, tabs: [], requests: 0, reports: 0 },
  'GET /api/account/imported-people/': { people: [] },
  'GET /api/account/mutes/': { mutes: [] },
  'GET /api/league/:league/insights/race/': {
    season: 2026,
    week: 0,
    scoring_format: 'points',
    unavailable: 'not_started',
    odds_unavailable: null,
    formula_version: 2,
    places: 0,
    byes: 0,
    seeding: null,
    remaining_games: [],
    model: null,
    stakes: [],
    teams: [],
  },
  'GET /api/league/:league/scoreboard/': buildScoreboard(),
  'GET /api/league/:league/insights/awards/': {
    season: 2026,
    week: 12,
    nfl_weeks: [12],
    has_lineups: false,
    awards: [],
  } as never,
  'GET /api/league/:league/games/:season/:week/:game/timeline/': {
    season: 2026,
    week: 12,
    game_id: 1,
    points: [],
    facts: null,
    updated_at: null,
    last_error: null,
  },
}

/**
 * Replaces `fetch`, XMLHttpRequest and EventSource until the test ends. An unexpected request gets a 404
 * response and is logged with `console.error`, which fails the test.
 */
export function fakeServer(fakeResponses: FakeResponses): {
  requests: SentRequest[]
  emit: EmitEvent
  /** Interrupts all open event streams for a moment. */
  interruptStreams: () => void
  openStreams: () => string[]
} {
  const requests: SentRequest[] = []
  const streams = new Set<FakeStream>()
  vi.stubGlobal(
    'EventSource',
    class extends FakeStream {
      constructor(url: string) {
        super(url, streams)
      }
    },
  )
  const responses: FakeResponses = { ...DEFAULT_RESPONSES, ...fakeResponses }
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    if (url === '/healthz') return new Response('ok')
    const match = matchRequest(responses, init.method ?? 'GET', url, init.body)
    if (match === undefined) {
      console.error(`unexpected request: ${init.method ?? 'GET'} ${url}`)
      return jsonResponse(404, { error: 'Not expected by this test.', code: 'not_found' })
    }
    requests.push(match.request)
    const response = await (typeof match.response === 'function'
      ? match.response(match.request)
      : match.response)
    if (response instanceof ErrorResponse) return jsonResponse(response.status, response.body)
    if (match.request.key === 'POST /api/logout/') clearPendingSignOut()
    return jsonResponse(200, response)
  })
  vi.stubGlobal('XMLHttpRequest', FakeXhr)
  onTestFinished(() => {
    vi.unstubAllGlobals()
    clearPendingSignOut()
  })
  return {
    requests,
    emit: (name, data) => {
      for (const stream of streams)
        stream.dispatchEvent(new MessageEvent(name, { data: JSON.stringify(data) }))
    },
    interruptStreams: () => {
      for (const stream of streams)
        for (const name of ['error', 'open']) stream.dispatchEvent(new Event(name))
    },
    openStreams: () => [...streams].map(({ url }) => url),
  }
}

/** Like the response of the real server to a sign-out. */
function clearPendingSignOut(): void {
  // biome-ignore lint/suspicious/noDocumentCookie: not all supported browsers have the Cookie Store API
  document.cookie = 'signed_out=; Path=/; Max-Age=0'
}

/** An EventSource that stays open until it is closed. */
class FakeStream extends EventTarget {
  readonly url: string
  readonly #open: Set<FakeStream>

  constructor(url: string, open: Set<FakeStream>) {
    super()
    this.url = url
    this.#open = open
    open.add(this)
  }

  close(): void {
    this.#open.delete(this)
  }
}

function matchRequest(responses: FakeResponses, method: string, url: string, body: unknown) {
  const path = url.split('?')[0] ?? ''
  for (const [key, response] of Object.entries(responses)) {
    const params = parseParams(key, `${method} ${path}`)
    if (params !== null) {
      const request: SentRequest = {
        key,
        path: url,
        params,
        body: typeof body === 'string' ? JSON.parse(body) : body,
      }
      return {
        response: response as
          | FakeResponse<OperationKey>
          | ((request: SentRequest) => FakeResponse<OperationKey>),
        request,
      }
    }
  }
  return undefined
}

function parseParams(key: string, methodAndPath: string): Record<string, string> | null {
  const match = new RegExp(`^${key.replace(/:([a-z_]+)/g, '(?<$1>[^/]+)')}$`).exec(methodAndPath)
  if (match === null) return null
  return Object.fromEntries(
    Object.entries(match.groups ?? {}).map(([name, value]) => [name, decodeURIComponent(value)]),
  )
}

function jsonResponse(status: number, body: unknown): Response {
  return new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json' } })
}

/** An XMLHttpRequest that reports 50% upload progress and then uses the test's `fetch`. */
class FakeXhr extends EventTarget {
  readonly upload = new EventTarget()
  status = 0
  responseText = ''
  #method = ''
  #path = ''
  #isAborted = false

  open(method: string, path: string): void {
    this.#method = method
    this.#path = path
  }

  setRequestHeader(): void {
    // The fake server ignores headers.
  }

  send(body: FormData | null | undefined): void {
    const halfway = { lengthComputable: true, loaded: 1, total: 2 }
    if (body) this.upload.dispatchEvent(new ProgressEvent('progress', halfway))
    this.#sendToFetch(body ?? null).catch(() => this.#end('error'))
  }

  async #sendToFetch(body: FormData | null): Promise<void> {
    const response = await fetch(this.#path, { method: this.#method, body })
    if (this.#isAborted) return
    this.status = response.status
    this.responseText = await response.text()
    this.#end('load')
  }

  abort(): void {
    this.#isAborted = true
    this.#end('abort')
  }

  #end(event: 'load' | 'error' | 'abort'): void {
    this.dispatchEvent(new ProgressEvent(event))
    this.dispatchEvent(new ProgressEvent('loadend'))
  }
}
