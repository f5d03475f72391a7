import { Readable } from 'node:stream'
import type { EventHub } from './event-hub.ts'
import type { EventStore, StoredEvent } from './event-store.ts'
import type { Subscriber } from './stream-access.ts'

/** Streams that a person has open in this process: one more ends the oldest. */
const MAX_STREAMS_PER_USER = 10
/** A reader who leaves more than this waiting is cut off, and comes back with the last number it had. */
const MAX_BUFFERED_BYTES = 256 * 1024
/** How long a browser waits before it comes back. */
const RETRY_MS = 3000

export type EventStreamsOptions = {
  hub: Pick<EventHub, 'subscribe'>
  store: Pick<EventStore, 'listMissed' | 'findNewestId'>
  /** Whether a reader may still listen; asked once a minute. */
  canSubscribe: (reader: Subscriber) => Promise<boolean>
  log: { error: (detail: object, line: string) => void }
  heartbeatMs?: number
  checkMs?: number
}

export type EventStreams = ReturnType<typeof eventStreams>

type Stream = { subscriber: Subscriber; body: Readable; checkedAtMs: number; unsubscribe: () => void }

/** The event streams that browsers have open, as server-sent events. */
export function eventStreams(options: EventStreamsOptions) {
  const { hub, store, canSubscribe, log, heartbeatMs = 20_000, checkMs = 60_000 } = options
  const streams = new Set<Stream>()
  let timer: NodeJS.Timeout | undefined
  let isClosed = false

  /** Keeps proxies from ending what is silent, and ends what may not be read any more. */
  async function heartbeat(): Promise<void> {
    for (const stream of streams) write(stream, ':\n\n')
    const nowMs = performance.now()
    const old = [...streams].filter(({ checkedAtMs }) => checkedAtMs <= nowMs - checkMs)
    for (const stream of old) {
      stream.checkedAtMs = nowMs
      try {
        if (!(await canSubscribe(stream.subscriber))) end(stream)
      } catch (error) {
        log.error({ err: error }, 'the reader of an event stream could not be looked up')
      }
    }
  }

  function write(stream: Stream, text: string): void {
    if (stream.body.readableEnded || stream.body.destroyed || !streams.has(stream)) return
    if (stream.body.readableLength > MAX_BUFFERED_BYTES) stream.body.destroy()
    else stream.body.push(text)
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
    const own = [...streams].filter(({ subscriber }) => subscriber.userId === userId)
    for (const stream of own.slice(0, Math.max(0, own.length - MAX_STREAMS_PER_USER + 1))) end(stream)
  }

  /**
   * Tells what was missed first, and then what comes, whatever came meanwhile included. Who comes for the
   * first time is given a number to come back with, should the stream end before its first event.
   */
  async function connect(stream: Stream, lastId: number | null): Promise<void> {
    const meanwhile: StoredEvent[] = []
    let told = (each: StoredEvent) => void meanwhile.push(each)
    stream.unsubscribe = await hub.subscribe(stream.subscriber.leagueId, (each) => told(each))
    const missed = lastId === null ? [] : await store.listMissed(stream.subscriber.leagueId, lastId)
    const start = lastId === null ? `id: ${await store.findNewestId()}\n` : ''
    write(stream, `${start}retry: ${RETRY_MS}\n\n`)
    const known = new Set(missed.map(({ id }) => id))
    for (const each of [...missed, ...meanwhile.filter(({ id }) => !known.has(id))]) {
      write(stream, formatEvent(each))
    }
    told = (each) => {
      if (!known.has(each.id)) write(stream, formatEvent(each))
    }
  }

  return {
    /** The text of a stream that ends when the reader goes, may not read any more, or the server stops. */
    async open(reader: Subscriber, lastId: number | null): Promise<Readable> {
      const body = new Readable({ read: () => undefined })
      const stream: Stream = {
        subscriber: reader,
        body,
        checkedAtMs: performance.now(),
        unsubscribe: () => undefined,
      }
      evictOldestStreams(reader.userId)
      streams.add(stream)
      if (streams.size === 1) timer = setInterval(() => void heartbeat(), heartbeatMs).unref()
      body.once('close', () => removeStream(stream))
      try {
        await connect(stream, lastId)
      } catch (error) {
        body.destroy()
        throw error
      }
      // It may have ended before there was anything to leave.
      if (isClosed || !streams.has(stream)) {
        stream.unsubscribe()
        end(stream)
      }
      return body
    },

    /** How many are open. */
    count: (): number => streams.size,

    close(): void {
      isClosed = true
      for (const stream of streams) end(stream)
    },
  }
}

function formatEvent({ id, event }: StoredEvent): string {
  return `id: ${id}\nevent: ${event.name}\ndata: ${JSON.stringify(event.data)}\n\n`
}
