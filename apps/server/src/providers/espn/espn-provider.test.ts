import { describe, expect, it } from 'vitest'
import { ProviderError, type ProviderFailure } from '../league-provider.ts'
import { startFakeServer } from '../testing/fake-server.ts'
import { type EspnClient, type EspnRequest, espnClient, espnProvider } from './espn-provider.ts'
import { ADA, BEN, buildBody, REQUESTED } from './testing/bodies.ts'

const COOKIES = { swid: '{A}', s2: 's' }
const FETCHED = new Date('2024-10-06T17:00:00Z')

type Replies = { season?: unknown; history?: unknown; seasonNav?: unknown; historyNav?: unknown }

const FAILURES = ['not_visible', 'refused', 'unavailable', 'not_json']

/** A client with a reply per endpoint and view: a body, null for a 404, or the name of a failure. */
function clientWith(replies: Replies) {
  const requestedKeys: string[] = []
  const requests: EspnRequest[] = []
  const client: EspnClient = {
    async get(request) {
      request.signal?.throwIfAborted()
      const endpoint = request.path.startsWith('leagueHistory') ? 'history' : 'season'
      const key = request.query.some(([, value]) => value === 'mNav') ? (`${endpoint}Nav` as const) : endpoint
      requestedKeys.push(key)
      requests.push(request)
      const reply = replies[key] ?? null
      if (reply === null) return null
      const failure = FAILURES.find((each) => each === reply) as ProviderFailure | undefined
      if (failure !== undefined) throw new ProviderError(failure, `${key} failed`)
      return { request: key, fetchedAt: FETCHED, body: JSON.stringify(reply), json: reply }
    },
  }
  return { provider: espnProvider(client), requestedKeys, requests }
}

const NAMED = [
  { id: ADA, firstName: 'Ada', lastName: 'Marlow' },
  { id: BEN, firstName: 'Ben', lastName: 'Okafor' },
]
const NAV = { id: 77, members: [{ id: BEN, isLeagueManager: true }] }

function bodyOf(season: number) {
  return buildBody({ seasonId: season, members: NAMED })
}

describe('readSeason', () => {
  it("requests the season's views and the commissioner flags separately", async () => {
    const { provider, requests } = clientWith({ season: bodyOf(2024), seasonNav: NAV })
    const response = await provider.readSeason({ ...REQUESTED, cookies: COOKIES })
    expect(
      requests.map(({ path, query }) => `${path}?${query.map((each) => each.join('=')).join('&')}`),
    ).toEqual([
      'seasons/2024/segments/0/leagues/77?view=mSettings&view=mTeam&view=mMatchupScore&view=mMatchup',
      'seasons/2024/segments/0/leagues/77?view=mNav',
    ])
    expect(requests.map((request) => request.cookies)).toEqual([COOKIES, COOKIES])
    expect(response?.season.members.map(({ name, isManager }) => [name, isManager])).toEqual([
      ['Ada Marlow', false],
      ['Ben Okafor', true],
    ])
    expect(response?.raw).toEqual([
      { request: 'season', fetchedAt: FETCHED, body: JSON.stringify(bodyOf(2024)) },
      { request: 'seasonNav', fetchedAt: FETCHED, body: JSON.stringify(NAV) },
    ])
  })

  it('reads a season before 2018 from the history endpoint, which returns a list', async () => {
    const { provider, requests } = clientWith({ history: [bodyOf(2017)], historyNav: [NAV] })
    const response = await provider.readSeason({ leagueId: '77', season: 2017, cookies: null })
    expect(response?.season).toMatchObject({ season: 2017, findings: [] })
    expect(requests[0]).toMatchObject({ path: 'leagueHistory/77', cookies: null })
    expect(requests[0]?.query[0]).toEqual(['seasonId', '2017'])
  })

  it.each([
    ['a 404', 2024, { season: null }],
    ['a 404 from both endpoints', 2019, { season: null, history: null }],
    ['an empty list from history', 2016, { history: [], historyNav: [] }],
    ['a 404 and an empty list', 2018, { season: null, history: [] }],
  ])('returns null for %s', async (_, season, replies) => {
    const { provider } = clientWith(replies)
    expect(await provider.readSeason({ leagueId: '77', season, cookies: null })).toBeNull()
  })

  it('reads 2019 from history when the season endpoint does not have it', async () => {
    const { provider } = clientWith({ history: [bodyOf(2019)], historyNav: [NAV] })
    const response = await provider.readSeason({ leagueId: '77', season: 2019, cookies: null })
    expect(response?.raw.map((raw) => raw.request)).toEqual(['history', 'historyNav'])
    expect(response?.season.members[1]).toMatchObject({ isManager: true })
  })

  it('reads a newer season from history if only history has it, as those that ESPN imported', async () => {
    const { provider } = clientWith({ history: [bodyOf(2022)], historyNav: [NAV] })
    const response = await provider.readSeason({ leagueId: '77', season: 2022, cookies: null })
    expect(response?.season).toMatchObject({ season: 2022, findings: [] })
  })

  it.each([
    [2018, { season: 'not_visible', seasonNav: 'not_visible', history: [bodyOf(2018)], historyNav: [NAV] }],
    [2017, { history: 'not_visible', historyNav: 'not_visible', season: bodyOf(2017), seasonNav: NAV }],
  ])('reads %d from the other endpoint when its default endpoint denies access', async (season, replies) => {
    const { provider } = clientWith(replies)
    const response = await provider.readSeason({ leagueId: '77', season, cookies: COOKIES })
    expect(response?.season).toMatchObject({ season, findings: [] })
    expect(response?.raw).toHaveLength(2)
  })

  it.each([['not_visible'], ['refused'], ['unavailable'], [null], [[]]])(
    'throws not_visible when the other endpoint replies %j',
    async (history) => {
      const { provider, requestedKeys } = clientWith({
        season: 'not_visible',
        seasonNav: 'not_visible',
        history,
      })
      const read = provider.readSeason({ leagueId: '77', season: 2024, cookies: null })
      await expect(read).rejects.toMatchObject({ failure: 'not_visible' })
      expect(requestedKeys.filter((key) => key === 'history')).toHaveLength(1)
    },
  )

  it.each(['refused', 'unavailable', 'not_json'])(
    'does not request the other endpoint after the failure %s',
    async (failure) => {
      const { provider, requestedKeys } = clientWith({ season: failure, history: [bodyOf(2019)] })
      const read = provider.readSeason({ leagueId: '77', season: 2019, cookies: null })
      await expect(read).rejects.toMatchObject({ failure })
      expect(requestedKeys).not.toContain('history')
    },
  )

  it('rejects the body of another league', async () => {
    const { provider } = clientWith({ season: buildBody({ id: 78 }), seasonNav: NAV })
    await expect(provider.readSeason({ ...REQUESTED, cookies: null })).rejects.toMatchObject({
      failure: 'wrong_league',
    })
  })
})

describe('readSeason with commissioner flags', () => {
  it.each([
    ['are unavailable', 'unavailable'],
    ['are denied', 'not_visible'],
    ['are absent', null],
    ['are an empty list', []],
    ['belong to another season', { seasonId: 2023, members: [{ id: ADA, isLeagueManager: true }] }],
    ['have an unexpected shape', 'hello'],
  ])('that %s reports a finding and returns the season', async (_, seasonNav) => {
    const { provider } = clientWith({ season: bodyOf(2024), seasonNav })
    const response = await provider.readSeason({ ...REQUESTED, cookies: null })
    expect(response?.season.findings.map((finding) => finding.code)).toEqual(['commissioner_unknown'])
    expect(response?.raw.map((raw) => raw.request)).toEqual(['season'])
  })
})

describe('an abort signal', () => {
  it('ends readSeason with its reason', async () => {
    const { provider } = clientWith({ season: bodyOf(2024) })
    const signal = AbortSignal.abort(new Error('the server is shutting down'))
    await expect(provider.readSeason({ ...REQUESTED, cookies: null, signal })).rejects.toThrow(
      'the server is shutting down',
    )
  })

  it('cancels the request for flags when the season is not found', async () => {
    const { promise: flagsEnded, resolve } = withResolvers()
    const server = await startFakeServer((request, response) => {
      if (request.url?.includes('mNav')) response.on('close', () => resolve('ended'))
      else response.writeHead(404).end()
    })
    const client = espnClient({
      baseUrl: server.baseUrl,
      userAgent: 'Fieldhouse/1.0 (+https://fieldhouse.example)',
      now: () => FETCHED,
      sleep: async () => {},
      random: () => 0,
    })
    expect(await espnProvider(client).readSeason({ ...REQUESTED, cookies: null })).toBeNull()
    expect(await flagsEnded).toBe('ended')
  })
})

function withResolvers() {
  let resolve: (value: string) => void = () => {}
  const promise = new Promise<string>((done) => {
    resolve = done
  })
  return { promise, resolve }
}
