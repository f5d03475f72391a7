import { Readable } from 'node:stream'
import { type Heartbeat, LEAGUE_EVENTS } from '@fieldhouse/contract/live'
import { HOUR_MS } from '@fieldhouse/domain/duration'
import { accessDenialReason } from '@fieldhouse/domain/league/roles'
import type { Db } from '../database/engine/database.ts'
import { inBatches } from '../database/engine/queries.ts'
import { withoutWriteChecks } from '../database/engine/write-checks.ts'
import { cleanUpJob, type ScheduledJob } from '../jobs/job.ts'
import type { LeagueEvent } from '../repositories/change-league.ts'

type Listener = (event: StoredEvent) => void

/** Adds data to new events, once for all listeners. Never rejects. */
export interface EventData {
  /** Called when a league gets its first listener. Its events wait for it. */
  start?(leagueId: number): Promise<void>
  stop?(leagueId: number): void
  /** The event with its data. Called for each event in order. */
  add(event: StoredEvent): Promise<StoredEvent>
}

type EventHubOptions = {
  store: Pick<EventStore, 'listNewestIds' | 'listAfter'>
  data?: readonly EventData[]
  /** Called between reading the events of a poll and delivering them. */
  beforeDelivery?: () => Promise<void>
  log: { error: (fields: object, message: string) => void }
  /** How often to check for events from other processes, in milliseconds. */
  pollIntervalMs?: number
  /** A monotonic clock in milliseconds. */
  elapsedMs?: () => number
}

/** Every event up to `floor` has been read, and so have the IDs in `seen`. */
type ReadPosition = { floor: number; seen: Set<number>; reached: { atMs: number; id: number }[] }

/**
 * Delivers the events that any process has stored to the listeners in this process, each event once. It polls
 * the database only while there are listeners, with one query for all of them. Events can become visible out
 * of ID order, so each poll rereads the last half minute and skips IDs that were already seen.
 */
export function eventHub(options: EventHubOptions) {
  const { store, data = [], beforeDelivery, log } = options
  const { pollIntervalMs = 250, elapsedMs = () => performance.now() } = options
  const listeners = new Map<number, Set<Listener>>()
  const preparations = new Map<number, Promise<void>>()
  let position: ReadPosition | null = null
  let initialization: Promise<void> | null = null
  let timer: NodeJS.Timeout | undefined
  let isPolling = false
  let isPollRequested = false

  async function initializePosition(): Promise<void> {
    const ids = await store.listNewestIds()
    const newest = ids[0] ?? 0
    const floor = (ids.at(-1) ?? 1) - 1
    position = { floor, seen: new Set(ids), reached: [{ atMs: elapsedMs(), id: newest }] }
    schedulePoll()
  }

  async function poll(): Promise<void> {
    clearTimeout(timer)
    isPolling = true
    for (;;) {
      if (!isPollRequested || position === null) break
      isPollRequested = false
      try {
        await deliverNewEvents(position)
      } catch (error) {
        log.error({ err: error }, 'failed to read events')
      }
    }
    isPolling = false
    schedulePoll()
  }

  async function deliverNewEvents(current: ReadPosition): Promise<void> {
    const { ids, events } = await store.listAfter(
      current.floor,
      ({ id, leagueId }) => !current.seen.has(id) && listeners.has(leagueId),
    )
    const complete: StoredEvent[] = []
    for (const event of events) {
      await preparations.get(event.leagueId)
      let withData = event
      for (const each of data) withData = await each.add(withData)
      complete.push(withData)
    }
    // After reading: nobody who had lost access when an event was stored may receive it.
    await beforeDelivery?.()
    for (const id of ids) current.seen.add(id)
    for (const event of complete) for (const listener of listeners.get(event.leagueId) ?? []) listener(event)
    const nowMs = elapsedMs()
    current.reached.push({ atMs: nowMs, id: ids.at(-1) ?? current.floor })
    while (current.reached[0] !== undefined && current.reached[0].atMs <= nowMs - MAX_COMMIT_DELAY_MS)
      current.floor = current.reached.shift()?.id ?? current.floor
    for (const id of current.seen) if (id <= current.floor) current.seen.delete(id)
  }

  function schedulePoll(): void {
    clearTimeout(timer)
    if (position !== null) timer = setTimeout(wake, pollIntervalMs).unref()
  }

  function wake(): void {
    isPollRequested = true
    if (position !== null && !isPolling) void withoutWriteChecks(poll)
  }

  async function prepare(leagueId: number): Promise<void> {
    for (const each of data) await each.start?.(leagueId)
  }

  function unsubscribe(leagueId: number, listener: Listener): void {
    const leagueListeners = listeners.get(leagueId)
    leagueListeners?.delete(listener)
    if (leagueListeners?.size === 0) {
      listeners.delete(leagueId)
      preparations.delete(leagueId)
      for (const each of data) each.stop?.(leagueId)
    }
    if (listeners.size > 0) return
    clearTimeout(timer)
    position = null
    initialization = null
  }

  return {
    wake,

    async subscribe(leagueId: number, listener: Listener): Promise<() => void> {
      listeners.set(leagueId, (listeners.get(leagueId) ?? new Set()).add(listener))
      try {
        initialization ??= initializePosition()
        await initialization
        const preparation = preparations.get(leagueId) ?? prepare(leagueId)
        preparations.set(leagueId, preparation)
        await preparation
      } catch (error) {
        unsubscribe(leagueId, listener)
        initialization = null
        throw error
      }
      return () => unsubscribe(leagueId, listener)
    },

    subscribedLeagueIds: () => [...listeners.keys()],
  }
}

/** Per process. Opening one more ends the oldest. */
const MAX_STREAMS_PER_USER = 10
/** A client with more unread data than this is disconnected. It reconnects with the last event ID it received. */
const MAX_BUFFERED_BYTES = 256 * 1024
const RETRY_MS = 3000
const HEARTBEAT_MS: Heartbeat['intervalMs'] = 20_000
/** An event, because pages cannot see comments. */
const HEARTBEAT_TEXT = `event: ${'heartbeat' satisfies Heartbeat['name']}\ndata:\n\n`

export type EventStreamsOptions = {
  hub: Pick<ReturnType<typeof eventHub>, 'subscribe'>
  store: Pick<EventStore, 'listMissed' | 'findNewestId'>
  /** The subscribers who have lost access. Called for all open streams when somebody may have lost it. */
  findDenied: (subscribers: readonly Subscriber[]) => Promise<readonly Subscriber[]>
  /** Changes whenever anybody's access changes. Sessions that expire do not change it. null if unknown. */
  getAccessVersion: () => Promise<string | null>
  log: { error: (fields: object, message: string) => void }
  heartbeatMs?: number
  checkMs?: number
}

type StreamOptions = {
  /** The last event that the client has received, or that its page contains; null for a new client. */
  lastId: number | null
  isReconnect: boolean
  isWanted: (event: StoredEvent) => boolean
}

export type EventStreams = ReturnType<typeof eventStreams>

type Stream = { subscriber: Subscriber; body: Readable; unsubscribe: () => void }

export function eventStreams(dependencies: EventStreamsOptions) {
  const { hub, store, findDenied, getAccessVersion, log } = dependencies
  const { heartbeatMs = HEARTBEAT_MS, checkMs = 60_000 } = dependencies
  const streams = new Set<Stream>()
  let timer: NodeJS.Timeout | undefined
  let isClosed = false
  let isChecking = false
  let checkedAtMs = 0
  let accessVersion: string | null = null

  /**
   * Keeps proxies from closing idle streams, tells pages that the connection works, and ends streams whose
   * subscribers have lost access.
   */
  function heartbeat(): void {
    for (const stream of streams) write(stream, HEARTBEAT_TEXT)
    // A check that takes longer than a heartbeat, on a slow database, is not joined by a second one.
    if (!isChecking && performance.now() >= checkedAtMs + checkMs) void checkAccess()
  }

  async function checkAccess(): Promise<void> {
    isChecking = true
    try {
      await endDeniedOf([...streams])
      checkedAtMs = performance.now()
    } catch (error) {
      // The next heartbeat checks again.
      log.error({ err: error }, 'failed to check event stream access')
    }
    isChecking = false
  }

  async function endDeniedOf(open: readonly Stream[]): Promise<void> {
    const denied = new Set(await findDenied(open.map(({ subscriber }) => subscriber)))
    for (const stream of open) if (denied.has(stream.subscriber)) end(stream)
  }

  function write(stream: Stream, chunk: Buffer | string): void {
    if (stream.body.readableEnded || stream.body.destroyed || !streams.has(stream)) return
    if (stream.body.readableLength > MAX_BUFFERED_BYTES) stream.body.destroy()
    else stream.body.push(chunk)
  }

  function end(stream: Stream): void {
    if (removeStream(stream)) stream.body.push(null)
  }

  function removeStream(stream: Stream): boolean {
    stream.unsubscribe()
    const wasOpen = streams.delete(stream)
    if (streams.size === 0) clearInterval(timer)
    return wasOpen
  }

  function evictOldestStreams(userId: number): void {
    const userStreams = [...streams].filter(({ subscriber }) => subscriber.userId === userId)
    for (const stream of userStreams.slice(0, Math.max(0, userStreams.length - MAX_STREAMS_PER_USER + 1)))
      end(stream)
  }

  /**
   * Sends missed events first, then new ones, including those that arrived in the meantime. A new client
   * receives an ID to reconnect with, in case the stream ends before its first event.
   */
  async function connect(stream: Stream, { lastId, isReconnect, isWanted }: StreamOptions): Promise<void> {
    const buffered: StoredEvent[] = []
    let deliver = (event: StoredEvent) => void buffered.push(event)
    const send = (event: StoredEvent) => {
      const seen = event.byUser?.get(stream.subscriber.userId) ?? event
      if (isWanted(seen)) write(stream, formatEvent(seen))
    }
    stream.unsubscribe = await hub.subscribe(stream.subscriber.leagueId, (event) => deliver(event))
    const missed =
      lastId === null ? [] : await store.listMissed(stream.subscriber.leagueId, lastId, isReconnect)
    const start = lastId === null ? `id: ${await store.findNewestId()}\n` : ''
    write(stream, `${start}retry: ${RETRY_MS}\n\n`)
    const missedIds = new Set(missed.map(({ id }) => id))
    for (const event of [...missed, ...buffered.filter(({ id }) => !missedIds.has(id))]) send(event)
    deliver = (event) => {
      if (!missedIds.has(event.id)) send(event)
    }
  }

  return {
    /** Opens a stream. It ends when the client disconnects or loses access, or when the server shuts down. */
    async open(subscriber: Subscriber, options: StreamOptions): Promise<Readable> {
      const body = new Readable({ read: () => undefined })
      const stream: Stream = { subscriber, body, unsubscribe: () => undefined }
      evictOldestStreams(subscriber.userId)
      streams.add(stream)
      // Access may have been lost between the authorization of the request and now.
      accessVersion = null
      if (streams.size === 1) {
        checkedAtMs = performance.now()
        timer = setInterval(heartbeat, heartbeatMs).unref()
      }
      body.once('close', () => removeStream(stream))
      try {
        await connect(stream, options)
      } catch (error) {
        body.destroy()
        throw error
      }
      // The stream may have ended before it was subscribed.
      if (isClosed || !streams.has(stream)) {
        stream.unsubscribe()
        end(stream)
      }
      return body
    },

    /** Ends the streams of everyone who has lost access since the last call, through any process. */
    async endDenied(): Promise<void> {
      const version = await getAccessVersion()
      if (version !== null && version === accessVersion) return
      await endDeniedOf([...streams])
      accessVersion = version
    },

    count: () => streams.size,

    close(): void {
      isClosed = true
      for (const stream of streams) end(stream)
    },
  }
}

const formattedEvents = new WeakMap<StoredEvent, Buffer>()

function formatEvent(stored: StoredEvent): Buffer {
  const known = formattedEvents.get(stored)
  if (known !== undefined) return known
  const { id, event } = stored
  const bytes = Buffer.from(`id: ${id}\nevent: ${event.name}\ndata: ${JSON.stringify(event.data)}\n\n`)
  formattedEvents.set(stored, bytes)
  return bytes
}

/** `id` is the event ID that a client sends as `Last-Event-ID` when it reconnects. */
export type StoredEvent = {
  id: number
  leagueId: number
  event: LeagueEvent
  /** What single users receive instead, by user ID, if they see the change differently. */
  byUser?: ReadonlyMap<number, StoredEvent>
}

/** How far below the newest ID an event that becomes visible later may be. */
const REORDER_WINDOW = 1000
/** The longest time between the assignment of an event's ID and its commit. */
export const MAX_COMMIT_DELAY_MS = 30_000

type EventStore = ReturnType<typeof eventStore>

export function eventStore(db: Db) {
  return {
    /** The IDs of the newest events, newest first. */
    async listNewestIds() {
      const rows = await db
        .selectFrom('league_events')
        .select('id')
        .orderBy('id', 'desc')
        .limit(REORDER_WINDOW)
        .execute()
      return rows.map((row) => row.id)
    },

    /** The ID of the newest event; 0 before the first. */
    async findNewestId() {
      const row = await db
        .selectFrom('league_events')
        .select((eb) => eb.fn.max('id').as('id'))
        .executeTakeFirst()
      return row?.id ?? 0
    },

    /** All IDs above `id`, in order, and the events that `isWanted` selects: most have been read before. */
    async listAfter(id: number, isWanted: (event: Pick<StoredEvent, 'id' | 'leagueId'>) => boolean) {
      const rows = await db
        .selectFrom('league_events')
        .selectAll()
        .where('id', '>', id)
        .orderBy('id')
        .execute()
      const wanted = rows.filter((row) => isWanted({ id: row.id, leagueId: row.league_id }))
      return { ids: rows.map((row) => row.id), events: wanted.flatMap(parseEventRow) }
    },

    /**
     * The events that a client has missed since the event `lastId`. With concurrent writers, a lower ID may
     * become visible after a higher one, so after a reconnect, events from shortly before `lastId` are sent again. A
     * page that was rendered a moment ago would read everything again because of them.
     */
    async listMissed(leagueId: number, lastId: number, isReconnect = true) {
      const last = isReconnect
        ? await db.selectFrom('league_events').select('at').where('id', '=', lastId).executeTakeFirst()
        : undefined
      const rows = await db
        .selectFrom('league_events')
        .selectAll()
        .where('league_id', '=', leagueId)
        .where((eb) => {
          const isLater = eb('id', '>', lastId)
          if (last === undefined) return isLater
          const isNear = eb.between('id', lastId - REORDER_WINDOW + 1, lastId - 1)
          return eb.or([isLater, eb.and([isNear, eb('at', '>=', last.at - MAX_COMMIT_DELAY_MS)])])
        })
        .orderBy('id')
        .execute()
      return rows.flatMap(parseEventRow)
    },
  }
}

/** How long a client may be disconnected and still receive the events it missed. */
const RETENTION_MS = HOUR_MS

export function eventsCleanUp(db: Db, now: () => Date): ScheduledJob {
  return cleanUpJob('events-clean-up', '*/10 * * * *', [
    () => db.deleteFrom('league_events').where('at', '<=', now().getTime() - RETENTION_MS),
  ])
}

/** Returns nothing for an event of another release, which may run at the same time during an upgrade. */
function parseEventRow(row: { id: number; league_id: number; name: string; data: string }): StoredEvent[] {
  const schema = Object.entries(LEAGUE_EVENTS).find(([name]) => name === row.name)?.[1]
  const data = schema?.safeParse(JSON.parse(row.data))
  if (data?.success !== true) return []
  return [{ id: row.id, leagueId: row.league_id, event: { name: row.name, data: data.data } as LeagueEvent }]
}

export type Subscriber = { leagueId: number; userId: number; tokenHash: string }

/** The number of subscribers per query. The engines limit the number of parameters. */
const BATCH_SIZE = 5000

/** Those whose session has ended or who may no longer see their league. Does not extend the sessions. */
export async function findDenied(
  db: Db,
  subscribers: readonly Subscriber[],
  now: Date,
): Promise<Subscriber[]> {
  const denied: Subscriber[] = []
  for await (const batch of inBatches(subscribers, BATCH_SIZE)) {
    const isAllowed = await loadAccess(db, batch, now)
    denied.push(...batch.filter((subscriber) => !isAllowed(subscriber)))
  }
  return denied
}

async function loadAccess(db: Db, subscribers: readonly Subscriber[], now: Date) {
  const leagueIds = [...new Set(subscribers.map(({ leagueId }) => leagueId))]
  const tokenHashes = [...new Set(subscribers.map(({ tokenHash }) => tokenHash))]
  const rows = await db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .leftJoin('memberships', (join) =>
      join.onRef('memberships.user_id', '=', 'users.id').on('memberships.league_id', 'in', leagueIds),
    )
    .select(['sessions.token_hash', 'users.is_admin', 'users.is_staff'])
    .select(['memberships.league_id', 'memberships.role'])
    .where('sessions.token_hash', 'in', tokenHashes)
    .where('users.disabled_at', 'is', null)
    .where('sessions.expires_at', '>', now.getTime())
    .execute()
  const bySession = Map.groupBy(rows, ({ token_hash }) => token_hash)
  return ({ leagueId, tokenHash }: Subscriber): boolean => {
    const ofSession = bySession.get(tokenHash) ?? []
    const [user] = ofSession
    const actor =
      user === undefined
        ? null
        : { isAdmin: user.is_admin === 1, isStaff: user.is_staff === 1, isAnyLeagueAdmin: false }
    const role = ofSession.find(({ league_id }) => league_id === leagueId)?.role ?? null
    return accessDenialReason('member', actor, role) === null
  }
}
