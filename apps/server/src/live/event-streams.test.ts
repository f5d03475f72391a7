import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createBarrier } from '../testing/barrier.ts'
import { createMemoryLog } from '../testing/memory-log.ts'
import {
  type EventStreams,
  type EventStreamsOptions,
  eventHub,
  eventStreams,
  type StoredEvent,
} from './live-events.ts'

const SUBSCRIBER = { leagueId: 1, userId: 7, tokenHash: 'hash' }
const NEW_CLIENT = { lastId: null, isReconnect: false, isWanted: () => true }
const SHORT_INTERVAL_MS = 5
const HEARTBEAT_TEXT = 'event: heartbeat\ndata:\n\n'
const LONG_INTERVAL_MS = 1e9

let rows: StoredEvent[]
let readCount: number
let elapsedMs: number
let hub: ReturnType<typeof eventHub>
let streams: EventStreams
beforeEach(() => {
  rows = []
  readCount = 0
  elapsedMs = 0
  hub = eventHub({
    store,
    log: createMemoryLog().log,
    pollIntervalMs: SHORT_INTERVAL_MS,
    elapsedMs: () => elapsedMs,
  })
  streams = createStreams()
})
afterEach(() => streams.close())

const store = {
  listNewestIds: async () => rows.map(({ id }) => id).sort((a, b) => b - a),
  findNewestId: async () => Math.max(0, ...rows.map(({ id }) => id)),
  listAfter: async (id: number, isWanted: (row: (typeof rows)[number]) => boolean) => {
    readCount += 1
    const after = rows.filter((row) => row.id > id).sort((a, b) => a.id - b.id)
    return { ids: after.map((row) => row.id), events: after.filter(isWanted) }
  },
  listMissed: async (leagueId: number, id: number) =>
    rows.filter((row) => row.leagueId === leagueId && row.id > id),
}

function createStreams(overrides: Partial<EventStreamsOptions> = {}): EventStreams {
  return eventStreams({
    hub,
    store,
    findDenied: async () => [],
    getAccessVersion: async () => '1',
    log: createMemoryLog().log,
    heartbeatMs: LONG_INTERVAL_MS,
    ...overrides,
  })
}

const buildEvent = (id: number, leagueId = 1): StoredEvent => ({
  id,
  leagueId,
  event: { name: 'scoreboard', data: { season: id } },
})

/** Opens a stream and collects the IDs of its events until there are `count`. */
async function readEventIds(count: number, subscriber = SUBSCRIBER, lastId: number | null = null) {
  const body = await streams.open(subscriber, { lastId, isReconnect: true, isWanted: () => true })
  const ids: number[] = []
  const all = (async () => {
    for await (const chunk of body) {
      for (const [, id] of String(chunk).matchAll(/^id: (\d+)\nevent: /gm)) ids.push(Number(id))
      if (ids.length >= count) return ids
    }
    return ids
  })()
  return { ids, all }
}

describe('event stream', () => {
  it('delivers an event that is stored after one with a higher ID', async () => {
    rows = [buildEvent(1)]
    const { ids, all } = await readEventIds(3)
    rows.push(buildEvent(4))
    await expect.poll(() => ids).toEqual([4])
    rows.push(buildEvent(3), buildEvent(2, 9))
    await expect.poll(() => ids).toEqual([4, 3])
    elapsedMs = 20_000
    rows.push(buildEvent(5))
    expect(await all).toEqual([4, 3, 5])
  })

  it('sends each event only to the clients of its league', async () => {
    const first = await readEventIds(2)
    const second = await readEventIds(1, { ...SUBSCRIBER, leagueId: 2 })
    rows.push(buildEvent(1), buildEvent(2, 2), buildEvent(3))
    expect([await first.all, await second.all]).toEqual([[1, 3], [2]])
  })

  it('rereads only the events of the last half minute', async () => {
    rows = [buildEvent(1)]
    const { ids } = await readEventIds(9)
    rows.push(buildEvent(2))
    await expect.poll(() => ids).toEqual([2])
    const floors: number[] = []
    const originalListAfter = store.listAfter
    store.listAfter = async (id, isWanted) => {
      floors.push(id)
      return originalListAfter(id, isWanted)
    }
    elapsedMs = 31_000
    await expect.poll(() => floors.at(-1)).toBe(2)
    store.listAfter = originalListAfter
  })

  it('sends missed events, then those that arrived in the meantime, each once and in order', async () => {
    rows = [buildEvent(1), buildEvent(2), buildEvent(3)]
    const originalListMissed = store.listMissed
    store.listMissed = async (leagueId, id) => {
      const missed = await originalListMissed(leagueId, id)
      rows.push(buildEvent(4))
      await new Promise((resolve) => setTimeout(resolve, 3 * SHORT_INTERVAL_MS))
      return missed
    }
    const { all } = await readEventIds(3, SUBSCRIBER, 1)
    store.listMissed = originalListMissed
    expect(await all).toEqual([2, 3, 4])
  })

  it('sends a new client an ID to reconnect with', async () => {
    rows.push(buildEvent(41), buildEvent(40))
    const first = await streams.open(SUBSCRIBER, NEW_CLIENT)
    expect(String((await first[Symbol.asyncIterator]().next()).value)).toMatch(/^id: 41\nretry: \d+\n\n$/)
    rows.push(buildEvent(42))
    expect(await (await readEventIds(1, SUBSCRIBER, 41)).all).toEqual([42])
  })

  it('unsubscribes and stops polling when its client disconnects', async () => {
    const bodies = await Promise.all([1, 2, 3].map(() => streams.open(SUBSCRIBER, NEW_CLIENT)))
    expect([streams.count(), hub.subscribedLeagueIds()]).toEqual([3, [1]])
    for (const body of bodies) body.destroy()
    await expect.poll(() => streams.count()).toBe(0)
    expect(hub.subscribedLeagueIds()).toEqual([])
    const readsBefore = readCount
    await new Promise((resolve) => setTimeout(resolve, 5 * SHORT_INTERVAL_MS))
    expect(readCount - readsBefore).toBeLessThanOrEqual(1)
  })

  it('ends when its client does not read', async () => {
    const body = await streams.open(SUBSCRIBER, NEW_CLIENT)
    rows.push(...Array.from({ length: 6000 }, (_, id) => buildEvent(id + 1)))
    await expect.poll(() => body.destroyed).toBe(true)
    expect(streams.count()).toBe(0)
  })

  it('ends when its subscriber loses access', async () => {
    let isMember = true
    streams = createStreams({
      heartbeatMs: SHORT_INTERVAL_MS,
      checkMs: SHORT_INTERVAL_MS,
      findDenied: async (subscribers) => (isMember ? [] : subscribers),
    })
    const { all } = await readEventIds(1)
    await new Promise((resolve) => setTimeout(resolve, 5 * SHORT_INTERVAL_MS))
    expect(streams.count()).toBe(1)
    isMember = false
    expect(await all).toEqual([])
    expect(streams.count()).toBe(0)
  })

  it('sends no event to a subscriber who had lost access when it was stored', async () => {
    let isMember = true
    let version = 1
    hub = eventHub({
      store: {
        ...store,
        listAfter: async (id, isWanted) => {
          if (rows.length > 0 && isMember) {
            isMember = false
            version += 1
          }
          return store.listAfter(id, isWanted)
        },
      },
      beforeDelivery: () => streams.endDenied(),
      log: createMemoryLog().log,
      pollIntervalMs: SHORT_INTERVAL_MS,
    })
    streams = createStreams({
      hub,
      findDenied: async (subscribers) => (isMember ? [] : subscribers),
      getAccessVersion: async () => `${version}`,
    })
    const { all } = await readEventIds(1)
    rows = [buildEvent(1)]
    hub.wake()
    expect(await all).toEqual([])
  })

  it('checks the access of all streams with one question', async () => {
    const questions: number[][] = []
    streams = createStreams({
      heartbeatMs: SHORT_INTERVAL_MS,
      checkMs: SHORT_INTERVAL_MS,
      findDenied: async (subscribers) => {
        questions.push(subscribers.map(({ userId }) => userId))
        return subscribers.filter(({ userId }) => userId === 8)
      },
    })
    const bodies = await Promise.all(
      [7, 8, 9].map((userId) => streams.open({ ...SUBSCRIBER, userId }, NEW_CLIENT)),
    )
    for (const body of bodies) body.resume()
    await expect.poll(() => questions.length).toBeGreaterThan(1)
    expect(questions.slice(0, 2)).toEqual([
      [7, 8, 9],
      [7, 9],
    ])
  })

  it('does not check access again while a check is in progress', async () => {
    const { released, release } = createBarrier()
    let checkCount = 0
    streams = createStreams({
      heartbeatMs: SHORT_INTERVAL_MS,
      checkMs: SHORT_INTERVAL_MS,
      findDenied: async () => {
        checkCount += 1
        await released
        return []
      },
    })
    const body = await streams.open(SUBSCRIBER, NEW_CLIENT)
    let heartbeatCount = 0
    body.on('data', (chunk) => {
      if (String(chunk) === HEARTBEAT_TEXT) heartbeatCount += 1
    })
    await expect.poll(() => heartbeatCount).toBeGreaterThan(5)
    expect(checkCount).toBe(1)
    release()
    await expect.poll(() => checkCount).toBeGreaterThan(1)
  })

  it('checks access again at the next heartbeat when a check fails', async () => {
    let checkCount = 0
    streams = createStreams({
      heartbeatMs: SHORT_INTERVAL_MS,
      checkMs: SHORT_INTERVAL_MS,
      findDenied: async (subscribers) => {
        checkCount += 1
        if (checkCount === 1) throw new Error('the database is down')
        return subscribers
      },
    })
    expect(await (await readEventIds(1)).all).toEqual([])
    expect(checkCount).toBe(2)
  })

  it('sends heartbeats, which pages can see, while idle', async () => {
    streams = createStreams({ heartbeatMs: SHORT_INTERVAL_MS })
    const body = await streams.open(SUBSCRIBER, NEW_CLIENT)
    const texts: string[] = []
    body.on('data', (chunk) => texts.push(String(chunk)))
    await expect.poll(() => texts.filter((text) => text === HEARTBEAT_TEXT).length).toBeGreaterThan(2)
    expect(texts[0]).toBe('id: 0\nretry: 3000\n\n')
  })

  it('continues after a database outage', async () => {
    const { ids } = await readEventIds(1)
    const originalListAfter = store.listAfter
    store.listAfter = async () => {
      throw new Error('the database is down')
    }
    rows.push(buildEvent(1))
    await new Promise((resolve) => setTimeout(resolve, 3 * SHORT_INTERVAL_MS))
    expect(ids).toEqual([])
    store.listAfter = originalListAfter
    await expect.poll(() => ids).toEqual([1])
  })

  it('ends immediately when the server shuts down, and no stream opens afterwards', async () => {
    const { all } = await readEventIds(1)
    streams.close()
    expect(await all).toEqual([])
    const late = await readEventIds(1)
    expect([await late.all, streams.count(), hub.subscribedLeagueIds()]).toEqual([[], 0, []])
  })
})
