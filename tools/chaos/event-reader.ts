import { get } from 'node:http'
import { LEAGUE_PATH } from './league.ts'
import { sleep } from './load.ts'

/** Shorter than the delay of a browser, so that there are more reconnections. */
const RECONNECT_DELAY_MS = 300

/**
 * Reads the event stream like a browser: whenever the stream ends, it reconnects with the last event id.
 * @param lastEventId sent with the first request; null for a new reader
 */
export function readEvents(address: string, cookie: string, lastEventId: number | null = null) {
  const aborter = new AbortController()
  const seen = new Set<number>()
  let lastId = lastEventId
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
