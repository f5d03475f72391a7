import { existsSync, readFileSync } from 'node:fs'
import { startSimulatedProvider } from '@fieldhouse/simulator/simulated-provider'
import { SHEET_IDS, SHEET_TABS } from '@fieldhouse/simulator/sites/sheets'
import { describe, expect, it } from 'vitest'
import {
  createSheetSource,
  SheetError,
  type SheetFailure,
  type SheetRequest,
  type SheetSourceOptions,
} from './sheets.ts'
import { closedPortUrl, respondInSequence, respondWith, startFakeServer } from './testing/fake-server.ts'

const SAMPLES = new URL('../../../../../shared/outside-data/samples/', import.meta.url)
const HAS_SAMPLES = existsSync(SAMPLES)
const SAMPLES_SKIP_REASON = 'skipped: the samples are not next to the repository'

const ID = '1abcdefghijklmnopqrstuvwxyz'
const CSV = { 'content-type': 'text/csv; charset=utf-8' }
const HTML = { 'content-type': 'text/html; charset=utf-8' }

const respondWithCsv = (body: string) => respondWith(200, body, CSV)
const redirectTo = (location: string) => respondWith(307, '', { location })

/** The URL of a fake server, without a path. */
const originOf = ({ baseUrl }: { baseUrl: string }) => new URL(baseUrl).origin

function createSource(address: string, options: Partial<SheetSourceOptions> = {}) {
  const waits: number[] = []
  const source = createSheetSource({
    baseUrl: address,
    userAgent: 'Fieldhouse/1.0 (+https://fieldhouse.example)',
    now: () => new Date('2026-10-11T18:30:00Z'),
    sleep: async (ms) => void waits.push(ms),
    random: () => 0.5,
    ...options,
  })
  const read = (request: Partial<SheetRequest> = {}) =>
    source.readRows({ sheetId: ID, gid: null, ...request })
  return { read, waits }
}

async function failureOf(promise: Promise<unknown>): Promise<SheetFailure> {
  try {
    await promise
  } catch (error) {
    if (error instanceof SheetError) return error.failure
    throw error
  }
  throw new Error('expected a SheetError')
}

describe('createSheetSource', () => {
  it.each([
    [ID, null, `/spreadsheets/d/${ID}/export?format=csv`],
    [ID, '7', `/spreadsheets/d/${ID}/export?format=csv&gid=7`],
    [`e/2PACX-${ID}`, '7', `/spreadsheets/d/e/2PACX-${ID}/pub?output=csv&gid=7&single=true`],
    [`e/2PACX-${ID}`, null, `/spreadsheets/d/e/2PACX-${ID}/pub?output=csv`],
  ])('requests sheet %s, tab %j, at %s', async (sheetId, gid, path) => {
    const server = await startFakeServer(respondInSequence(respondWithCsv('a')))
    await createSource(originOf(server)).read({ sheetId, gid })
    expect(server.requests[0]?.url).toBe(path)
    expect(server.requests[0]?.headers).toMatchObject({
      accept: 'text/csv',
      'user-agent': 'Fieldhouse/1.0 (+https://fieldhouse.example)',
    })
    expect(server.requests[0]?.headers.cookie).toBe(undefined)
  })

  it('parses CSV with quotes, line breaks in cells, empty cells and rows, and non-Latin text', async () => {
    const body =
      '\ufeffOwner,Pick\r\n"Lee ""Ace"" Park","Two legs:\nJets +3 (−105)"\r\n,\r\n\r\nŻaneta,"a,b",c\n'
    const server = await startFakeServer(respondInSequence(respondWithCsv(body)))
    expect(await createSource(originOf(server)).read()).toEqual([
      ['Owner', 'Pick'],
      ['Lee "Ace" Park', 'Two legs:\nJets +3 (−105)'],
      ['', ''],
      [''],
      ['Żaneta', 'a,b', 'c'],
    ])
  })

  it('returns no rows for an empty sheet', async () => {
    const server = await startFakeServer(respondInSequence(respondWithCsv('')))
    expect(await createSource(originOf(server)).read()).toEqual([])
  })
})

describe('a redirect of the export', () => {
  it('is followed to another port of the loopback address', async () => {
    const file = await startFakeServer(respondInSequence(respondWithCsv('found')))
    const server = await startFakeServer(respondInSequence(redirectTo(`${originOf(file)}/once?x=1`)))
    expect(await createSource(originOf(server)).read()).toEqual([['found']])
    expect(file.requests[0]?.url).toBe('/once?x=1')
  })

  it.each([5, 6])('is followed at most five times, tried with %i redirects', async (hops) => {
    const steps = Array.from({ length: hops }, (_, index) => redirectTo(`/hop/${index}`))
    const server = await startFakeServer(respondInSequence(...steps, respondWithCsv('found')))
    const rows = createSource(originOf(server)).read()
    if (hops === 5) expect(await rows).toEqual([['found']])
    else expect(await failureOf(rows)).toBe('elsewhere')
    expect(server.requests).toHaveLength(6)
  })

  it.each([
    ['https://accounts.google.com/ServiceLogin?continue=x', 'private'],
    ['https://example.org/evil.csv', 'elsewhere'],
    ['https://googleusercontent.com.example.org/', 'elsewhere'],
    ['http://169.254.169.254/latest/meta-data', 'elsewhere'],
    ['file:///etc/passwd', 'elsewhere'],
    ['https://', 'elsewhere'],
  ])('to %s is not followed and fails as %s', async (location, failure) => {
    const server = await startFakeServer(respondInSequence(redirectTo(location)))
    expect(await failureOf(createSource(originOf(server)).read())).toBe(failure)
    expect(server.requests).toHaveLength(1)
  })

  it('without a location fails as elsewhere', async () => {
    const server = await startFakeServer(respondInSequence(respondWith(302)))
    expect(await failureOf(createSource(originOf(server)).read())).toBe('elsewhere')
  })
})

describe('reading a sheet', () => {
  const page = '<!DOCTYPE html><title>Sign in</title>'

  it.each([
    ['a web page', respondWith(200, page, HTML), 'private'],
    ['a web page that claims to be CSV', respondWith(200, `\n ${page}`, CSV), 'private'],
    ['400', respondWith(400, page, HTML), 'no_tab'],
    ['401', respondWith(401, page, HTML), 'private'],
    ['403', respondWith(403, page, HTML), 'private'],
    ['404', respondWith(404, page, HTML), 'missing'],
    ['410', respondWith(410, page, HTML), 'private'],
    ['418', respondWith(418, page, HTML), 'unreadable'],
    ['invalid CSV', respondWithCsv('a,"b'), 'unreadable'],
    ['more than 1 MB', respondWithCsv('x'.repeat(1024 * 1024 + 1)), 'too_large'],
    ['more than 5,000 rows', respondWithCsv('x\n'.repeat(5001)), 'too_large'],
  ])('fails without a retry for %s', async (_, step, failure) => {
    const server = await startFakeServer(respondInSequence(step))
    expect(await failureOf(createSource(originOf(server)).read())).toBe(failure)
    expect(server.requests).toHaveLength(1)
  })

  it('accepts 5,000 rows', async () => {
    const server = await startFakeServer(respondInSequence(respondWithCsv('x\n'.repeat(5000))))
    expect(await createSource(originOf(server)).read()).toHaveLength(5000)
  })

  it.each([429, 500, 503])('is retried after HTTP %i and fails after three attempts', async (status) => {
    const busy = respondWith(status, page, HTML)
    const recovering = await startFakeServer(respondInSequence(busy, busy, respondWithCsv('found')))
    const { read, waits } = createSource(originOf(recovering))
    expect(await read()).toEqual([['found']])
    expect(waits).toEqual([375, 750])
    const server = await startFakeServer(respondInSequence(busy))
    expect(await failureOf(createSource(originOf(server)).read())).toBe('unavailable')
    expect(server.requests).toHaveLength(3)
  })

  it('waits for Retry-After before a retry', async () => {
    const server = await startFakeServer(
      respondInSequence(respondWith(429, '', { 'retry-after': '4' }), respondWithCsv('found')),
    )
    const { read, waits } = createSource(originOf(server))
    await read()
    expect(waits).toEqual([4000])
  })

  it('fails as unavailable when the connection is refused', async () => {
    expect(await failureOf(createSource(new URL(await closedPortUrl()).origin).read())).toBe('unavailable')
  })

  it('fails as unavailable when the body times out', async () => {
    const server = await startFakeServer(
      respondInSequence((response) => response.writeHead(200, CSV).write('a,b\n')),
    )
    expect(await failureOf(createSource(originOf(server), { timeoutMs: 100 }).read())).toBe('unavailable')
  })

  it('stops when the signal aborts', async () => {
    const controller = new AbortController()
    const server = await startFakeServer(() => controller.abort(new Error('client disconnected')))
    await expect(createSource(originOf(server)).read({ signal: controller.signal })).rejects.toThrow(
      'client disconnected',
    )
  })
})

describe('reading a simulated sheet', () => {
  it.each([
    [SHEET_IDS.picks, SHEET_TABS.long, null],
    [SHEET_IDS.picks, SHEET_TABS.wide, null],
    [SHEET_IDS.picks, 0, 'no_tab'],
    [SHEET_IDS.private, SHEET_TABS.long, 'private'],
    [SHEET_IDS.busy, SHEET_TABS.long, 'unavailable'],
    ['1SupperClubNothing-abcdefghijklmn', SHEET_TABS.long, 'missing'],
  ])('handles %s, tab %i, like a real sheet', async (sheetId, tab, failure) => {
    const provider = await startSimulatedProvider({
      seed: 'sheets',
      now: () => new Date('2026-11-21T12:00:00Z'),
    })
    try {
      const rows = createSource(provider.url).read({ sheetId, gid: `${tab}` })
      if (failure !== null) expect(await failureOf(rows)).toBe(failure)
      else expect((await rows).flat()).toContain('Ada Quill')
    } finally {
      await provider.close()
    }
  })
})

describe.skipIf(!HAS_SAMPLES)(`recorded sheets${HAS_SAMPLES ? '' : ` (${SAMPLES_SKIP_REASON})`}`, () => {
  const sample = (name: string) => readFileSync(new URL(name, SAMPLES), 'utf8')

  it('are read completely', async () => {
    const server = await startFakeServer(
      respondInSequence(
        respondWithCsv(sample('sheet-export-long.csv')),
        respondWithCsv(sample('sheet-gviz-long.csv')),
      ),
    )
    const { read } = createSource(originOf(server))
    const long = await read()
    expect(long).toHaveLength(9)
    expect(long[3]).toEqual(['1', 'Lee "Ace" Park', 'Bears/Lions under 47.5 (−105)', '2025'])
    expect(long[8]).toEqual(['Week 2', 'Lee "Ace" Park', 'Two legs:\nJets +3 (+100)', '2025'])
    expect((await read())[1]).toEqual(['1', 'Pat Doe', 'Chiefs -3.5 (-110)', '2025', ''])
  })

  it('are reported as private when they show the sign-in page', async () => {
    const server = await startFakeServer(
      respondInSequence(respondWith(200, sample('sheet-private-signin.html'), HTML)),
    )
    expect(await failureOf(createSource(originOf(server)).read())).toBe('private')
  })
})
