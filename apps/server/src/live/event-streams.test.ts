import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createMemoryLog } from '../testing/memory-log.ts'
import { eventHub } from './event-hub.ts'
import type { StoredEvent } from './event-store.ts'
import { type EventStreams, type EventStreamsOptions, eventStreams } from './event-streams.ts'

const SUBSCRIBER = { leagueId: 1, userId: 7, tokenHash: 'hash' }
const SHORT_INTERVAL_MS = 5
const LONG_INTERVAL_MS = 1e9

let rows: StoredEvent[]
let reads: number
let elapsedMs: number
let hub: ReturnType<typeof eventHub>
let streams: EventStreams
beforeEach(() => {
  rows = []
  reads = 0
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
    reads += 1
    const after = rows.filter((row) => row.id > id).sort((a, b) => a.id - b.id)
    return { ids: after.map((row) => row.id), events: after.filter(isWanted) }
  },
  listMissed: async (leagueId: number, id: number) =>
    rows.filter((row) => row.leagueId === leagueId && row.id > id),
}

function createStreams(more: Partial<EventStreamsOptions> = {}): EventStreams {
  const mayListen = async () => true
  return eventStreams({
    hub,
    store,
    canSubscribe: mayListen,
    log: createMemoryLog().log,
    heartbeatMs: LONG_INTERVAL_MS,
    ...more,
  })
}

const anEvent = (id: number, leagueId = 1): StoredEvent => ({
  id,
  leagueId,
  event: { name: 'scoreboard', data: { season: id } },
})

/** The numbers of the events in a stream, as they come. */
async function readEventIds(count: number, reader = SUBSCRIBER, lastId: number | null = null) {
  const body = await streams.open(reader, lastId)
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

describe('a stream', () => {
  it('tells an event that is stored after one with a higher number', async () => {
    rows = [anEvent(1)]
    const { ids, all } = await readEventIds(3)
    rows.push(anEvent(4))
    await expect.poll(() => ids).toEqual([4])
    rows.push(anEvent(3), anEvent(2, 9))
    await expect.poll(() => ids).toEqual([4, 3])
    elapsedMs = 20_000
    rows.push(anEvent(5))
    expect(await all).toEqual([4, 3, 5])
  })

  it('reads again only what came in the last half minute', async () => {
    rows = [anEvent(1)]
    const { ids } = await readEventIds(9)
    rows.push(anEvent(2))
    await expect.poll(() => ids).toEqual([2])
    const floors: number[] = []
    const after = store.listAfter
    store.listAfter = async (id, isWanted) => {
      floors.push(id)
      return after(id, isWanted)
    }
    elapsedMs = 31_000
    await expect.poll(() => floors.at(-1)).toBe(2)
    store.listAfter = after
  })

  it('tells what was missed, then what came meanwhile, each once and in order', async () => {
    rows = [anEvent(1), anEvent(2), anEvent(3)]
    const missedBy = store.listMissed
    store.listMissed = async (leagueId, id) => {
      const missed = await missedBy(leagueId, id)
      rows.push(anEvent(4))
      await new Promise((resolve) => setTimeout(resolve, 3 * SHORT_INTERVAL_MS))
      return missed
    }
    const { all } = await readEventIds(3, SUBSCRIBER, 1)
    store.listMissed = missedBy
    expect(await all).toEqual([2, 3, 4])
  })

  it('gives who comes for the first time a number to come back with', async () => {
    rows.push(anEvent(41), anEvent(40))
    const first = await streams.open(SUBSCRIBER, null)
    expect(String((await first[Symbol.asyncIterator]().next()).value)).toMatch(/^id: 41\nretry: \d+\n\n$/)
    rows.push(anEvent(42))
    expect(await (await readEventIds(1, SUBSCRIBER, 41)).all).toEqual([42])
  })

  it('leaves nothing behind when its reader goes', async () => {
    const bodies = await Promise.all([1, 2, 3].map(() => streams.open(SUBSCRIBER, null)))
    expect([streams.count(), hub.subscribedLeagueIds()]).toEqual([3, [1]])
    for (const body of bodies) body.destroy()
    await expect.poll(() => streams.count()).toBe(0)
    expect(hub.subscribedLeagueIds()).toEqual([])
    const before = reads
    await new Promise((resolve) => setTimeout(resolve, 5 * SHORT_INTERVAL_MS))
    expect(reads - before).toBeLessThanOrEqual(1)
  })

  it('ends when its reader does not read', async () => {
    const body = await streams.open(SUBSCRIBER, null)
    rows.push(...Array.from({ length: 6000 }, (_, id) => anEvent(id + 1)))
    await expect.poll(() => body.destroyed).toBe(true)
    expect(streams.count()).toBe(0)
  })

  it('ends once its reader may not listen any more', async () => {
    let isMember = true
    streams = createStreams({
      heartbeatMs: SHORT_INTERVAL_MS,
      checkMs: SHORT_INTERVAL_MS,
      canSubscribe: async () => isMember,
    })
    const { all } = await readEventIds(1)
    await new Promise((resolve) => setTimeout(resolve, 5 * SHORT_INTERVAL_MS))
    expect(streams.count()).toBe(1)
    isMember = false
    expect(await all).toEqual([])
    expect(streams.count()).toBe(0)
  })

  it('is kept alive while nothing happens', async () => {
    streams = createStreams({ heartbeatMs: SHORT_INTERVAL_MS })
    const body = await streams.open(SUBSCRIBER, null)
    const texts: string[] = []
    body.on('data', (chunk) => texts.push(String(chunk)))
    await expect.poll(() => texts.filter((text) => text === ':\n\n').length).toBeGreaterThan(2)
    expect(texts[0]).toBe('id: 0\nretry: 3000\n\n')
  })

  it('goes on after a time in which the database does not answer', async () => {
    const { ids } = await readEventIds(1)
    const after = store.listAfter
    store.listAfter = async () => {
      throw new Error('gone')
    }
    rows.push(anEvent(1))
    await new Promise((resolve) => setTimeout(resolve, 3 * SHORT_INTERVAL_MS))
    expect(ids).toEqual([])
    store.listAfter = after
    await expect.poll(() => ids).toEqual([1])
  })

  it('ends at once when the server stops, and is not opened after', async () => {
    const { all } = await readEventIds(1)
    streams.close()
    expect(await all).toEqual([])
    const late = await readEventIds(1)
    expect([await late.all, streams.count(), hub.subscribedLeagueIds()]).toEqual([[], 0, []])
  })
})
