import { Readable } from 'node:stream'
import type { EventHub } from './event-hub.ts'
import type { EventStore, NumberedEvent } from './event-store.ts'
import type { Reader } from './stream-access.ts'

/** Streams that a person has open in this process: one more ends the oldest. */
const STREAMS_A_PERSON = 10
/** A reader who leaves more than this waiting is cut off, and comes back with the last number it had. */
const MOST_WAITING = 256 * 1024
/** How long a browser waits before it comes back. */
const RETRY_MS = 3000

export type EventStreamsOptions = {
  hub: Pick<EventHub, 'listen'>
  store: Pick<EventStore, 'missedBy' | 'newestId'>
  /** Whether a reader may still listen; asked once a minute. */
  mayListen: (reader: Reader) => Promise<boolean>
  log: { error: (detail: object, line: string) => void }
  heartbeatMs?: number
  checkMs?: number
}

export type EventStreams = ReturnType<typeof eventStreams>

type Stream = { reader: Reader; body: Readable; checkedAtMs: number; leave: () => void }

/** The event streams that browsers have open, as server-sent events. */
export function eventStreams(options: EventStreamsOptions) {
  const { hub, store, mayListen, log, heartbeatMs = 20_000, checkMs = 60_000 } = options
  const streams = new Set<Stream>()
  let timer: NodeJS.Timeout | undefined
  let isClosed = false

  /** Keeps proxies from ending what is silent, and ends what may not be read any more. */
  async function beat(): Promise<void> {
    for (const stream of streams) write(stream, ':\n\n')
    const nowMs = performance.now()
    const old = [...streams].filter(({ checkedAtMs }) => checkedAtMs <= nowMs - checkMs)
    for (const stream of old) {
      stream.checkedAtMs = nowMs
      try {
        if (!(await mayListen(stream.reader))) end(stream)
      } catch (error) {
        log.error({ err: error }, 'the reader of an event stream could not be looked up')
      }
    }
  }

  function write(stream: Stream, text: string): void {
    if (stream.body.readableEnded || stream.body.destroyed || !streams.has(stream)) return
    if (stream.body.readableLength > MOST_WAITING) stream.body.destroy()
    else stream.body.push(text)
  }

  function end(stream: Stream): void {
    if (forget(stream)) stream.body.push(null)
  }

  function forget(stream: Stream): boolean {
    stream.leave()
    const wasOpen = streams.delete(stream)
    if (streams.size === 0) clearInterval(timer)
    return wasOpen
  }

  function makeRoomFor(userId: number): void {
    const own = [...streams].filter(({ reader }) => reader.userId === userId)
    for (const stream of own.slice(0, Math.max(0, own.length - STREAMS_A_PERSON + 1))) end(stream)
  }

  /**
   * Tells what was missed first, and then what comes, whatever came meanwhile included. Who comes for the
   * first time is given a number to come back with, should the stream end before its first event.
   */
  async function connect(stream: Stream, lastId: number | null): Promise<void> {
    const meanwhile: NumberedEvent[] = []
    let told = (each: NumberedEvent) => void meanwhile.push(each)
    stream.leave = await hub.listen(stream.reader.leagueId, (each) => told(each))
    const missed = lastId === null ? [] : await store.missedBy(stream.reader.leagueId, lastId)
    const start = lastId === null ? `id: ${await store.newestId()}\n` : ''
    write(stream, `${start}retry: ${RETRY_MS}\n\n`)
    const known = new Set(missed.map(({ id }) => id))
    for (const each of [...missed, ...meanwhile.filter(({ id }) => !known.has(id))]) {
      write(stream, textOf(each))
    }
    told = (each) => {
      if (!known.has(each.id)) write(stream, textOf(each))
    }
  }

  return {
    /** The text of a stream that ends when the reader goes, may not read any more, or the server stops. */
    async open(reader: Reader, lastId: number | null): Promise<Readable> {
      const body = new Readable({ read: () => undefined })
      const stream: Stream = { reader, body, checkedAtMs: performance.now(), leave: () => undefined }
      makeRoomFor(reader.userId)
      streams.add(stream)
      if (streams.size === 1) timer = setInterval(() => void beat(), heartbeatMs).unref()
      body.once('close', () => forget(stream))
      try {
        await connect(stream, lastId)
      } catch (error) {
        body.destroy()
        throw error
      }
      // It may have ended before there was anything to leave.
      if (isClosed || !streams.has(stream)) {
        stream.leave()
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

function textOf({ id, event }: NumberedEvent): string {
  return `id: ${id}\nevent: ${event.name}\ndata: ${JSON.stringify(event.data)}\n\n`
}
