import { describe, expect, it } from 'vitest'
import { createApiClient, resolveEndpoint } from './api-client.ts'
import { ApiError } from './api-error.ts'

type SentRequest = { path: string; init: RequestInit }

/** Calls against a list of answers, which are given in order. */
function createTestClient(answers: (Response | Error)[], { cookie = '' } = {}) {
  const sent: SentRequest[] = []
  const call = createApiClient({
    cookies: () => cookie,
    fetch: (path, init) => {
      sent.push({ path, init })
      const answer = answers.shift()
      if (answer === undefined) throw new Error(`no answer left for ${path}`)
      return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer)
    },
  })
  return { call, sent }
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
  throw new Error(`expected a CallError, got ${String(error)}`)
}

const SIGNED_OUT = { username: null }

describe('addressOf', () => {
  it('encodes parameters and leaves out what is absent from the query', () => {
    const parts = { params: { league: 'A/B & C?' }, query: { season: 2024, week: undefined } }
    expect(resolveEndpoint('GET /api/league/:league/standings/', parts)).toEqual({
      method: 'GET',
      path: '/api/league/A%2FB%20%26%20C%3F/standings/?season=2024',
    })
  })
})

describe('call', () => {
  it('reads without a CSRF token, with cookies, accepting JSON', async () => {
    const { call, sent } = createTestClient([jsonResponse(SIGNED_OUT)])
    expect(await call('GET /api/whoami/')).toEqual(SIGNED_OUT)
    expect(sent).toEqual([
      {
        path: '/api/whoami/',
        init: { method: 'GET', credentials: 'include', headers: { Accept: 'application/json' } },
      },
    ])
  })

  it('sends the CSRF cookie with what changes something', async () => {
    const { call, sent } = createTestClient([jsonResponse({ ok: true })], { cookie: 'a=1; csrftoken=abc%3D' })
    await call('POST /api/logout/')
    expect(sent[0]?.init.headers).toMatchObject({ 'X-CSRFToken': 'abc=' })
  })

  it('fetches a token first when there is none', async () => {
    const { call, sent } = createTestClient([
      jsonResponse({ csrfToken: 'new' }),
      jsonResponse({ message: 'ok' }),
    ])
    await call('POST /api/request-league/', { body: { league: null, message: 'Hello' } })
    expect(sent.map((each) => each.path)).toEqual(['/api/csrf/', '/api/request-league/'])
    expect(sent[1]?.init.headers).toMatchObject({ 'X-CSRFToken': 'new', 'Content-Type': 'application/json' })
    expect(sent[1]?.init.body).toBe('{"league":null,"message":"Hello"}')
  })

  it('renews a refused token once', async () => {
    const refused = { error: 'CSRF token missing or incorrect.', code: 'csrf_failed' }
    const { call, sent } = createTestClient(
      [jsonResponse(refused, 403), jsonResponse({ csrfToken: 'new' }), jsonResponse({ ok: true })],
      {
        cookie: 'csrftoken=old',
      },
    )
    expect(await call('POST /api/logout/')).toEqual({ ok: true })
    expect(sent).toHaveLength(3)
  })

  it('gives up when the renewed token is refused too', async () => {
    const refused = () =>
      jsonResponse({ error: 'CSRF token missing or incorrect.', code: 'csrf_failed' }, 403)
    const { call } = createTestClient([refused(), jsonResponse({ csrfToken: 'new' }), refused()], {
      cookie: 'csrftoken=old',
    })
    expect((await expectApiError(call('POST /api/logout/'))).code).toBe('csrf_failed')
  })

  it('throws the error of the body with its fields', async () => {
    const body = { error: 'Check the form.', code: 'invalid_input', fields: { email: 'That is no address.' } }
    const { call } = createTestClient([jsonResponse(body, 400)])
    const failure = await expectApiError(call('GET /api/leagues/'))
    expect(failure).toMatchObject({ status: 400, code: 'invalid_input', message: 'Check the form.' })
    expect(failure.fields).toEqual({ email: 'That is no address.' })
  })

  it.each([
    [{ message: 'Only a message.' }, 'Only a message.'],
    [{ error: '', message: '' }, 'HTTP 503'],
    [null, 'HTTP 503'],
  ])('reads %j as %s', async (body, message) => {
    const { call } = createTestClient([jsonResponse(body, 503)])
    expect((await expectApiError(call('GET /api/leagues/'))).message).toBe(message)
  })

  it('names the status of an answer that is not JSON', async () => {
    const { call } = createTestClient([new Response('<h1>Bad gateway</h1>', { status: 502 })])
    expect((await expectApiError(call('GET /api/leagues/'))).message).toBe('HTTP 502')
  })

  it('refuses a success that is not JSON', async () => {
    const { call } = createTestClient([new Response('<h1>Welcome to our network</h1>')])
    expect((await expectApiError(call('GET /api/leagues/'))).message).toBe(
      'The server’s answer could not be read. Try again.',
    )
  })

  it('gives a sentence when nothing answers', async () => {
    const { call } = createTestClient([new TypeError('Failed to fetch')])
    const failure = await expectApiError(call('GET /api/leagues/'))
    expect(failure).toMatchObject({ status: 0, code: 'no_answer' })
    expect(failure.message).toBe('The server could not be reached. Check your connection and try again.')
  })
})
