import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { outsideReads } from '../../database/outside-reads.ts'
import { notePlayers } from '../../database/player-store.ts'
import { inTransaction } from '../../database/transaction.ts'
import type { NewsSource, NewsSubject, SourcedHeadline } from '../../providers/news/news-source.ts'
import { ProviderError } from '../../providers/provider-error.ts'
import { aLineup, aPlayer, aWeek } from '../../testing/a-week.ts'
import { SUNDAY, startApp, type TestApp, type Visitor } from '../../testing/start-app.ts'
import { newsCleanUp } from './clean-up.ts'
import { playerNews } from './player-news.ts'
import { newsStore } from './store.ts'

const MINUTE = 60_000

type Saying = (subject: NewsSubject) => SourcedHeadline[] | Promise<SourcedHeadline[]>

/** A source that is known by name, and that says what a test lets it say. */
class SaidSource implements NewsSource {
  readonly name: NewsSource['name']
  readonly freshMs: number
  readonly waitMs = 30 * MINUTE
  asked: (readonly string[])[] = []
  /** How often it was looked whether it knows a player. */
  lookups = 0
  says: Saying
  constructor(name: NewsSource['name'], freshMs: number, says: Saying) {
    this.name = name
    this.freshMs = freshMs
    this.says = says
  }
  keyOf({ name }: NewsSubject) {
    this.lookups += 1
    return name.toLowerCase()
  }
  async read(...[subjects, tell]: Parameters<NewsSource['read']>) {
    this.asked.push(subjects.map(({ name }) => name))
    for (const subject of subjects) await tell(subject, await this.says(subject))
  }
}

function aHeadline(title: string, more: Partial<SourcedHeadline> = {}): SourcedHeadline {
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

let espn: SaidSource
let search: SaidSource
let world: TestApp
let member: Visitor
beforeEach(async () => {
  espn = new SaidSource('player news', 15 * MINUTE, ({ name }) => [aHeadline(`${name} is out`)])
  search = new SaidSource('news search', 60 * MINUTE, ({ name }) => [aHeadline(`All of ${name}`)])
  world = await startApp({}, { newsSources: [espn, search] })
  member = await world.member('reader')
})
afterEach(() => world.close())

const news = (players: string, visitor = member) =>
  visitor.get(`/api/player-news/?players=${encodeURIComponent(players)}`)
const titles = async (players: string) =>
  (await news(players)).body.items.map((item: { title: string }) => item.title).sort()

const later = (minutes: number) => {
  world.clock.now = new Date(world.clock.now.getTime() + minutes * MINUTE)
}

describe('player news', () => {
  it('are the headlines of both sources, newest first', async () => {
    const publishedAt = new Date('2026-10-11T13:00:00Z')
    search.says = ({ name }) => [aHeadline(`All of ${name}`, { publishedAt })]
    const { status, body } = await news('Rook Calloway,Bo Run')
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
    await news('Rook Calloway')
    const other = await world.member('other')
    expect((await news('Rook Calloway', other)).body.items).toHaveLength(2)
    expect([espn.asked.length, search.asked.length]).toEqual([1, 1])
    await news('Rook Calloway,Bo Run')
    expect(espn.asked[1]).toEqual(['Bo Run'])
    later(15)
    await news('Rook Calloway,Bo Run')
    expect([espn.asked.length, search.asked.length]).toEqual([3, 2])
    later(45)
    await news('Rook Calloway')
    expect([espn.asked.length, search.asked.length]).toEqual([4, 3])
  })

  it('are sent again as they are while no source is to be asked, and then are a 304', async () => {
    await news('Rook Calloway')
    const { body, headers } = await news('Rook Calloway')
    const { lookups } = espn
    later(14.9)
    await news('Rook Calloway')
    expect(espn.lookups).toBeGreaterThan(lookups)
    const kept = espn.lookups
    expect((await news('Rook Calloway')).body).toEqual(body)
    const ifNew = { 'if-none-match': String(headers['etag']) }
    expect((await member.get('/api/player-news/?players=Rook%20Calloway', ifNew)).status).toBe(304)
    // All databases of one PostgreSQL share their version, so that other tests' writes make answers anew.
    if (process.env['TEST_ENGINE'] !== 'postgres') expect(espn.lookups).toBe(kept)
    later(0.1)
    await news('Rook Calloway')
    expect(espn.asked).toHaveLength(2)
  })

  it('are read once for those who ask at the same time, and all of them are told', async () => {
    const [first, second] = await Promise.all([news('Rook Calloway'), news('Rook Calloway')])
    expect(espn.asked).toHaveLength(1)
    expect(second.body).toEqual(first.body)
    expect(first.body.items).toHaveLength(2)
  })

  it('of a source that fails leave the other’s, and what it said before', async () => {
    search.says = fail
    expect(await titles('Rook Calloway')).toEqual(['Rook Calloway is out'])
    search.says = ({ name }) => [aHeadline(`All of ${name}`)]
    later(29)
    expect(await titles('Rook Calloway')).toEqual(['Rook Calloway is out'])
    expect(search.asked).toHaveLength(1)
    later(1)
    expect(await titles('Rook Calloway')).toEqual(['All of Rook Calloway', 'Rook Calloway is out'])
    ;[espn.says, search.says] = [fail, fail]
    later(120)
    expect(await titles('Rook Calloway')).toEqual(['All of Rook Calloway', 'Rook Calloway is out'])
    expect(await outsideReads(world.db).lastRead('news search')).toMatchObject({ error: 'answered 429' })
    expect((await news('Bo Run')).body).toEqual({ items: [] })
  })

  it('are there in time though a source hangs, with what it told until then', async () => {
    const limit = new AbortController()
    let toldAll = () => {}
    const hasToldAll = new Promise<void>((resolve) => {
      toldAll = resolve
    })
    search.says = ({ name }) => {
      if (name === 'Bo Run') toldAll()
      return [aHeadline(`All of ${name}`)]
    }
    espn.read = async ([first], tell, signal) => {
      if (first !== undefined) await tell(first, [aHeadline(`${first.name} is out`)])
      await hasToldAll
      limit.abort()
      signal.throwIfAborted()
    }
    const store = newsStore(world.db)
    const reads = outsideReads(world.db)
    const log = { warn: () => undefined, error: () => undefined }
    const newLimit = () => limit.signal
    const slow = playerNews({ sources: [espn, search], store, reads, log, now: () => SUNDAY, newLimit })
    const subject = (name: string) => ({ name, espnId: null, nflTeamId: null })
    const { headlines } = await slow.newsOf(['Rook Calloway', 'Bo Run'].map(subject))
    expect(headlines.map(({ title }) => title).sort()).toEqual([
      'All of Bo Run',
      'All of Rook Calloway',
      'Rook Calloway is out',
    ])
    expect(await reads.lastRead('player news')).toBeNull()
  })

  it('ask by the numbers that stored rosters have for the names', async () => {
    const subjects: NewsSubject[] = []
    espn.says = (subject) => {
      subjects.push(subject)
      return []
    }
    const calloway = aPlayer({ playerId: 77, name: 'Rook Calloway Jr.', nflTeamId: 9 })
    await inTransaction(world.db, (transaction) =>
      notePlayers(transaction, aWeek({ lineups: [aLineup(1, [calloway])] }), { isFetched: true }),
    )
    await news('rook calloway,Bo Run')
    expect(subjects).toEqual([
      { name: 'rook calloway', espnId: 77, nflTeamId: 9 },
      { name: 'Bo Run', espnId: null, nflTeamId: null },
    ])
  })

  it('of nobody are none, and nobody is asked', async () => {
    expect((await news(' , ')).body).toEqual({ items: [] })
    expect(espn.asked).toEqual([])
    expect((await news('A', world.visitor())).status).toBe(401)
    const thirteen = Array.from({ length: 13 }, (_, index) => `P${index}`).join(',')
    expect((await news(thirteen)).body).toMatchObject({
      code: 'invalid_input',
      fields: { players: 'Ask for at most 12 players.' },
    })
  })

  it('are forgotten when nobody has asked for two weeks', async () => {
    await news('Rook Calloway')
    const cleanUp = newsCleanUp(newsStore(world.db), () => world.clock.now)
    const kept = async () => {
      await cleanUp.run(new AbortController().signal)
      return (await newsStore(world.db).answersOf('player news', ['rook calloway'])).size
    }
    later(14 * 24 * 60)
    expect(await kept()).toBe(1)
    later(1)
    expect(await kept()).toBe(0)
  })
})
