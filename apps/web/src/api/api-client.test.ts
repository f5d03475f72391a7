import { setImmediate } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { ApiError, createApiClient, resolveEndpoint } from './api-client.ts'

type SentRequest = { path: string; init: RequestInit }

/** A client whose requests get the responses in order; an Error rejects the request. */
function createTestClient(responses: (Response | Error)[], { cookie = '' } = {}) {
  const sentRequests: SentRequest[] = []
  const apiClient = createApiClient({
    cookies: () => cookie,
    lock: (_name, _signal, task) => task(),
    fetch: (path, init) => {
      sentRequests.push({ path, init })
      const response = responses.shift()
      if (response === undefined) throw new Error(`no response left for ${path}`)
      return response instanceof Error ? Promise.reject(response) : Promise.resolve(response)
    },
  })
  return { apiClient, sentRequests }
}

function jsonResponse(body: unknown, status = 200): Response {
  return new Response(JSON.stringify(body), { status })
}

async function expectApiError(promise: Promise<unknown>): Promise<ApiError> {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (error instanceof ApiError) return error
  throw new Error(`expected an ApiError, got ${String(error)}`)
}

const SIGNED_OUT = { username: null }

describe('resolveEndpoint', () => {
  it('encodes path parameters and omits undefined query values', () => {
    const parts = { params: { league: 'A/B & C?' }, query: { season: 2024, week: undefined } }
    expect(resolveEndpoint('GET /api/league/:league/standings/', parts)).toEqual({
      method: 'GET',
      path: '/api/league/A%2FB%20%26%20C%3F/standings/?season=2024',
    })
  })
})

describe('apiClient', () => {
  it('sends GET requests with cookies and without a CSRF token', async () => {
    const { apiClient, sentRequests } = createTestClient([jsonResponse(SIGNED_OUT)])
    expect(await apiClient('GET /api/whoami/')).toEqual(SIGNED_OUT)
    expect(sentRequests).toEqual([
      {
        path: '/api/whoami/',
        init: { method: 'GET', credentials: 'include', headers: { Accept: 'application/json' } },
      },
    ])
  })

  it('sends the CSRF cookie value as a header with POST requests', async () => {
    const { apiClient, sentRequests } = createTestClient([jsonResponse({ ok: true })], {
      cookie: 'a=1; csrftoken=abc%3D; signed_out=1',
    })
    await apiClient('POST /api/logout/')
    expect(sentRequests[0]?.init.headers).toMatchObject({ 'X-CSRFToken': 'abc=' })
  })

  it('fetches a CSRF token first when there is no CSRF cookie', async () => {
    const { apiClient, sentRequests } = createTestClient([
      jsonResponse({ csrfToken: 'new' }),
      jsonResponse({ message: 'ok' }),
    ])
    await apiClient('POST /api/request-league/', { body: { league: null, message: 'Hello' } })
    expect(sentRequests.map(({ path }) => path)).toEqual(['/api/csrf/', '/api/request-league/'])
    expect(sentRequests[1]?.init.headers).toMatchObject({
      'X-CSRFToken': 'new',
      'Content-Type': 'application/json',
    })
    expect(sentRequests[1]?.init.body).toBe('{"league":null,"message":"Hello"}')
  })

  it('fetches a new CSRF token once when the server rejects the current one', async () => {
    const csrfError = { error: 'CSRF token missing or incorrect.', code: 'csrf_failed' }
    const { apiClient, sentRequests } = createTestClient(
      [jsonResponse(csrfError, 403), jsonResponse({ csrfToken: 'new' }), jsonResponse({ ok: true })],
      {
        cookie: 'csrftoken=old; signed_out=1',
      },
    )
    expect(await apiClient('POST /api/logout/')).toEqual({ ok: true })
    expect(sentRequests).toHaveLength(3)
  })

  it('throws csrf_failed when the server rejects the new CSRF token too', async () => {
    const rejectToken = () =>
      jsonResponse({ error: 'CSRF token missing or incorrect.', code: 'csrf_failed' }, 403)
    const { apiClient } = createTestClient(
      [rejectToken(), jsonResponse({ csrfToken: 'new' }), rejectToken()],
      {
        cookie: 'csrftoken=old; signed_out=1',
      },
    )
    expect((await expectApiError(apiClient('POST /api/logout/'))).code).toBe('csrf_failed')
  })

  it('sends a pending sign-out before any other request, once for all of them', async () => {
    const { apiClient, sentRequests } = createTestClient(
      [jsonResponse({ ok: true }), jsonResponse({ leagues: [] }), jsonResponse({ leagues: [] })],
      { cookie: 'csrftoken=abc; signed_out=1' },
    )
    await Promise.all([apiClient('GET /api/leagues/'), apiClient('GET /api/leagues/')])
    expect(sentRequests.map(({ path }) => path)).toEqual(['/api/logout/', '/api/leagues/', '/api/leagues/'])
    expect(sentRequests[0]?.init).toMatchObject({ method: 'POST', keepalive: true })
  })

  it('sends no other request while a pending sign-out fails', async () => {
    const { apiClient, sentRequests } = createTestClient([new TypeError('Failed to fetch')], {
      cookie: 'csrftoken=abc; signed_out=1',
    })
    expect((await expectApiError(apiClient('GET /api/leagues/'))).code).toBe('unreachable')
    expect(sentRequests).toHaveLength(1)
  })

  it('treats a sign-out that times out as unreachable', async () => {
    const { apiClient } = createTestClient([new DOMException('timed out', 'TimeoutError')], {
      cookie: 'csrftoken=abc; signed_out=1',
    })
    expect((await expectApiError(apiClient('POST /api/logout/'))).code).toBe('unreachable')
  })

  it('sends a pending sign-out once for all tabs', async () => {
    let cookie = 'csrftoken=abc; signed_out=1'
    let last: Promise<unknown> = Promise.resolve()
    const sentPaths: string[] = []
    const createTab = () =>
      createApiClient({
        cookies: () => cookie,
        fetch: async (path) => {
          sentPaths.push(path)
          await setImmediate()
          if (path === '/api/logout/') cookie = 'csrftoken=abc'
          return jsonResponse({ ok: true })
        },
        lock: (_name, _signal, task) => {
          const done = last.then(task)
          last = done
          return done
        },
      })
    const results = [createTab()('POST /api/logout/'), createTab()('POST /api/logout/')]
    expect(await Promise.all(results)).toEqual([{ ok: true }, { ok: true }])
    expect(sentPaths).toEqual(['/api/logout/'])
  })

  it('counts the server as unreachable when another tab takes too long to send a sign-out', async () => {
    const apiClient = createApiClient({
      cookies: () => 'csrftoken=abc; signed_out=1',
      fetch: () => Promise.reject(new Error('not expected')),
      lock: () => Promise.reject(new DOMException('timed out', 'TimeoutError')),
    })
    expect((await expectApiError(apiClient('GET /api/leagues/'))).code).toBe('unreachable')
  })

  it('throws an ApiError with the code, message and fields of the error body', async () => {
    const body = {
      error: 'Check the form.',
      code: 'invalid_input',
      fields: { email: 'Enter a valid email.' },
    }
    const { apiClient } = createTestClient([jsonResponse(body, 400)])
    const error = await expectApiError(apiClient('GET /api/leagues/'))
    expect(error).toMatchObject({ status: 400, code: 'invalid_input', message: 'Check the form.' })
    expect(error.fields).toEqual({ email: 'Enter a valid email.' })
  })

  it.each([
    [{ message: 'Only a message.' }, 'Only a message.'],
    [{ error: '', message: '' }, 'HTTP 503'],
    [null, 'HTTP 503'],
  ])('reads the error message of the body %j as %s', async (body, message) => {
    const { apiClient } = createTestClient([jsonResponse(body, 503)])
    expect((await expectApiError(apiClient('GET /api/leagues/'))).message).toBe(message)
  })

  it('uses the HTTP status as the message of an error response that is not JSON', async () => {
    const { apiClient } = createTestClient([new Response('<h1>Bad gateway</h1>', { status: 502 })])
    expect((await expectApiError(apiClient('GET /api/leagues/'))).message).toBe('HTTP 502')
  })

  it('throws when a successful response is not JSON', async () => {
    const { apiClient } = createTestClient([new Response('<h1>Welcome to our network</h1>')])
    expect((await expectApiError(apiClient('GET /api/leagues/'))).message).toBe(
      'The server sent an unexpected response. Try again.',
    )
  })

  it('throws an ApiError with status 0 when the server cannot be reached', async () => {
    const { apiClient } = createTestClient([new TypeError('Failed to fetch')])
    const error = await expectApiError(apiClient('GET /api/leagues/'))
    expect(error).toMatchObject({ status: 0, code: 'unreachable' })
    expect(error.message).toBe("We couldn't reach the server. Check your connection and try again.")
  })
})
