import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { externalFetchStore } from '../../database/external-fetch-store.ts'
import { savePlayers } from '../../database/player-store.ts'
import { inTransaction } from '../../database/transaction.ts'
import type { NewsSource, NewsSubject, SourceHeadline } from '../../providers/news/news-source.ts'
import { ProviderError } from '../../providers/provider-error.ts'
import { SUNDAY, startApp, type TestApp, type TestClient } from '../../testing/start-app.ts'
import { buildLineup, buildPlayer, buildWeek } from '../../testing/week-fixture.ts'
import { newsCleanupJob } from './cleanup-job.ts'
import { playerNews } from './player-news.ts'
import { newsStore } from './store.ts'

const MINUTE = 60_000

type Responder = (subject: NewsSubject) => SourceHeadline[] | Promise<SourceHeadline[]>

/** A source that is known by name, and that says what a test lets it say. */
class FakeNewsSource implements NewsSource {
  readonly name: NewsSource['name']
  readonly ttlMs: number
  readonly retryDelayMs = 30 * MINUTE
  requests: (readonly string[])[] = []
  /** How often it was looked whether it knows a player. */
  lookups = 0
  respond: Responder
  constructor(name: NewsSource['name'], freshMs: number, says: Responder) {
    this.name = name
    this.ttlMs = freshMs
    this.respond = says
  }
  cacheKeyOf({ name }: NewsSubject) {
    this.lookups += 1
    return name.toLowerCase()
  }
  async read(...[subjects, tell]: Parameters<NewsSource['read']>) {
    this.requests.push(subjects.map(({ name }) => name))
    for (const subject of subjects) await tell(subject, await this.respond(subject))
  }
}

function buildHeadline(title: string, more: Partial<SourceHeadline> = {}): SourceHeadline {
  return {
    id: title,
    title,
    source: 'The Ledger',
    link: `https://ledger.example/${encodeURIComponent(title)}`,
    isDirect: false,
    publishedAt: new Date('2026-10-11T12:00:00Z'),
    ...more,
  }
}

const fail = () => Promise.reject(new ProviderError('busy', 'answered 429'))

let espn: FakeNewsSource
let search: FakeNewsSource
let testApp: TestApp
let member: TestClient
beforeEach(async () => {
  espn = new FakeNewsSource('player news', 15 * MINUTE, ({ name }) => [buildHeadline(`${name} is out`)])
  search = new FakeNewsSource('news search', 60 * MINUTE, ({ name }) => [buildHeadline(`All of ${name}`)])
  testApp = await startApp({}, { newsSources: [espn, search] })
  member = await testApp.registerUser('reader')
})
afterEach(() => testApp.close())

const getNews = (players: string, visitor = member) =>
  visitor.get(`/api/player-news/?players=${encodeURIComponent(players)}`)
const getTitles = async (players: string) =>
  (await getNews(players)).body.items.map((item: { title: string }) => item.title).sort()

const advanceTime = (minutes: number) => {
  testApp.clock.now = new Date(testApp.clock.now.getTime() + minutes * MINUTE)
}

describe('player news', () => {
  it('are the headlines of both sources, newest first', async () => {
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

  it('are read once for everybody, and again when they are old', async () => {
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

  it('are sent again as they are while no source is to be asked, and then are a 304', async () => {
    await getNews('Rook Calloway')
    const { body, headers } = await getNews('Rook Calloway')
    const { lookups } = espn
    advanceTime(14.9)
    await getNews('Rook Calloway')
    expect(espn.lookups).toBeGreaterThan(lookups)
    const kept = espn.lookups
    expect((await getNews('Rook Calloway')).body).toEqual(body)
    const ifNew = { 'if-none-match': String(headers['etag']) }
    expect((await member.get('/api/player-news/?players=Rook%20Calloway', ifNew)).status).toBe(304)
    // All databases of one PostgreSQL share their version, so that other tests' writes make answers anew.
    if (process.env['TEST_ENGINE'] !== 'postgres') expect(espn.lookups).toBe(kept)
    advanceTime(0.1)
    await getNews('Rook Calloway')
    expect(espn.requests).toHaveLength(2)
  })

  it('are read once for those who ask at the same time, and all of them are told', async () => {
    const [first, second] = await Promise.all([getNews('Rook Calloway'), getNews('Rook Calloway')])
    expect(espn.requests).toHaveLength(1)
    expect(second.body).toEqual(first.body)
    expect(first.body.items).toHaveLength(2)
  })

  it('of a source that fails leave the other’s, and what it said before', async () => {
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
    expect(await externalFetchStore(testApp.db).findLastFetch('news search')).toMatchObject({
      error: 'answered 429',
    })
    expect((await getNews('Bo Run')).body).toEqual({ items: [] })
  })

  it('are there in time though a source hangs, with what it told until then', async () => {
    const limit = new AbortController()
    let toldAll = () => {}
    const hasToldAll = new Promise<void>((resolve) => {
      toldAll = resolve
    })
    search.respond = ({ name }) => {
      if (name === 'Bo Run') toldAll()
      return [buildHeadline(`All of ${name}`)]
    }
    espn.read = async ([first], tell, signal) => {
      if (first !== undefined) await tell(first, [buildHeadline(`${first.name} is out`)])
      await hasToldAll
      limit.abort()
      signal.throwIfAborted()
    }
    const store = newsStore(testApp.db)
    const reads = externalFetchStore(testApp.db)
    const log = { warn: () => undefined, error: () => undefined }
    const newLimit = () => limit.signal
    const slow = playerNews({
      sources: [espn, search],
      store,
      reads,
      log,
      now: () => SUNDAY,
      createTimeout: newLimit,
    })
    const subject = (name: string) => ({ name, espnId: null, nflTeamId: null })
    const { headlines } = await slow.getNews(['Rook Calloway', 'Bo Run'].map(subject))
    expect(headlines.map(({ title }) => title).sort()).toEqual([
      'All of Bo Run',
      'All of Rook Calloway',
      'Rook Calloway is out',
    ])
    expect(await reads.findLastFetch('player news')).toBeNull()
  })

  it('ask by the numbers that stored rosters have for the names', async () => {
    const subjects: NewsSubject[] = []
    espn.respond = (subject) => {
      subjects.push(subject)
      return []
    }
    const calloway = buildPlayer({ playerId: 77, name: 'Rook Calloway Jr.', nflTeamId: 9 })
    await inTransaction(testApp.db, (transaction) =>
      savePlayers(transaction, buildWeek({ lineups: [buildLineup(1, [calloway])] }), { isFetched: true }),
    )
    await getNews('rook calloway,Bo Run')
    expect(subjects).toEqual([
      { name: 'rook calloway', espnId: 77, nflTeamId: 9 },
      { name: 'Bo Run', espnId: null, nflTeamId: null },
    ])
  })

  it('of nobody are none, and nobody is asked', async () => {
    expect((await getNews(' , ')).body).toEqual({ items: [] })
    expect(espn.requests).toEqual([])
    expect((await getNews('A', testApp.client())).status).toBe(401)
    const thirteen = Array.from({ length: 13 }, (_, index) => `P${index}`).join(',')
    expect((await getNews(thirteen)).body).toMatchObject({
      code: 'invalid_input',
      fields: { players: 'Ask for at most 12 players.' },
    })
  })

  it('are forgotten when nobody has asked for two weeks', async () => {
    await getNews('Rook Calloway')
    const cleanUp = newsCleanupJob(newsStore(testApp.db), () => testApp.clock.now)
    const kept = async () => {
      await cleanUp.run(new AbortController().signal)
      return (await newsStore(testApp.db).findNews('player news', ['rook calloway'])).size
    }
    advanceTime(14 * 24 * 60)
    expect(await kept()).toBe(1)
    advanceTime(1)
    expect(await kept()).toBe(0)
  })
})
