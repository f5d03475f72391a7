import { inspect } from 'node:util'
import { describe, expect, it } from 'vitest'
import type { WebClientOptions, WebLogLine } from '../http/web-client.ts'
import { ProviderError } from '../league-provider.ts'
import { closedPortUrl, respondInSequence, respondWith, startFakeServer } from '../testing/fake-server.ts'
import { type EspnRequest, espnClient } from './espn-provider.ts'

const NOW = new Date('2024-10-06T17:00:00Z')
const COOKIES = { swid: '{5ECRET00-0000-0000-0000-00000000SWID}', s2: 'AEB+secret/s2%value==' }
const OK = respondWith(200, '{"id":77}')

function createClient(baseUrl: string, options: Partial<WebClientOptions> = {}) {
  const waits: number[] = []
  const lines: WebLogLine[] = []
  const client = espnClient({
    baseUrl,
    userAgent: 'Fieldhouse/1.0 (+https://fieldhouse.example)',
    now: () => NOW,
    sleep: async (ms) => void waits.push(ms),
    random: () => 0.5,
    log: (line) => lines.push(line),
    ...options,
  })
  const get = (request: Partial<EspnRequest> = {}) =>
    client.get({ path: 'seasons/2024', query: [['view', 'mTeam']], cookies: null, ...request })
  return { get, waits, lines }
}

async function rejectionOf(promise: Promise<unknown>): Promise<ProviderError> {
  const error: unknown = await promise.then(
    () => null,
    (reason: unknown) => reason,
  )
  if (error instanceof ProviderError) return error
  throw new Error(`expected a ProviderError: ${inspect(error)}`)
}

describe('espnClient', () => {
  it('sends path, query and headers, and returns the parsed body, its text and the time', async () => {
    const server = await startFakeServer(respondInSequence(OK))
    const query = [
      ['view', 'mTeam'],
      ['view', 'mNav'],
    ] as const
    const response = await createClient(`${server.baseUrl}/`).get({ query })
    expect(response).toEqual({
      request: 'seasons/2024?view=mTeam&view=mNav',
      fetchedAt: NOW,
      body: '{"id":77}',
      bytes: Buffer.from('{"id":77}'),
      json: { id: 77 },
    })
    expect(server.requests[0]?.url).toBe('/ffl/seasons/2024?view=mTeam&view=mNav')
    expect(server.requests[0]?.headers).toMatchObject({
      accept: 'application/json',
      'user-agent': 'Fieldhouse/1.0 (+https://fieldhouse.example)',
    })
    expect(server.requests[0]?.headers.cookie).toBeUndefined()
  })

  it('sends both cookies in one header, with espn_s2 percent-encoded', async () => {
    const server = await startFakeServer(respondInSequence(OK))
    await createClient(server.baseUrl).get({ cookies: COOKIES })
    expect(server.requests[0]?.headers.cookie).toBe(
      `SWID=${COOKIES.swid}; espn_s2=AEB%2Bsecret%2Fs2%25value%3D%3D`,
    )
  })

  it('sends the filter header only with a filter', async () => {
    const server = await startFakeServer(respondInSequence(OK))
    const { get } = createClient(server.baseUrl)
    await get({ filter: { schedule: { filterMatchupPeriodIds: { value: [8] } } } })
    await get()
    expect(server.requests.map((request) => request.headers['x-fantasy-filter'])).toEqual([
      '{"schedule":{"filterMatchupPeriodIds":{"value":[8]}}}',
      undefined,
    ])
  })

  it('encodes characters that could end a cookie or the header', async () => {
    const server = await startFakeServer(respondInSequence(OK))
    await createClient(server.baseUrl).get({ cookies: { swid: ' {A};\r\nx: y', s2: 'é; \ud800' } })
    expect(server.requests[0]?.headers).not.toHaveProperty('x')
    expect(server.requests[0]?.headers.cookie).toBe('SWID={A}%3B%0D%0Ax%3A%20y; espn_s2=%C3%A9%3B')
  })

  it('returns null for a 404', async () => {
    const server = await startFakeServer(
      respondInSequence(respondWith(404, '{"details":[{"type":"GENERAL_NOT_FOUND"}]}')),
    )
    expect(await createClient(server.baseUrl).get()).toBeNull()
    expect(server.requests).toHaveLength(1)
  })
})

describe('a refused request', () => {
  it.each([
    [401, 'not_visible'],
    [403, 'refused'],
    [400, 'refused'],
    [418, 'refused'],
  ])('with HTTP %d fails as %s without a retry', async (status, failure) => {
    const server = await startFakeServer(respondInSequence(respondWith(status, '{}')))
    const error = await rejectionOf(createClient(server.baseUrl).get())
    expect(error.failure).toBe(failure)
    expect(error.message).toBe(`seasons/2024?view=mTeam: HTTP ${status}`)
    expect(server.requests).toHaveLength(1)
  })

  it('with a redirect is not followed, so that cookies stay with the host', async () => {
    const otherHost = await startFakeServer(respondInSequence(OK))
    const server = await startFakeServer(
      respondInSequence(respondWith(302, '', { location: otherHost.baseUrl })),
    )
    const error = await rejectionOf(createClient(server.baseUrl).get({ cookies: COOKIES }))
    expect(error.failure).toBe('refused')
    expect(otherHost.requests).toEqual([])
  })
})

describe('a rate-limited request', () => {
  it.each([
    ['seconds', '7', 7000],
    ['an HTTP date', 'Sun, 06 Oct 2024 17:00:12 GMT', 12_000],
    ['a date that has passed', 'Sun, 06 Oct 2024 16:59:00 GMT', 375],
    ['an invalid format', 'soon', 375],
  ])('waits for Retry-After with %s, then succeeds', async (_, header, delayMs) => {
    const server = await startFakeServer(
      respondInSequence(respondWith(429, '', { 'retry-after': header }), OK),
    )
    const { get, waits } = createClient(server.baseUrl)
    expect(await get()).toMatchObject({ json: { id: 77 } })
    expect(waits).toEqual([delayMs])
  })

  it('fails as busy after three attempts', async () => {
    const server = await startFakeServer(respondInSequence(respondWith(429)))
    const { get, waits, lines } = createClient(server.baseUrl)
    expect((await rejectionOf(get())).failure).toBe('busy')
    expect(server.requests).toHaveLength(3)
    expect(waits).toEqual([375, 750])
    expect(lines.map(({ attempt, outcome, status, waitMs }) => [attempt, outcome, status, waitMs])).toEqual([
      [1, 'busy', 429, 375],
      [2, 'busy', 429, 750],
      [3, 'busy', 429, null],
    ])
  })

  it.each(['31', 'Sun, 06 Oct 2024 18:00:00 GMT'])(
    'fails as busy without a retry when Retry-After is %s',
    async (header) => {
      const server = await startFakeServer(respondInSequence(respondWith(429, '', { 'retry-after': header })))
      const { get, waits } = createClient(server.baseUrl)
      expect((await rejectionOf(get())).failure).toBe('busy')
      expect(server.requests).toHaveLength(1)
      expect(waits).toEqual([])
    },
  )

  it('waits with exponential backoff and jitter', async () => {
    const waitsWith = async (randomValue: number) => {
      const server = await startFakeServer(respondInSequence(respondWith(503)))
      const { get, waits } = createClient(server.baseUrl, { random: () => randomValue })
      await rejectionOf(get())
      return waits
    }
    expect(await waitsWith(0)).toEqual([250, 500])
    expect(await waitsWith(0.999999)).toEqual([500, 1000])
  })
})

describe('a request during an outage', () => {
  it('succeeds when a retry succeeds', async () => {
    const server = await startFakeServer(respondInSequence(respondWith(500), respondWith(502, '<html>'), OK))
    expect(await createClient(server.baseUrl).get()).toMatchObject({ body: '{"id":77}' })
    expect(server.requests).toHaveLength(3)
  })

  it('fails as unavailable after three attempts', async () => {
    const server = await startFakeServer(respondInSequence(respondWith(500)))
    expect((await rejectionOf(createClient(server.baseUrl).get())).failure).toBe('unavailable')
    expect(server.requests).toHaveLength(3)
  })

  it('fails as unavailable without a retry when a 503 has a long Retry-After', async () => {
    const server = await startFakeServer(respondInSequence(respondWith(503, '', { 'retry-after': '3600' })))
    expect((await rejectionOf(createClient(server.baseUrl).get())).failure).toBe('unavailable')
    expect(server.requests).toHaveLength(1)
  })

  it('fails as unavailable when every attempt times out', async () => {
    const server = await startFakeServer(() => {})
    const error = await rejectionOf(createClient(server.baseUrl, { timeoutMs: 60 }).get())
    expect(error.failure).toBe('unavailable')
    expect(error.message).toContain('TimeoutError')
    expect(server.requests).toHaveLength(3)
  })

  it('fails as unavailable when the body times out', async () => {
    const server = await startFakeServer((_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).write('{"id":')
    })
    const error = await rejectionOf(createClient(server.baseUrl, { timeoutMs: 60 }).get())
    expect(error.failure).toBe('unavailable')
    expect(server.requests).toHaveLength(3)
  })

  it('fails as unavailable when the body is shorter than its Content-Length', async () => {
    const server = await startFakeServer((_, response) => {
      response.writeHead(200, { 'content-length': '1000' }).write('{"id":77}')
      setTimeout(() => response.destroy(), 5)
    })
    expect((await rejectionOf(createClient(server.baseUrl).get())).failure).toBe('unavailable')
    expect(server.requests).toHaveLength(3)
  })

  it('fails as unavailable with the error code when the connection is refused', async () => {
    const { get, waits } = createClient(await closedPortUrl())
    const error = await rejectionOf(get())
    expect(error.failure).toBe('unavailable')
    expect(error.message).toContain('ECONNREFUSED')
    expect(waits).toHaveLength(2)
    expect(error.cause).toBeInstanceOf(Error)
  })
})

describe('an unusable response', () => {
  it.each([
    ['a web page', '<!doctype html><title>Fantasy</title>'],
    ['an empty body', ''],
    ['truncated JSON', '{"id":77,'],
  ])('with %s fails as not JSON without a retry', async (_, body) => {
    const server = await startFakeServer(respondInSequence(respondWith(200, body)))
    expect((await rejectionOf(createClient(server.baseUrl).get())).failure).toBe('not_json')
    expect(server.requests).toHaveLength(1)
  })

  it('fails as too large one byte over the limit', async () => {
    const server = await startFakeServer(respondInSequence(respondWith(200, `"${'x'.repeat(98)}"`)))
    expect(await createClient(server.baseUrl, { maxBytes: 100 }).get()).not.toBeNull()
    const error = await rejectionOf(createClient(server.baseUrl, { maxBytes: 99 }).get())
    expect(error.failure).toBe('too_large')
    expect(server.requests).toHaveLength(2)
  })

  it('is aborted while it is being received when it is too large', async () => {
    let sent = 0
    const server = await startFakeServer((_, response) => {
      response.writeHead(200)
      const timer = setInterval(() => {
        sent += 1
        response.write('x'.repeat(1000))
      }, 1)
      response.on('close', () => clearInterval(timer))
    })
    expect((await rejectionOf(createClient(server.baseUrl, { maxBytes: 5000 }).get())).failure).toBe(
      'too_large',
    )
    expect(sent).toBeGreaterThanOrEqual(5)
  })
})

describe('concurrent requests', () => {
  it('never exceed the limit, and all complete', async () => {
    let activeRequests = 0
    let maxActive = 0
    const server = await startFakeServer((_, response) => {
      activeRequests += 1
      maxActive = Math.max(maxActive, activeRequests)
      setTimeout(() => {
        activeRequests -= 1
        OK(response)
      }, 5)
    })
    const { get } = createClient(server.baseUrl, { maxConcurrent: 3 })
    const responses = await Promise.all(Array.from({ length: 12 }, () => get()))
    expect(responses).toHaveLength(12)
    expect(maxActive).toBe(3)
  })

  it('may proceed while another request waits for its retry', async () => {
    const server = await startFakeServer(respondInSequence(respondWith(503), OK))
    const { get } = createClient(server.baseUrl, {
      maxConcurrent: 1,
      sleep: async () => void (await get()),
    })
    expect(await get()).toMatchObject({ json: { id: 77 } })
    expect(server.requests).toHaveLength(3)
  })
})

describe('an abort signal', () => {
  it('prevents the request when it is already aborted', async () => {
    const server = await startFakeServer(respondInSequence(OK))
    await expect(createClient(server.baseUrl).get({ signal: AbortSignal.abort() })).rejects.toThrow('aborted')
    expect(server.requests).toEqual([])
  })

  it('ends a pending request with its reason', async () => {
    const controller = new AbortController()
    const server = await startFakeServer(() => controller.abort(new Error('the server is shutting down')))
    const { get } = createClient(server.baseUrl)
    await expect(get({ signal: controller.signal })).rejects.toThrow('the server is shutting down')
    expect(server.requests).toHaveLength(1)
  })

  it('ends a request that waits for its retry', async () => {
    const controller = new AbortController()
    const server = await startFakeServer(respondInSequence(respondWith(503)))
    const { get } = createClient(server.baseUrl, { sleep: async () => controller.abort() })
    await expect(get({ signal: controller.signal })).rejects.toThrow('aborted')
    expect(server.requests).toHaveLength(1)
  })
})

describe('cookies in errors and logs', () => {
  const secrets = [COOKIES.swid, '5ECRET00', 'secret', encodeURIComponent(COOKIES.s2)]
  const oddCookies = { swid: `${COOKIES.swid}\n`, s2: `${COOKIES.s2}\u0000` }

  it.each([
    ['a 401', respondWith(401)],
    ['a 403', respondWith(403)],
    ['a 429', respondWith(429)],
    ['a 500', respondWith(500)],
    ['a page that contains the cookies', respondWith(200, `<p>${COOKIES.swid} ${COOKIES.s2}</p>`)],
    ['a redirect', respondWith(302, '', { location: 'http://127.0.0.1:1/' })],
  ])('do not appear after %s', async (_, step) => {
    const server = await startFakeServer(respondInSequence(step))
    for (const cookies of [COOKIES, oddCookies]) {
      const { get, lines } = createClient(server.baseUrl)
      const error = await rejectionOf(get({ cookies }))
      const output = `${inspect(error, { depth: 12, showHidden: true })} ${error.stack} ${inspect(lines)}`
      expect(lines.length).toBeGreaterThan(0)
      for (const secret of secrets) expect(output).not.toContain(secret)
    }
  })

  it.each([
    ['a refused connection', closedPortUrl],
    ['a failed DNS lookup', async () => 'http://nowhere.invalid/ffl'],
  ])('do not appear after %s', async (_, getUrl) => {
    const { get, lines } = createClient(await getUrl())
    const error = await rejectionOf(get({ cookies: COOKIES }))
    const output = `${inspect(error, { depth: 12, showHidden: true })} ${inspect(lines)}`
    for (const secret of secrets) expect(output).not.toContain(secret)
  })

  it('do not appear after a timeout', async () => {
    const server = await startFakeServer(() => {})
    const { get, lines } = createClient(server.baseUrl, { timeoutMs: 40 })
    const output = `${inspect(await rejectionOf(get({ cookies: COOKIES })), { depth: 12 })} ${inspect(lines)}`
    for (const secret of secrets) expect(output).not.toContain(secret)
  })
})

it('espnClient throws a TypeError for an invalid base URL', () => {
  expect(() => createClient('lm-api-reads')).toThrow(TypeError)
})
