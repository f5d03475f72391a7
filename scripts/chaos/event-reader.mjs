import { get } from 'node:http'
import { LEAGUE_PATH } from './league.mjs'
import { sleep } from './load.mjs'

/** What a browser waits by itself before it comes back; shorter, so that more happens. */
const RECONNECT_DELAY_MS = 300

/**
 * An open page: reads the event stream, and comes back with the last number it had whenever the stream ends.
 * @param {string} address
 * @param {string} cookie
 * @param {number | null} [from] the last number it is to have had
 */
export function readEvents(address, cookie, from = null) {
  const over = new AbortController()
  /** @type {Set<number>} */
  const seen = new Set()
  let last = from
  let returns = 0

  async function readUntilStopped() {
    while (!over.signal.aborted) {
      await readOnce()
      returns += 1
      if (!over.signal.aborted) await sleep(RECONNECT_DELAY_MS)
    }
  }

  /** @returns {Promise<void>} until the stream ends, however it ends */
  function readOnce() {
    return new Promise((resolve) => {
      const headers = { cookie, ...(last === null ? {} : { 'last-event-id': String(last) }) }
      const request = get(`${address}${LEAGUE_PATH}/events/`, { agent: false, headers, signal: over.signal })
      request.once('close', resolve)
      request.on('error', () => undefined)
      request.once('response', (answer) => {
        let text = ''
        answer.on('error', () => undefined)
        answer.setEncoding('utf8').on('data', (chunk) => {
          text += chunk
          const blocks = text.split('\n\n')
          text = blocks.pop() ?? ''
          for (const block of blocks) recordEvent(block)
        })
      })
    })
  }

  /** @param {string} block */
  function recordEvent(block) {
    const id = /^id: (\d+)$/m.exec(block)?.[1]
    if (id === undefined) return
    seen.add(Number(id))
    last = Number(id)
  }

  const reading = readUntilStopped()
  return {
    seen,
    returns: () => returns,
    async stop() {
      over.abort()
      await reading
    },
  }
}
