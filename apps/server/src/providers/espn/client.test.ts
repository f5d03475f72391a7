import { inspect } from 'node:util'
import { describe, expect, it } from 'vitest'
import { ProviderError } from '../league-provider.ts'
import { type EspnClientOptions, type EspnLogLine, type EspnRequest, espnClient } from './client.ts'
import { closedPortUrl, respondInSequence, respondWith, startFakeServer } from './fake-server.ts'

const NOW = new Date('2024-10-06T17:00:00Z')
const COOKIES = { swid: '{5ECRET00-0000-0000-0000-00000000SWID}', s2: 'AEB+secret/s2%value==' }
const OK = respondWith(200, '{"id":77}')

function createClient(baseUrl: string, options: Partial<EspnClientOptions> = {}) {
  const waits: number[] = []
  const lines: EspnLogLine[] = []
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

async function rejectionOf(answer: Promise<unknown>): Promise<ProviderError> {
  const error: unknown = await answer.then(
    () => null,
    (reason: unknown) => reason,
  )
  if (error instanceof ProviderError) return error
  throw new Error(`not a provider error: ${inspect(error)}`)
}

describe('a request', () => {
  it('sends path, query, user agent and accepted type, and gives value, text and time', async () => {
    const server = await startFakeServer(respondInSequence(OK))
    const query = [
      ['view', 'mTeam'],
      ['view', 'mNav'],
    ] as const
    const answer = await createClient(`${server.baseUrl}/`).get({ query })
    expect(answer).toEqual({
      request: 'seasons/2024?view=mTeam&view=mNav',
      fetchedAt: NOW,
      body: '{"id":77}',
      json: { id: 77 },
    })
    expect(server.requests[0]?.url).toBe('/ffl/seasons/2024?view=mTeam&view=mNav')
    expect(server.requests[0]?.headers).toMatchObject({
      accept: 'application/json',
      'user-agent': 'Fieldhouse/1.0 (+https://fieldhouse.example)',
    })
    expect(server.requests[0]?.headers.cookie).toBeUndefined()
  })

  it('sends both cookies in one header, espn_s2 encoded', async () => {
    const server = await startFakeServer(respondInSequence(OK))
    await createClient(server.baseUrl).get({ cookies: COOKIES })
    expect(server.requests[0]?.headers.cookie).toBe(
      `SWID=${COOKIES.swid}; espn_s2=AEB%2Bsecret%2Fs2%25value%3D%3D`,
    )
  })

  it('sends a filter in its header, and none without one', async () => {
    const server = await startFakeServer(respondInSequence(OK))
    const { get } = createClient(server.baseUrl)
    await get({ filter: { schedule: { filterMatchupPeriodIds: { value: [8] } } } })
    await get()
    expect(server.requests.map((request) => request.headers['x-fantasy-filter'])).toEqual([
      '{"schedule":{"filterMatchupPeriodIds":{"value":[8]}}}',
      undefined,
    ])
  })

  it('keeps what a cookie holds inside that cookie', async () => {
    const server = await startFakeServer(respondInSequence(OK))
    await createClient(server.baseUrl).get({ cookies: { swid: ' {A};\r\nx: y', s2: 'é; \ud800' } })
    expect(server.requests[0]?.headers).not.toHaveProperty('x')
    expect(server.requests[0]?.headers.cookie).toBe('SWID={A}%3B%0D%0Ax%3A%20y; espn_s2=%C3%A9%3B')
  })

  it('answers null for a 404', async () => {
    const server = await startFakeServer(
      respondInSequence(respondWith(404, '{"details":[{"type":"GENERAL_NOT_FOUND"}]}')),
    )
    expect(await createClient(server.baseUrl).get()).toBeNull()
    expect(server.requests).toHaveLength(1)
  })
})

describe('a refusal is final', () => {
  it.each([
    [401, 'not_visible'],
    [403, 'refused'],
    [400, 'refused'],
    [418, 'refused'],
  ])('%d is %s after one try', async (status, failure) => {
    const server = await startFakeServer(respondInSequence(respondWith(status, '{}')))
    const error = await rejectionOf(createClient(server.baseUrl).get())
    expect(error.failure).toBe(failure)
    expect(error.message).toBe(`seasons/2024?view=mTeam: answered ${status}`)
    expect(server.requests).toHaveLength(1)
  })

  it('a redirect is not followed, so that cookies stay with the host', async () => {
    const elsewhere = await startFakeServer(respondInSequence(OK))
    const server = await startFakeServer(
      respondInSequence(respondWith(302, '', { location: elsewhere.baseUrl })),
    )
    const error = await rejectionOf(createClient(server.baseUrl).get({ cookies: COOKIES }))
    expect(error.failure).toBe('refused')
    expect(elsewhere.requests).toEqual([])
  })
})

describe('throttling', () => {
  it.each([
    ['seconds', '7', 7000],
    ['an HTTP date', 'Sun, 06 Oct 2024 17:00:12 GMT', 12_000],
    ['a date that has passed', 'Sun, 06 Oct 2024 16:59:00 GMT', 375],
    ['nothing that can be read', 'soon', 375],
  ])('waits as long as Retry-After asks in %s, then succeeds', async (_, header, wait) => {
    const server = await startFakeServer(
      respondInSequence(respondWith(429, '', { 'retry-after': header }), OK),
    )
    const { get, waits } = createClient(server.baseUrl)
    expect(await get()).toMatchObject({ json: { id: 77 } })
    expect(waits).toEqual([wait])
  })

  it('is busy after three tries', async () => {
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
    'is busy at once when asked to wait until %s',
    async (header) => {
      const server = await startFakeServer(respondInSequence(respondWith(429, '', { 'retry-after': header })))
      const { get, waits } = createClient(server.baseUrl)
      expect((await rejectionOf(get())).failure).toBe('busy')
      expect(server.requests).toHaveLength(1)
      expect(waits).toEqual([])
    },
  )

  it('waits between half and all of a doubling time, by chance', async () => {
    const waitsAt = async (chance: number) => {
      const server = await startFakeServer(respondInSequence(respondWith(503)))
      const { get, waits } = createClient(server.baseUrl, { random: () => chance })
      await rejectionOf(get())
      return waits
    }
    expect(await waitsAt(0)).toEqual([250, 500])
    expect(await waitsAt(0.999999)).toEqual([500, 1000])
  })
})

describe('an outage', () => {
  it('that passes is not noticed', async () => {
    const server = await startFakeServer(respondInSequence(respondWith(500), respondWith(502, '<html>'), OK))
    expect(await createClient(server.baseUrl).get()).toMatchObject({ body: '{"id":77}' })
    expect(server.requests).toHaveLength(3)
  })

  it('is unavailable after three tries', async () => {
    const server = await startFakeServer(respondInSequence(respondWith(500)))
    expect((await rejectionOf(createClient(server.baseUrl).get())).failure).toBe('unavailable')
    expect(server.requests).toHaveLength(3)
  })

  it('with 503 and a long Retry-After is unavailable at once', async () => {
    const server = await startFakeServer(respondInSequence(respondWith(503, '', { 'retry-after': '3600' })))
    expect((await rejectionOf(createClient(server.baseUrl).get())).failure).toBe('unavailable')
    expect(server.requests).toHaveLength(1)
  })

  it('of silence is unavailable after the time-out of each try', async () => {
    const server = await startFakeServer(() => {})
    const error = await rejectionOf(createClient(server.baseUrl, { timeoutMs: 60 }).get())
    expect(error.failure).toBe('unavailable')
    expect(error.message).toContain('TimeoutError')
    expect(server.requests).toHaveLength(3)
  })

  it('in the middle of a body is covered by the time-out', async () => {
    const server = await startFakeServer((_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).write('{"id":')
    })
    const error = await rejectionOf(createClient(server.baseUrl, { timeoutMs: 60 }).get())
    expect(error.failure).toBe('unavailable')
    expect(server.requests).toHaveLength(3)
  })

  it('of a body that is shorter than announced is unavailable', async () => {
    const server = await startFakeServer((_, response) => {
      response.writeHead(200, { 'content-length': '1000' }).write('{"id":77}')
      setTimeout(() => response.destroy(), 5)
    })
    expect((await rejectionOf(createClient(server.baseUrl).get())).failure).toBe('unavailable')
    expect(server.requests).toHaveLength(3)
  })

  it('of a refused connection is unavailable, and named', async () => {
    const { get, waits } = createClient(await closedPortUrl())
    const error = await rejectionOf(get())
    expect(error.failure).toBe('unavailable')
    expect(error.message).toContain('ECONNREFUSED')
    expect(waits).toHaveLength(2)
    expect(error.cause).toBeInstanceOf(Error)
  })
})

describe('a success that is of no use', () => {
  it.each([
    ['a web page', '<!doctype html><title>Fantasy</title>'],
    ['nothing', ''],
    ['JSON that breaks off', '{"id":77,'],
  ])('of %s is not JSON, and is not asked for again', async (_, body) => {
    const server = await startFakeServer(respondInSequence(respondWith(200, body)))
    expect((await rejectionOf(createClient(server.baseUrl).get())).failure).toBe('not_json')
    expect(server.requests).toHaveLength(1)
  })

  it('is too large one byte over the limit', async () => {
    const server = await startFakeServer(respondInSequence(respondWith(200, `"${'x'.repeat(98)}"`)))
    expect(await createClient(server.baseUrl, { maxBytes: 100 }).get()).not.toBeNull()
    const error = await rejectionOf(createClient(server.baseUrl, { maxBytes: 99 }).get())
    expect(error.failure).toBe('too_large')
    expect(server.requests).toHaveLength(2)
  })

  it('is given up while it is still coming when it is too large', async () => {
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

describe('calls at once', () => {
  it('are never more than the limit, and all are answered', async () => {
    let underWay = 0
    let most = 0
    const server = await startFakeServer((_, response) => {
      underWay += 1
      most = Math.max(most, underWay)
      setTimeout(() => {
        underWay -= 1
        OK(response)
      }, 5)
    })
    const { get } = createClient(server.baseUrl, { maxConcurrent: 3 })
    const answers = await Promise.all(Array.from({ length: 12 }, () => get()))
    expect(answers).toHaveLength(12)
    expect(most).toBe(3)
  })

  it('leave the place of one that waits to another', async () => {
    const server = await startFakeServer(respondInSequence(respondWith(503), OK))
    const { get } = createClient(server.baseUrl, {
      maxConcurrent: 1,
      sleep: async () => void (await get()),
    })
    expect(await get()).toMatchObject({ json: { id: 77 } })
    expect(server.requests).toHaveLength(3)
  })
})

describe('an abort', () => {
  it('before the request sends nothing', async () => {
    const server = await startFakeServer(respondInSequence(OK))
    await expect(createClient(server.baseUrl).get({ signal: AbortSignal.abort() })).rejects.toThrow('aborted')
    expect(server.requests).toEqual([])
  })

  it('while the host is silent ends the request with the reason given', async () => {
    const controller = new AbortController()
    const server = await startFakeServer(() => controller.abort(new Error('the server is closing')))
    const { get } = createClient(server.baseUrl)
    await expect(get({ signal: controller.signal })).rejects.toThrow('the server is closing')
    expect(server.requests).toHaveLength(1)
  })

  it('while waiting for the next try ends the request', async () => {
    const controller = new AbortController()
    const server = await startFakeServer(respondInSequence(respondWith(503)))
    const { get } = createClient(server.baseUrl, { sleep: async () => controller.abort() })
    await expect(get({ signal: controller.signal })).rejects.toThrow('aborted')
    expect(server.requests).toHaveLength(1)
  })
})

describe('cookies', () => {
  const secrets = [COOKIES.swid, '5ECRET00', 'secret', encodeURIComponent(COOKIES.s2)]
  const oddCookies = { swid: `${COOKIES.swid}\n`, s2: `${COOKIES.s2}\u0000` }

  it.each([
    ['401', respondWith(401)],
    ['403', respondWith(403)],
    ['429', respondWith(429)],
    ['500', respondWith(500)],
    ['a page that repeats them', respondWith(200, `<p>${COOKIES.swid} ${COOKIES.s2}</p>`)],
    ['a redirect', respondWith(302, '', { location: 'http://127.0.0.1:1/' })],
  ])('are in no error and no log line after %s', async (_, answer) => {
    const server = await startFakeServer(respondInSequence(answer))
    for (const cookies of [COOKIES, oddCookies]) {
      const { get, lines } = createClient(server.baseUrl)
      const error = await rejectionOf(get({ cookies }))
      const told = `${inspect(error, { depth: 12, showHidden: true })} ${error.stack} ${inspect(lines)}`
      expect(lines.length).toBeGreaterThan(0)
      for (const secret of secrets) expect(told).not.toContain(secret)
    }
  })

  it.each([
    ['a refused connection', closedPortUrl],
    ['a host that does not exist', async () => 'http://nowhere.invalid/ffl'],
  ])('are in no error and no log line after %s', async (_, address) => {
    const { get, lines } = createClient(await address())
    const error = await rejectionOf(get({ cookies: COOKIES }))
    const told = `${inspect(error, { depth: 12, showHidden: true })} ${inspect(lines)}`
    for (const secret of secrets) expect(told).not.toContain(secret)
  })

  it('are in no error after silence', async () => {
    const server = await startFakeServer(() => {})
    const { get, lines } = createClient(server.baseUrl, { timeoutMs: 40 })
    const told = `${inspect(await rejectionOf(get({ cookies: COOKIES })), { depth: 12 })} ${inspect(lines)}`
    for (const secret of secrets) expect(told).not.toContain(secret)
  })
})

it('a base address that is none is refused when the client is made', () => {
  expect(() => createClient('lm-api-reads')).toThrow(TypeError)
})
