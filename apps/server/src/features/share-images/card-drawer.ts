import { Worker } from 'node:worker_threads'
import type { CardContent } from './draw-card.ts'
import type { CardStyle, DrawRequest, DrawResponse } from './drawing-thread.ts'

/** The build writes the program of the thread next to the server. */
const PROGRAM = `./drawing-thread.${import.meta.url.endsWith('.ts') ? 'ts' : 'js'}`

/** More would wait for seconds. */
const MAX_WAITING = 20
const TIMEOUT_MS = 20_000
/** An unused thread takes tens of megabytes. */
const MAX_IDLE_MS = 60_000

/** Draws cards in another thread, one at a time. */
export interface CardDrawer {
  /** A PNG; null if too many cards are waiting. Rejects if the card cannot be drawn, or takes too long. */
  draw(content: CardContent, style: CardStyle, logos: ReadonlyMap<string, Uint8Array>): Promise<Buffer | null>
  /** Ends the thread. */
  close(): Promise<void>
}

type Waiter = { request: DrawRequest; resolve: (png: Buffer) => void; reject: (error: unknown) => void }

export function cardDrawer(): CardDrawer {
  /** The first one is being drawn. */
  const waiters: Waiter[] = []
  let thread: Worker | null = null
  let timer: NodeJS.Timeout | undefined
  let isClosed = false

  return {
    draw(content, style, logos) {
      if (waiters.length >= MAX_WAITING) return Promise.resolve(null)
      const request = { content, style, logos }
      return new Promise((resolve, reject) => {
        waiters.push({ request, resolve, reject })
        if (waiters.length === 1) drawNext()
      })
    },
    async close() {
      isClosed = true
      clearTimeout(timer)
      await thread?.terminate()
    },
  }

  function drawNext(): void {
    clearTimeout(timer)
    const [waiter] = waiters
    if (waiter === undefined) {
      thread?.unref()
      timer = setTimeout(endIdleThread, MAX_IDLE_MS).unref()
      return
    }
    thread ??= startThread()
    thread.ref()
    thread.postMessage(waiter.request, [])
    timer = setTimeout(() => void thread?.terminate(), TIMEOUT_MS)
  }

  function endIdleThread(): void {
    const idle = thread
    // The next card must not be sent to a thread that is about to end.
    thread = null
    void idle?.terminate()
  }

  function startThread(): Worker {
    const started = new Worker(new URL(PROGRAM, import.meta.url))
    started.on('message', (response: DrawResponse) => {
      const waiter = waiters.shift()
      if ('error' in response) waiter?.reject(response.error)
      else waiter?.resolve(Buffer.from(response.png))
      drawNext()
    })
    started.on('error', (error) => endThread(started, error))
    started.on('exit', () => endThread(started, new Error('the drawing thread has ended')))
    return started
  }

  /** Rejects the card that was being drawn; the next one gets a new thread. After the end, rejects all. */
  function endThread(ended: Worker, error: Error): void {
    if (thread !== ended) return
    thread = null
    const rejected = waiters.splice(0, isClosed ? waiters.length : 1)
    for (const { reject } of rejected) reject(error)
    if (waiters.length > 0) drawNext()
  }
}
