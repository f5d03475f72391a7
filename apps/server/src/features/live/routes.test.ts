import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { connect } from '../../database/database.ts'
import { recordEvent } from '../../database/league-events.ts'
import { type EventListener, listenToEvents, type ReceivedEvent } from '../../testing/event-listener.ts'
import { buildSeason } from '../../testing/season-fixture.ts'
import { ADMIN_CODE, SUNDAY, startApp, type TestApp, type TestClient } from '../../testing/start-app.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts'

let database: TestDatabase
let testApp: TestApp
let boss: TestClient
let cleanups: (() => Promise<unknown>)[]
beforeEach(async () => {
  database = await createTestDatabase()
  testApp = await startApp({}, { database })
  await testApp.app.listen({ port: 0, host: '127.0.0.1' })
  boss = await testApp.registerUser('boss', { role: 'admin', admin_code: ADMIN_CODE })
  await boss.post('/api/create-league/', { name: 'Harbour', espn_league_id: 4711 })
  await boss.post('/api/create-league/', { name: 'Island', espn_league_id: 4712 })
  testApp.provider.read = () => buildSeason()
  cleanups = [() => testApp.close()]
})
afterEach(async () => {
  for (const close of cleanups) await close()
  await database.drop()
})

const refresh = (name = 'Harbour') => boss.post('/api/refresh-espn/', { name, season: 2026 })

/** The same product in another process, as far as a process can tell. */
async function startSecondApp(): Promise<TestApp> {
  const db = connect(database.address)
  const other = await startApp({}, { database: { ...database, db } })
  await other.app.listen({ port: 0, host: '127.0.0.1' })
  cleanups.unshift(async () => {
    await other.close()
    await db.destroy()
  })
  return other
}

async function listStoredEventIds(): Promise<number[]> {
  const rows = await database.db.selectFrom('league_events').select('id').orderBy('id').execute()
  return rows.map((row) => row.id)
}

/** Everything up to the end of a refresh. */
async function readUntilDone(listener: EventListener): Promise<ReceivedEvent[]> {
  const heard: ReceivedEvent[] = []
  for (;;) {
    const event = await listener.next()
    heard.push(event)
    if (JSON.stringify(event.data).includes('"state":"done"')) return heard
  }
}

async function expectEvents(listener: EventListener, ids: readonly number[]): Promise<void> {
  const missing = new Set(ids)
  while (missing.size > 0) missing.delete((await listener.next()).id)
}

describe('an event stream', () => {
  it('is one for browsers and proxies, and is kept by nobody', async () => {
    const listener = await listenToEvents(testApp, boss)
    expect(listener.status).toBe(200)
    expect(listener.headers).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'private, no-cache, no-transform',
      'x-accel-buffering': 'no',
      'x-content-type-options': 'nosniff',
    })
    expect(listener.headers).not.toHaveProperty('etag')
    expect(listener.headers).not.toHaveProperty('content-encoding')
  })

  it('tells the readers of every process what changed in their league, each once', async () => {
    const here = await listenToEvents(testApp, boss)
    const there = await listenToEvents(await startSecondApp(), boss)
    await refresh('Island')
    await refresh()
    for (const listener of [here, there]) {
      const heard = await readUntilDone(listener)
      expect(heard.map(({ event }) => event)).toEqual([
        'refresh',
        'refresh',
        'scoreboard',
        'refresh',
        'refresh',
      ])
      expect(heard[2]?.data).toEqual({ season: 2026 })
      expect(heard[4]?.data).toEqual({
        job: 'refresh',
        state: 'done',
        step: 'Stored',
        done: 3,
        total: 3,
      })
    }
  })

  it('tells whoever comes back what was missed, and then what comes', async () => {
    const before = await listenToEvents(testApp, boss)
    await refresh()
    const { id } = await before.nextNamed('scoreboard')
    before.close()
    await refresh()
    const missed = (await listStoredEventIds()).filter((each) => each > id)
    expect(missed.length).toBeGreaterThan(5)
    const after = await listenToEvents(await startSecondApp(), boss, id)
    await expectEvents(after, missed)
    await refresh()
    await expectEvents(
      after,
      (await listStoredEventIds()).filter((each) => each > (missed.at(-1) ?? 0)),
    )
  })

  it('tells nothing twice to whoever comes for the first time', async () => {
    await refresh()
    const known = await listStoredEventIds()
    const listener = await listenToEvents(testApp, boss)
    await refresh()
    expect(known).not.toContain((await listener.next()).id)
  })

  it.each(['abc', '-1', '1e3', '9'.repeat(20)])('begins anew for a last event %s', async (lastId) => {
    await refresh()
    const listener = await listenToEvents(testApp, boss, lastId as unknown as number)
    await recordEvent(database.db, 1, { name: 'scoreboard', data: { season: 1999 } }, SUNDAY)
    expect((await listener.next()).data).toEqual({ season: 1999 })
  })

  it('passes over what only a newer release knows', async () => {
    const listener = await listenToEvents(testApp, boss)
    const event = { league_id: 1, name: 'trades', data: '{}', at: SUNDAY.getTime() }
    await database.db.insertInto('league_events').values(event).execute()
    await refresh()
    expect((await listener.next()).event).toBe('refresh')
  })

  it('is the oldest one that ends when a person opens too many', async () => {
    const listeners: EventListener[] = []
    for (let count = 0; count < 11; count += 1) listeners.push(await listenToEvents(testApp, boss))
    await listeners[0]?.ended
    await refresh()
    for (const listener of listeners.slice(1)) expect((await listener.next()).event).toBe('refresh')
  })

  it('ends when the server stops', async () => {
    const listener = await listenToEvents(testApp, boss)
    const before = performance.now()
    await testApp.app.close()
    await listener.ended
    expect(performance.now() - before).toBeLessThan(2000)
  })
})

describe('who may listen', () => {
  it('is a member', async () => {
    const stranger = await testApp.registerUser('stranger')
    expect((await listenToEvents(testApp, stranger)).status).toBe(403)
    expect((await listenToEvents(testApp, testApp.client())).status).toBe(401)
    await boss.post('/api/assign-user/', { username: 'stranger', league: 'Harbour', role: 'viewer' })
    expect((await listenToEvents(testApp, stranger)).status).toBe(200)
  })
})
