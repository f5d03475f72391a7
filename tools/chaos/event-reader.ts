import { get } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { LEAGUE_PATH } from './league.ts'
import { waitUntil } from './load.ts'

/** Shorter than the delay of a browser, so that there are more reconnections. */
const RECONNECT_DELAY_MS = 300

/** Three readers of the events of a league, which have to see all events that are stored from now on. */
export async function watchEvents(address: string, cookie: string, sql: (text: string) => Promise<string>) {
  const readers = [1, 2, 3].map(() => readEvents(address, cookie))
  await sleep(1000)
  const lastEventId = await sql('select coalesce(max(id), 0) from league_events')
  return {
    async stop() {
      const stored = await sql(`select id from league_events where id > ${lastEventId} order by id`)
      const ids = stored.split('\n').flatMap((each) => (each === '' ? [] : [Number(each)]))
      const hasSeenAll = () => readers.every(({ seen }) => ids.every((id) => seen.has(id)))
      await waitUntil(hasSeenAll, 15_000).catch(() => undefined)
      for (const reader of readers) await reader.stop()
      const missed = readers.map(({ seen }) => ids.filter((id) => !seen.has(id)).length)
      const reconnections = readers.reduce((sum, reader) => sum + reader.reconnections(), 0)
      return {
        problems: [
          ...(hasSeenAll() ? [] : [`readers missed ${missed.join(', ')} of ${ids.length} events`]),
          ...(ids.length === 0 ? ['no events were sent'] : []),
        ],
        note: `${readers.length} readers with ${ids.length} events each and ${reconnections} reconnections in total`,
      }
    },
  }
}

/** Reads the event stream like a browser: whenever the stream ends, it reconnects with the last event id. */
function readEvents(address: string, cookie: string) {
  const aborter = new AbortController()
  const seen = new Set<number>()
  let lastId: number | null = null
  let reconnections = 0

  async function readUntilStopped() {
    while (!aborter.signal.aborted) {
      await readOnce()
      reconnections += 1
      if (!aborter.signal.aborted) await sleep(RECONNECT_DELAY_MS)
    }
  }

  /** @returns resolves when the stream ends for any reason */
  function readOnce(): Promise<void> {
    return new Promise((resolve) => {
      const headers = { cookie, ...(lastId === null ? {} : { 'last-event-id': String(lastId) }) }
      const request = get(`${address}${LEAGUE_PATH}/events/`, {
        agent: false,
        headers,
        signal: aborter.signal,
      })
      request.once('close', resolve)
      request.on('error', () => undefined)
      request.once('response', (response) => {
        let buffer = ''
        response.on('error', () => undefined)
        response.setEncoding('utf8').on('data', (chunk) => {
          buffer += chunk
          const blocks = buffer.split('\n\n')
          buffer = blocks.pop() ?? ''
          for (const block of blocks) recordEvent(block)
        })
      })
    })
  }

  function recordEvent(block: string) {
    const id = /^id: (\d+)$/m.exec(block)?.[1]
    if (id === undefined) return
    seen.add(Number(id))
    lastId = Number(id)
  }

  const reader = readUntilStopped()
  return {
    seen,
    reconnections: () => reconnections,
    async stop() {
      aborter.abort()
      await reader
    },
  }
}
