import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { keptLog } from '../testing/kept-log.ts'
import { eventHub } from './event-hub.ts'
import type { NumberedEvent } from './event-store.ts'
import { type EventStreams, type EventStreamsOptions, eventStreams } from './event-streams.ts'

const READER = { leagueId: 1, userId: 7, tokenHash: 'hash' }
const SOON_MS = 5
const NEVER_MS = 1e9

let rows: NumberedEvent[]
let reads: number
let elapsedMs: number
let hub: ReturnType<typeof eventHub>
let streams: EventStreams
beforeEach(() => {
  rows = []
  reads = 0
  elapsedMs = 0
  hub = eventHub({ store, log: keptLog().log, everyMs: SOON_MS, elapsedMs: () => elapsedMs })
  streams = newStreams()
})
afterEach(() => streams.close())

const store = {
  newestIds: async () => rows.map(({ id }) => id).sort((a, b) => b - a),
  newestId: async () => Math.max(0, ...rows.map(({ id }) => id)),
  after: async (id: number, isWanted: (row: (typeof rows)[number]) => boolean) => {
    reads += 1
    const after = rows.filter((row) => row.id > id).sort((a, b) => a.id - b.id)
    return { ids: after.map((row) => row.id), events: after.filter(isWanted) }
  },
  missedBy: async (leagueId: number, id: number) =>
    rows.filter((row) => row.leagueId === leagueId && row.id > id),
}

function newStreams(more: Partial<EventStreamsOptions> = {}): EventStreams {
  const mayListen = async () => true
  return eventStreams({ hub, store, mayListen, log: keptLog().log, heartbeatMs: NEVER_MS, ...more })
}

const anEvent = (id: number, leagueId = 1): NumberedEvent => ({
  id,
  leagueId,
  event: { name: 'scoreboard', data: { season: id } },
})

/** The numbers of the events in a stream, as they come. */
async function heard(count: number, reader = READER, lastId: number | null = null) {
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
    const { ids, all } = await heard(3)
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
    const { ids } = await heard(9)
    rows.push(anEvent(2))
    await expect.poll(() => ids).toEqual([2])
    const floors: number[] = []
    const after = store.after
    store.after = async (id, isWanted) => {
      floors.push(id)
      return after(id, isWanted)
    }
    elapsedMs = 31_000
    await expect.poll(() => floors.at(-1)).toBe(2)
    store.after = after
  })

  it('tells what was missed, then what came meanwhile, each once and in order', async () => {
    rows = [anEvent(1), anEvent(2), anEvent(3)]
    const missedBy = store.missedBy
    store.missedBy = async (leagueId, id) => {
      const missed = await missedBy(leagueId, id)
      rows.push(anEvent(4))
      await new Promise((resolve) => setTimeout(resolve, 3 * SOON_MS))
      return missed
    }
    const { all } = await heard(3, READER, 1)
    store.missedBy = missedBy
    expect(await all).toEqual([2, 3, 4])
  })

  it('gives who comes for the first time a number to come back with', async () => {
    rows.push(anEvent(41), anEvent(40))
    const first = await streams.open(READER, null)
    expect(String((await first[Symbol.asyncIterator]().next()).value)).toMatch(/^id: 41\nretry: \d+\n\n$/)
    rows.push(anEvent(42))
    expect(await (await heard(1, READER, 41)).all).toEqual([42])
  })

  it('leaves nothing behind when its reader goes', async () => {
    const bodies = await Promise.all([1, 2, 3].map(() => streams.open(READER, null)))
    expect([streams.count(), hub.leagues()]).toEqual([3, [1]])
    for (const body of bodies) body.destroy()
    await expect.poll(() => streams.count()).toBe(0)
    expect(hub.leagues()).toEqual([])
    const before = reads
    await new Promise((resolve) => setTimeout(resolve, 5 * SOON_MS))
    expect(reads - before).toBeLessThanOrEqual(1)
  })

  it('ends when its reader does not read', async () => {
    const body = await streams.open(READER, null)
    rows.push(...Array.from({ length: 6000 }, (_, id) => anEvent(id + 1)))
    await expect.poll(() => body.destroyed).toBe(true)
    expect(streams.count()).toBe(0)
  })

  it('ends once its reader may not listen any more', async () => {
    let isMember = true
    streams = newStreams({ heartbeatMs: SOON_MS, checkMs: SOON_MS, mayListen: async () => isMember })
    const { all } = await heard(1)
    await new Promise((resolve) => setTimeout(resolve, 5 * SOON_MS))
    expect(streams.count()).toBe(1)
    isMember = false
    expect(await all).toEqual([])
    expect(streams.count()).toBe(0)
  })

  it('is kept alive while nothing happens', async () => {
    streams = newStreams({ heartbeatMs: SOON_MS })
    const body = await streams.open(READER, null)
    const texts: string[] = []
    body.on('data', (chunk) => texts.push(String(chunk)))
    await expect.poll(() => texts.filter((text) => text === ':\n\n').length).toBeGreaterThan(2)
    expect(texts[0]).toBe('id: 0\nretry: 3000\n\n')
  })

  it('goes on after a time in which the database does not answer', async () => {
    const { ids } = await heard(1)
    const after = store.after
    store.after = async () => {
      throw new Error('gone')
    }
    rows.push(anEvent(1))
    await new Promise((resolve) => setTimeout(resolve, 3 * SOON_MS))
    expect(ids).toEqual([])
    store.after = after
    await expect.poll(() => ids).toEqual([1])
  })

  it('ends at once when the server stops, and is not opened after', async () => {
    const { all } = await heard(1)
    streams.close()
    expect(await all).toEqual([])
    const late = await heard(1)
    expect([await late.all, streams.count(), hub.leagues()]).toEqual([[], 0, []])
  })
})
