import { describe, expect, it } from 'vitest'
import { ProviderError, type ProviderFailure } from '../league-provider.ts'
import { ADA, BEN, buildBody, REQUESTED } from './bodies-for-tests.ts'
import type { EspnClient, EspnRequest } from './client.ts'
import { espnClient } from './client.ts'
import { espnProvider } from './espn-provider.ts'
import { startFakeServer } from './fake-server.ts'

const COOKIES = { swid: '{A}', s2: 's' }
const FETCHED = new Date('2024-10-06T17:00:00Z')

type Replies = { season?: unknown; history?: unknown; seasonNav?: unknown; historyNav?: unknown }

const FAILURES = ['not_visible', 'refused', 'unavailable', 'not_json']

/** A client that answers by endpoint and view: a body, null for a 404, or a failure by its name. */
function clientWith(replies: Replies) {
  const asked: string[] = []
  const requests: EspnRequest[] = []
  const client: EspnClient = {
    async get(request) {
      request.signal?.throwIfAborted()
      const endpoint = request.path.startsWith('leagueHistory') ? 'history' : 'season'
      const key = request.query.some(([, value]) => value === 'mNav') ? (`${endpoint}Nav` as const) : endpoint
      asked.push(key)
      requests.push(request)
      const reply = replies[key] ?? null
      if (reply === null) return null
      const failure = FAILURES.find((each) => each === reply) as ProviderFailure | undefined
      if (failure !== undefined) throw new ProviderError(failure, `${key} failed`)
      return { request: key, fetchedAt: FETCHED, body: JSON.stringify(reply), json: reply }
    },
  }
  return { provider: espnProvider(client), asked, requests }
}

const NAMED = [
  { id: ADA, firstName: 'Ada', lastName: 'Marlow' },
  { id: BEN, firstName: 'Ben', lastName: 'Okafor' },
]
const NAV = { id: 77, members: [{ id: BEN, isLeagueManager: true }] }

function bodyOf(season: number) {
  return buildBody({ seasonId: season, members: NAMED })
}

describe('a season', () => {
  it('is read with its views in one request and the commissioner flag in another', async () => {
    const { provider, requests } = clientWith({ season: bodyOf(2024), seasonNav: NAV })
    const answer = await provider.readSeason({ ...REQUESTED, cookies: COOKIES })
    expect(
      requests.map(({ path, query }) => `${path}?${query.map((each) => each.join('=')).join('&')}`),
    ).toEqual([
      'seasons/2024/segments/0/leagues/77?view=mSettings&view=mTeam&view=mMatchupScore&view=mMatchup',
      'seasons/2024/segments/0/leagues/77?view=mNav',
    ])
    expect(requests.map((request) => request.cookies)).toEqual([COOKIES, COOKIES])
    expect(answer?.season.members.map(({ name, isManager }) => [name, isManager])).toEqual([
      ['Ada Marlow', false],
      ['Ben Okafor', true],
    ])
    expect(answer?.raw).toEqual([
      { request: 'season', fetchedAt: FETCHED, body: JSON.stringify(bodyOf(2024)) },
      { request: 'seasonNav', fetchedAt: FETCHED, body: JSON.stringify(NAV) },
    ])
  })

  it('before 2018 is read from the history endpoint, whose answer is a list', async () => {
    const { provider, requests } = clientWith({ history: [bodyOf(2017)], historyNav: [NAV] })
    const answer = await provider.readSeason({ leagueId: 77, season: 2017, cookies: null })
    expect(answer?.season).toMatchObject({ season: 2017, findings: [] })
    expect(requests[0]).toMatchObject({ path: 'leagueHistory/77', cookies: null })
    expect(requests[0]?.query[0]).toEqual(['seasonId', '2017'])
  })

  it.each([
    ['404', 2024, { season: null }],
    ['404 from both endpoints', 2019, { season: null, history: null }],
    ['an empty list of history', 2016, { history: [], historyNav: [] }],
    ['404 and an empty list', 2018, { season: null, history: [] }],
  ])('is null for %s', async (_, season, replies) => {
    const { provider } = clientWith(replies)
    expect(await provider.readSeason({ leagueId: 77, season, cookies: null })).toBeNull()
  })

  it('of 2019 that the season endpoint does not have is read from history', async () => {
    const { provider } = clientWith({ history: [bodyOf(2019)], historyNav: [NAV] })
    const answer = await provider.readSeason({ leagueId: 77, season: 2019, cookies: null })
    expect(answer?.raw.map((raw) => raw.request)).toEqual(['history', 'historyNav'])
    expect(answer?.season.members[1]).toMatchObject({ isManager: true })
  })

  it('of 2020 that the season endpoint does not have is not looked for in history', async () => {
    const { provider, asked } = clientWith({ history: [bodyOf(2020)] })
    expect(await provider.readSeason({ leagueId: 77, season: 2020, cookies: null })).toBeNull()
    expect(asked).not.toContain('history')
  })

  it.each([
    [2018, { season: 'not_visible', seasonNav: 'not_visible', history: [bodyOf(2018)], historyNav: [NAV] }],
    [2017, { history: 'not_visible', historyNav: 'not_visible', season: bodyOf(2017), seasonNav: NAV }],
  ])('of %d that one endpoint denies is read from the other', async (season, replies) => {
    const { provider } = clientWith(replies)
    const answer = await provider.readSeason({ leagueId: 77, season, cookies: COOKIES })
    expect(answer?.season).toMatchObject({ season, findings: [] })
    expect(answer?.raw).toHaveLength(2)
  })

  it.each([['not_visible'], ['refused'], ['unavailable'], [null], [[]]])(
    'stays denied when the other endpoint answers %j',
    async (history) => {
      const { provider, asked } = clientWith({ season: 'not_visible', seasonNav: 'not_visible', history })
      const read = provider.readSeason({ leagueId: 77, season: 2024, cookies: null })
      await expect(read).rejects.toMatchObject({ failure: 'not_visible' })
      expect(asked.filter((key) => key === 'history')).toHaveLength(1)
    },
  )

  it.each(['refused', 'unavailable', 'not_json'])(
    'that is %s is not looked for elsewhere',
    async (failure) => {
      const { provider, asked } = clientWith({ season: failure, history: [bodyOf(2019)] })
      const read = provider.readSeason({ leagueId: 77, season: 2019, cookies: null })
      await expect(read).rejects.toMatchObject({ failure })
      expect(asked).not.toContain('history')
    },
  )

  it('of another league is refused', async () => {
    const { provider } = clientWith({ season: buildBody({ id: 78 }), seasonNav: NAV })
    await expect(provider.readSeason({ ...REQUESTED, cookies: null })).rejects.toMatchObject({
      failure: 'wrong_league',
    })
  })
})

describe('the commissioner flag', () => {
  it.each([
    ['unavailable', 'unavailable'],
    ['denied', 'not_visible'],
    ['absent', null],
    ['an empty list', []],
    ['of another season', { seasonId: 2023, members: [{ id: ADA, isLeagueManager: true }] }],
    ['of another shape', 'hello'],
  ])('that is %s is reported as unknown, and the season stands', async (_, seasonNav) => {
    const { provider } = clientWith({ season: bodyOf(2024), seasonNav })
    const answer = await provider.readSeason({ ...REQUESTED, cookies: null })
    expect(answer?.season.findings.map((finding) => finding.code)).toEqual(['commissioner_unknown'])
    expect(answer?.raw.map((raw) => raw.request)).toEqual(['season'])
  })
})

describe('an abort', () => {
  it('ends the read with its reason', async () => {
    const { provider } = clientWith({ season: bodyOf(2024) })
    const signal = AbortSignal.abort(new Error('the server is closing'))
    await expect(provider.readSeason({ ...REQUESTED, cookies: null, signal })).rejects.toThrow(
      'the server is closing',
    )
  })

  it('reaches the request for the flag when the season is not found', async () => {
    const { promise: flagEnded, resolve } = withResolvers()
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
    expect(await flagEnded).toBe('ended')
  })
})

function withResolvers() {
  let resolve: (value: string) => void = () => {}
  const promise = new Promise<string>((done) => {
    resolve = done
  })
  return { promise, resolve }
}
