import { Readable } from 'node:stream'
import type { Heartbeat } from '@fieldhouse/contract/live'
import type { EventHub } from './event-hub.ts'
import type { EventStore, StoredEvent } from './event-store.ts'
import type { Subscriber } from './subscriber-store.ts'

/** Per process. Opening one more ends the oldest. */
const MAX_STREAMS_PER_USER = 10
/** A client with more unread data than this is disconnected. It reconnects with the last event ID it received. */
const MAX_BUFFERED_BYTES = 256 * 1024
const RETRY_MS = 3000
const HEARTBEAT_MS: Heartbeat['intervalMs'] = 20_000
/** An event, because pages cannot see comments. */
const HEARTBEAT_TEXT = `event: ${'heartbeat' satisfies Heartbeat['name']}\ndata:\n\n`

export type EventStreamsOptions = {
  hub: Pick<EventHub, 'subscribe'>
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
  /** The last event that the client has received; null for a new client. */
  lastId: number | null
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
  async function connect(stream: Stream, { lastId, isWanted }: StreamOptions): Promise<void> {
    const buffered: StoredEvent[] = []
    let deliver = (event: StoredEvent) => void buffered.push(event)
    const send = (event: StoredEvent) => {
      const seen = event.byUser?.get(stream.subscriber.userId) ?? event
      if (isWanted(seen)) write(stream, formatEvent(seen))
    }
    stream.unsubscribe = await hub.subscribe(stream.subscriber.leagueId, (event) => deliver(event))
    const missed = lastId === null ? [] : await store.listMissed(stream.subscriber.leagueId, lastId)
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

/** The bytes of an event, which all its streams share. */
function formatEvent(stored: StoredEvent): Buffer {
  const known = formattedEvents.get(stored)
  if (known !== undefined) return known
  const { id, event } = stored
  const bytes = Buffer.from(`id: ${id}\nevent: ${event.name}\ndata: ${JSON.stringify(event.data)}\n\n`)
  formattedEvents.set(stored, bytes)
  return bytes
}
