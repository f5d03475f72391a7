import { DAY_MS, MINUTE_MS } from '@fieldhouse/domain/duration'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { JobRun, NewJob } from '../../jobs/job.ts'
import { ProviderError } from '../../providers/http/attempts.ts'
import type { NewsSource, NewsSubject, SourceHeadline } from '../../providers/news.ts'
import { findLastFetch } from '../../repositories/external-fetch-store.ts'
import { createBarrier } from '../../testing/barrier.ts'
import { createTestRunner } from '../../testing/run-jobs.ts'
import { buildSeason } from '../../testing/season-fixture.ts'
import { ADMIN_CODE, SUNDAY, startApp, type TestApp, type TestClient } from '../../testing/start-app.ts'
import { storeWeek } from '../../testing/store-week.ts'
import { buildLineup, buildPlayer, buildWeek } from '../../testing/week-fixture.ts'
import { externalFetchJob } from '../external-data/external-data.ts'
import { fetchNews, findNews, getNews as getNewsOf, newsCleanupJob, viewedLeaguesNewsJob } from './news.ts'

type Responder = (subject: NewsSubject) => SourceHeadline[] | Promise<SourceHeadline[]>

/** A news source that knows players by name and returns what `respond` returns. */
class FakeNewsSource implements NewsSource {
  readonly name: NewsSource['name']
  readonly ttlMs: number
  readonly retryDelayMs = 30 * MINUTE_MS
  requests: (readonly string[])[] = []
  /** How often a cache key was requested. */
  lookups = 0
  respond: Responder
  constructor(name: NewsSource['name'], ttlMs: number, respond: Responder) {
    this.name = name
    this.ttlMs = ttlMs
    this.respond = respond
  }
  cacheKeyOf({ name }: NewsSubject) {
    this.lookups += 1
    return name.toLowerCase()
  }
  async read(...[subjects, onHeadlines]: Parameters<NewsSource['read']>) {
    this.requests.push(subjects.map(({ name }) => name))
    for (const subject of subjects) await onHeadlines(subject, await this.respond(subject))
  }
}

function buildHeadline(title: string, overrides: Partial<SourceHeadline> = {}): SourceHeadline {
  return {
    id: title,
    title,
    source: 'The Ledger',
    link: `https://ledger.example/${encodeURIComponent(title)}`,
    isDirect: false,
    publishedAt: new Date('2026-10-11T12:00:00Z'),
    ...overrides,
  }
}

const LEAGUE = { espn_league_id: 4712, sheet_id: null, sheet_gid: null, has_betslip: 0, created_at: 0 }

const fail = () => Promise.reject(new ProviderError('busy', 'HTTP 429'))

let espn: FakeNewsSource
let search: FakeNewsSource
let testApp: TestApp
let member: TestClient
beforeEach(async () => {
  espn = new FakeNewsSource('player news', 15 * MINUTE_MS, ({ name }) => [buildHeadline(`${name} is out`)])
  search = new FakeNewsSource('news search', 60 * MINUTE_MS, ({ name }) => [buildHeadline(`All of ${name}`)])
  testApp = await startApp({}, { newsSources: [espn, search] })
  member = await testApp.registerUser('reader')
  await createLeague('Island', 'reader', ['Rook Calloway', 'Bo Run'])
})
afterEach(() => testApp.close())

/** Creates a league with one member and one lineup. */
async function createLeague(name: string, username: string, players: readonly string[]): Promise<number> {
  const { db } = testApp
  const { id: league_id } = await db
    .insertInto('leagues')
    .values({ ...LEAGUE, name, name_key: name.toLowerCase() })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id: user_id } = await db
    .selectFrom('users')
    .select('id')
    .where('username', '=', username)
    .executeTakeFirstOrThrow()
  await db
    .insertInto('memberships')
    .values({ league_id, user_id, role: 'player', created_at: 0, imported_person_id: null })
    .execute()
  const roster = players.map((player, index) =>
    buildPlayer({ playerId: league_id * 100 + index, name: player }),
  )
  await storeWeek(db, league_id, buildWeek({ lineups: [buildLineup(1, roster)] }))
  return league_id
}

const getNews = (players: string, client = member) =>
  client.get(`/api/player-news/?players=${encodeURIComponent(players)}`)
const getTitles = async (players: string) =>
  (await getNews(players)).body.items.map((item: { title: string }) => item.title).sort()

const advanceTime = (minutes: number) => {
  testApp.clock.now = new Date(testApp.clock.now.getTime() + minutes * MINUTE_MS)
}

describe('player news', () => {
  it('returns the headlines of both sources, newest first', async () => {
    const publishedAt = new Date('2026-10-11T13:00:00Z')
    search.respond = ({ name }) => [buildHeadline(`All of ${name}`, { publishedAt })]
    const { status, body } = await getNews('Rook Calloway,Bo Run')
    expect(status).toBe(200)
    expect(body.items).toHaveLength(4)
    expect(body.items[0]).toEqual({
      player: 'Bo Run',
      title: 'All of Bo Run',
      source: 'The Ledger',
      link: 'https://ledger.example/All%20of%20Bo%20Run',
      published: '2026-10-11T13:00:00.000Z',
    })
  })

  it('asks no source about players who are on no roster of the reader, and returns what is stored', async () => {
    const outsider = await testApp.registerUser('outsider')
    const nothing = { items: [], is_complete: true }
    expect((await getNews('Rook Calloway,Jo Nobody', outsider)).body).toEqual(nothing)
    const stored = '/api/player-news/?players=Rook%20Calloway&source=stored'
    expect((await outsider.get(stored)).body).toEqual(nothing)
    expect((await getNews('Rook Calloway,Jo Nobody')).body).toMatchObject({
      items: [{}, {}],
      is_complete: true,
    })
    expect(espn.requests).toEqual([['Rook Calloway']])
    expect((await getNews('Rook Calloway', outsider)).body).toMatchObject({
      items: [{}, {}],
      is_complete: true,
    })
    advanceTime(60)
    expect((await getNews('Rook Calloway', outsider)).body.items).toHaveLength(2)
    await createLeague('Delta', 'outsider', ['Jo Nobody'])
    await getNews('Rook Calloway,Jo Nobody', outsider)
    expect(espn.requests).toEqual([['Rook Calloway'], ['Jo Nobody']])
    expect(search.requests).toEqual(espn.requests)
  })

  it('asks about the newest rosters only', async () => {
    const roster = [buildPlayer({ playerId: 101, name: 'Bo Run' })]
    const week = buildWeek({ week: 2, lineups: [buildLineup(1, roster)] })
    await storeWeek(testApp.db, await testApp.findLeagueId('Island'), week)
    await getNews('Rook Calloway,Bo Run')
    expect(espn.requests).toEqual([['Bo Run']])
  })

  it('fetches news once for all users and again when stale', async () => {
    await getNews('Rook Calloway')
    const other = await testApp.registerUser('other')
    expect((await getNews('Rook Calloway', other)).body.items).toHaveLength(2)
    expect([espn.requests.length, search.requests.length]).toEqual([1, 1])
    await getNews('Rook Calloway,Bo Run')
    expect(espn.requests[1]).toEqual(['Bo Run'])
    advanceTime(15)
    await getNews('Rook Calloway,Bo Run')
    expect([espn.requests.length, search.requests.length]).toEqual([3, 2])
    advanceTime(45)
    await getNews('Rook Calloway')
    expect([espn.requests.length, search.requests.length]).toEqual([4, 3])
  })

  it('serves the cached response, or a 304, while no source is stale', async () => {
    await getNews('Rook Calloway')
    const { body, headers } = await getNews('Rook Calloway')
    const { lookups } = espn
    advanceTime(14.9)
    await getNews('Rook Calloway')
    expect(espn.lookups).toBeGreaterThan(lookups)
    const cachedLookups = espn.lookups
    expect((await getNews('Rook Calloway')).body).toEqual(body)
    const conditionalHeaders = { 'if-none-match': String(headers['etag']) }
    expect((await member.get('/api/player-news/?players=Rook%20Calloway', conditionalHeaders)).status).toBe(
      304,
    )
    // All databases of a PostgreSQL cluster share one version, so other tests' writes invalidate the cache.
    if (process.env['TEST_ENGINE'] !== 'postgres') expect(espn.lookups).toBe(cachedLookups)
    advanceTime(0.1)
    await getNews('Rook Calloway')
    expect(espn.requests).toHaveLength(2)
  })

  it('fetches news once for concurrent requests and sends it to all of them', async () => {
    const [first, second] = await Promise.all([getNews('Rook Calloway'), getNews('Rook Calloway')])
    expect(espn.requests).toHaveLength(1)
    expect(second.body).toEqual(first.body)
    expect(first.body.items).toHaveLength(2)
  })

  it("keeps the other source's and older headlines when a source fails", async () => {
    search.respond = fail
    expect(await getTitles('Rook Calloway')).toEqual(['Rook Calloway is out'])
    search.respond = ({ name }) => [buildHeadline(`All of ${name}`)]
    advanceTime(29)
    expect(await getTitles('Rook Calloway')).toEqual(['Rook Calloway is out'])
    expect(search.requests).toHaveLength(1)
    advanceTime(1)
    expect(await getTitles('Rook Calloway')).toEqual(['All of Rook Calloway', 'Rook Calloway is out'])
    ;[espn.respond, search.respond] = [fail, fail]
    advanceTime(120)
    expect(await getTitles('Rook Calloway')).toEqual(['All of Rook Calloway', 'Rook Calloway is out'])
    expect(await findLastFetch(testApp.db, 'news search')).toMatchObject({
      error: 'HTTP 429',
    })
    expect((await getNews('Bo Run')).body).toEqual({ items: [], is_complete: false })
  })

  it('returns in time with partial results when a source hangs', async () => {
    const timeout = new AbortController()
    let resolveSearchDone = () => {}
    const searchDone = new Promise<void>((resolve) => {
      resolveSearchDone = resolve
    })
    search.respond = ({ name }) => {
      if (name === 'Bo Run') resolveSearchDone()
      return [buildHeadline(`All of ${name}`)]
    }
    const listStored = async () =>
      JSON.stringify(await testApp.db.selectFrom('news_responses').selectAll().execute())
    espn.read = async ([first], onHeadlines, signal) => {
      if (first !== undefined) await onHeadlines(first, [buildHeadline(`${first.name} is out`)])
      await searchDone
      await vi.waitFor(async () => expect(await listStored()).toContain('All of Bo Run'), { timeout: 20_000 })
      timeout.abort()
      signal.throwIfAborted()
    }
    const log = { warn: () => undefined, error: () => undefined }
    const createTimeout = () => timeout.signal
    const now = () => SUNDAY
    const context = { db: testApp.db, newsSources: [espn, search], log, now }
    const fetch = (payload: unknown, signal: AbortSignal) =>
      fetchNews(context, payload, signal, createTimeout)
    const kind = externalFetchJob(fetch, fetch)
    const jobs = createTestRunner(testApp.db, [kind], { now })
    const subject = (name: string) => ({ name, espnId: null, nflTeamId: null })
    const subjects = ['Rook Calloway', 'Bo Run'].map(subject)
    const { headlines } = await getNewsOf({ ...context, jobs }, subjects, subjects, createTimeout)
    expect(headlines.map(({ title }) => title).sort()).toEqual([
      'All of Bo Run',
      'All of Rook Calloway',
      'Rook Calloway is out',
    ])
    expect(await findLastFetch(testApp.db, 'player news')).toBeNull()
  })

  it('responds with what is stored while the sources are asked', async () => {
    const getStored = async () =>
      (await member.get('/api/player-news/?players=Rook%20Calloway&source=stored')).body
    const titlesOf = ({ items }: { items: { title: string }[] }) => items.map(({ title }) => title).sort()
    const { released, release } = createBarrier()
    search.respond = async ({ name }) => {
      await released
      return [buildHeadline(`All of ${name}`)]
    }
    expect(await getStored()).toEqual({ items: [], is_complete: false })
    await expect.poll(async () => titlesOf(await getStored())).toEqual(['Rook Calloway is out'])
    release()
    await expect.poll(async () => (await getStored()).is_complete).toBe(true)
    expect(titlesOf(await getStored())).toEqual(['All of Rook Calloway', 'Rook Calloway is out'])
    expect([espn.requests.length, search.requests.length]).toEqual([1, 1])
    advanceTime(15)
    expect(await getStored()).toMatchObject({ items: [{}, {}], is_complete: false })
  })

  it('asks the sources about the rosters after a refresh, so that no page view is the first to ask', async () => {
    const admin = await testApp.registerUser('boss', { role: 'admin', admin_code: ADMIN_CODE })
    await admin.post('/api/create-league/', { name: 'Harbour', espn_league_id: 4711 })
    testApp.provider.read = () => buildSeason()
    const refresh = async () => {
      await admin.post('/api/refresh-espn/', { name: 'Harbour', season: 2026 })
      const countJobs = async () =>
        (await testApp.db.selectFrom('jobs').select('id').where('kind', '=', 'league-news').execute()).length
      await expect.poll(countJobs).toBe(0)
    }
    await refresh()
    expect(espn.requests).toEqual([])
    const buildTeam = (teamId: number) => [
      ...Array.from({ length: 15 }, (_, index) =>
        buildPlayer({ playerId: teamId * 100 + index, name: `Player ${index} of ${teamId}` }),
      ),
      buildPlayer({ playerId: -16_000 - teamId, name: 'Harbour D/ST', slotId: 16 }),
    ]
    const week = buildSeason().progress.currentWeek ?? 1
    const lineups = [1, 2].map((teamId) => buildLineup(teamId, buildTeam(teamId)))
    await storeWeek(testApp.db, await testApp.findLeagueId(), buildWeek({ week, lineups }))
    await refresh()
    const shown = Array.from({ length: 12 }, (_, index) => `Player ${index} of 1`)
    expect(espn.requests).toEqual([shown, shown.map((name) => name.replace(/1$/, '2'))])
    const players = encodeURIComponent(shown.join(','))
    const { body } = await member.get(`/api/player-news/?players=${players}&source=stored`)
    expect([body.items.length, body.is_complete]).toEqual([24, true])
    advanceTime(5 * 60)
    await refresh()
    expect(espn.requests).toHaveLength(2)
    advanceTime(60)
    espn.respond = fail
    await refresh()
    // After a failure, the source is left alone for a while.
    expect([espn.requests.length, search.requests.length]).toEqual([3, 4])
  })

  it('keeps the stored headlines of sources that are down, and asks those once', async () => {
    await getNews('Rook Calloway')
    ;[espn.respond, search.respond] = [fail, fail]
    advanceTime(60)
    const getStored = async () =>
      (await member.get('/api/player-news/?players=Rook%20Calloway&source=stored')).body
    const countFailures = async () =>
      (
        await testApp.db
          .selectFrom('external_fetches')
          .select('source')
          .where('error', 'is not', null)
          .execute()
      ).length
    expect(await getStored()).toMatchObject({ items: [{}, {}], is_complete: false })
    await expect.poll(countFailures).toBe(2)
    expect(await getStored()).toMatchObject({ items: [{}, {}], is_complete: false })
    expect([espn.requests.length, search.requests.length]).toEqual([2, 2])
  })

  it('queues the news of the leagues that somebody has viewed within a week', async () => {
    await testApp.db
      .insertInto('leagues')
      .values([101, 102].map((id) => ({ ...LEAGUE, id, name: `League ${id}`, name_key: `league ${id}` })))
      .execute()
    const viewedAt = (days: number) => SUNDAY.getTime() - days * DAY_MS
    await testApp.db
      .insertInto('league_views')
      .values([
        { league_id: 101, at: viewedAt(7) },
        { league_id: 102, at: viewedAt(8) },
      ])
      .execute()
    const queued: NewJob[] = []
    const job = viewedLeaguesNewsJob({ db: testApp.db, now: () => SUNDAY })
    await job.run({ queueJob: async (each: NewJob) => void queued.push(each) } as JobRun)
    expect(queued).toEqual([
      { kind: 'league-news', leagueId: 101, uniqueKey: 'league-news:101', payload: null },
    ])
  })

  it('requests players by their ids from stored rosters', async () => {
    const subjects: NewsSubject[] = []
    espn.respond = (subject) => {
      subjects.push(subject)
      return []
    }
    const calloway = buildPlayer({ playerId: 77, name: 'Rook Calloway Jr.', nflTeamId: 9 })
    const week = buildWeek({ week: 2, lineups: [buildLineup(1, [calloway])] })
    await storeWeek(testApp.db, await testApp.findLeagueId('Island'), week)
    await getNews('rook calloway')
    expect(subjects).toEqual([{ name: 'rook calloway', espnId: 77, nflTeamId: 9 }])
  })

  it('requests no source without players and rejects more than 12 players', async () => {
    expect((await getNews(' , ')).body).toEqual({ items: [], is_complete: true })
    expect(espn.requests).toEqual([])
    const thirteen = Array.from({ length: 13 }, (_, index) => `P${index}`).join(',')
    expect((await getNews(thirteen)).body).toMatchObject({
      code: 'invalid_input',
      fields: { players: 'Request at most 12 players.' },
    })
  })

  it('deletes news after two weeks without requests', async () => {
    await getNews('Rook Calloway')
    const cleanupJob = newsCleanupJob(testApp.db, () => testApp.clock.now)
    const countStoredPlayers = async () => {
      await cleanupJob.run(new AbortController().signal)
      return (await findNews(testApp.db, 'player news', ['rook calloway'])).size
    }
    advanceTime(14 * 24 * 60)
    expect(await countStoredPlayers()).toBe(1)
    advanceTime(1)
    expect(await countStoredPlayers()).toBe(0)
  })
})
