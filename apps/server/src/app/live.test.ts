import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { connect } from '../database/engine/database.ts'
import { recordEvent } from '../repositories/change-league.ts'
import { type EventListener, listenToEvents, type ReceivedEvent } from '../testing/event-listener.ts'
import { buildSeason } from '../testing/season-fixture.ts'
import { ADMIN_CODE, SUNDAY, startApp, type TestApp, type TestClient } from '../testing/start-app.ts'
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts'

let database: TestDatabase
let testApp: TestApp
let admin: TestClient
let cleanups: (() => Promise<unknown>)[]
beforeEach(async () => {
  database = await createTestDatabase()
  testApp = await startApp({}, { database })
  await testApp.app.listen({ port: 0, host: '127.0.0.1' })
  admin = await testApp.registerUser('boss', { role: 'admin', admin_code: ADMIN_CODE })
  await admin.post('/api/create-league/', { name: 'Harbour', espn_league_id: 4711 })
  await admin.post('/api/create-league/', { name: 'Island', espn_league_id: 4712 })
  testApp.provider.read = () => buildSeason()
  cleanups = [() => testApp.close()]
})
afterEach(async () => {
  for (const close of cleanups) await close()
  await database.drop()
})

const refresh = (name = 'Harbour') => admin.post('/api/refresh-espn/', { name, season: 2026 })

/** Starts a second app on the same database, like another server process. */
async function startSecondApp(): Promise<TestApp> {
  const db = connect(database.address)
  const second = await startApp({}, { database: { ...database, db } })
  await second.app.listen({ port: 0, host: '127.0.0.1' })
  cleanups.unshift(async () => {
    await second.close()
    await db.destroy()
  })
  return second
}

async function listStoredEventIds(): Promise<number[]> {
  const rows = await database.db.selectFrom('league_events').select('id').orderBy('id').execute()
  return rows.map((row) => row.id)
}

/** Reads events until a refresh is done. */
async function readUntilDone(listener: EventListener): Promise<ReceivedEvent[]> {
  const received: ReceivedEvent[] = []
  for (;;) {
    const event = await listener.next()
    received.push(event)
    if (JSON.stringify(event.data).includes('"state":"done"')) return received
  }
}

async function expectEvents(listener: EventListener, ids: readonly number[]): Promise<void> {
  const missing = new Set(ids)
  while (missing.size > 0) missing.delete((await listener.next()).id)
}

describe('GET events', () => {
  it('returns an unbuffered event stream that no proxy or browser may cache', async () => {
    const listener = await listenToEvents(testApp, admin)
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

  it('sends each event of a league once to its clients in every process', async () => {
    const first = await listenToEvents(testApp, admin)
    const second = await listenToEvents(await startSecondApp(), admin)
    await refresh('Island')
    await refresh()
    for (const listener of [first, second]) {
      const received = await readUntilDone(listener)
      expect(received.map(({ event }) => event)).toEqual([
        'refresh',
        'refresh',
        'scoreboard',
        'refresh',
        'refresh',
      ])
      expect(received[2]?.data).toEqual({
        season: 2026,
        scores: expect.objectContaining({ matchups: [expect.objectContaining({ id: 1, state: 'final' })] }),
      })
      expect(received[4]?.data).toEqual({
        job: 'refresh',
        state: 'done',
        step: 'Saved',
        done: 3,
        total: 3,
      })
    }
  })

  it('replays missed events after a reconnect, then sends new ones', async () => {
    const before = await listenToEvents(testApp, admin)
    await refresh()
    const { id } = await before.nextNamed('scoreboard')
    before.close()
    await refresh()
    const missed = (await listStoredEventIds()).filter((eventId) => eventId > id)
    expect(missed.length).toBeGreaterThan(5)
    const after = await listenToEvents(await startSecondApp(), admin, id)
    await expectEvents(after, missed)
    await refresh()
    await expectEvents(
      after,
      (await listStoredEventIds()).filter((eventId) => eventId > (missed.at(-1) ?? 0)),
    )
  })

  it('begins with what has happened since a page was rendered', async () => {
    await refresh()
    const known = await listStoredEventIds()
    const id = known.at(-1) ?? 0
    await refresh()
    const missed = (await listStoredEventIds()).filter((eventId) => eventId > id)
    const { address, port } = testApp.app.server.address() as AddressInfo
    const base = `http://${address}:${port}/api/league/Harbour/events/?after=${id}`
    const cookie = [...admin.cookies].map((pair) => pair.join('=')).join('; ')
    const response = await fetch(base, { headers: { cookie } })
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
    let text = ''
    while (!text.includes(`id: ${missed.at(-1)}\n`)) text += (await reader?.read())?.value
    for (const each of missed) expect(text).toContain(`id: ${each}\n`)
    for (const each of known) expect(text).not.toContain(`id: ${each}\n`)
    await reader?.cancel()
    expect((await admin.get('/api/league/Harbour/events/?after=x')).status).toBe(400)
  })

  it('sends only new events to a first-time client', async () => {
    await refresh()
    const known = await listStoredEventIds()
    const listener = await listenToEvents(testApp, admin)
    await refresh()
    expect(known).not.toContain((await listener.next()).id)
  })

  it.each(['abc', '-1', '1e3', '9'.repeat(20)])(
    'sends only new events for the invalid last event id %s',
    async (lastId) => {
      await refresh()
      const listener = await listenToEvents(testApp, admin, lastId as unknown as number)
      await recordEvent(database.db, 1, { name: 'scoreboard', data: { season: 1999 } }, SUNDAY)
      expect((await listener.next()).data).toEqual({ season: 1999 })
    },
  )

  it('sends only the outcome of a refresh to clients that do not want its steps', async () => {
    const listener = await listenToEvents(testApp, admin, null, 'outcome')
    await refresh()
    const received = [await listener.next(), await listener.next()]
    expect(received.map(({ event }) => event)).toEqual(['scoreboard', 'refresh'])
    expect(received[1]?.data).toMatchObject({ state: 'done' })
  })

  it('skips event types of a newer release', async () => {
    const listener = await listenToEvents(testApp, admin)
    const event = { league_id: 1, name: 'trades', data: '{}', at: SUNDAY.getTime() }
    await database.db.insertInto('league_events').values(event).execute()
    await refresh()
    expect((await listener.next()).event).toBe('refresh')
  })

  it("closes a user's oldest stream when they open too many", async () => {
    const listeners: EventListener[] = []
    for (let count = 0; count < 11; count += 1) listeners.push(await listenToEvents(testApp, admin))
    await listeners[0]?.ended
    await refresh()
    for (const listener of listeners.slice(1)) expect((await listener.next()).event).toBe('refresh')
  })

  it('closes the stream when the server stops', async () => {
    const listener = await listenToEvents(testApp, admin)
    const start = performance.now()
    await testApp.app.close()
    await listener.ended
    expect(performance.now() - start).toBeLessThan(2000)
  })
})
