import { AsyncResource } from 'node:async_hooks'
import type { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'

/** Too much of the same work is waiting, or it has waited too long. */
export class BusyError extends Error {
  override name = 'BusyError'
}

type BoundedQueueOptions = { maxConcurrent: number; maxWaiting: number; maxWaitMs: number }

/**
 * Runs costly work of requests a few at a time in this process. Clients, who are people or addresses, take turns, so
 * that one with many tasks holds up the others by one task each.
 */
export interface BoundedQueue {
  /**
   * Rejects with a BusyError, and does not run the task, if it waits too long, or if the queue is full and this
   * client has the most tasks in it. For a client with fewer, the newest task of the one with the most is rejected.
   */
  run<Result>(client: string, task: () => Promise<Result>): Promise<Result>
}

type Waiter = { start: () => Promise<void>; giveUp: (reason: string) => void }

export function boundedQueue({ maxConcurrent, maxWaiting, maxWaitMs }: BoundedQueueOptions): BoundedQueue {
  /** The tasks of each client that wait, oldest first. The client whose turn is next comes first. */
  const queued = new Map<string, Waiter[]>()
  let running = 0

  function setQueued(client: string, waiters: Waiter[]): void {
    if (waiters.length === 0) queued.delete(client)
    else queued.set(client, waiters)
  }

  function makeRoom(client: string): boolean {
    const counts = [...queued].map(([each, { length }]) => ({ client: each, count: length }))
    if (counts.reduce((sum, { count }) => sum + count, 0) < maxWaiting) return true
    const most = counts.reduce((a, b) => (b.count > a.count ? b : a))
    if (most.count <= (queued.get(client)?.length ?? 0) + 1) return false
    queued.get(most.client)?.at(-1)?.giveUp('made room for others')
    return true
  }

  function runNext(): void {
    const [next] = queued
    if (next === undefined || running >= maxConcurrent) return
    const [client, [waiter, ...others]] = next
    // Its next turn is after those of all others.
    queued.delete(client)
    setQueued(client, others)
    running += 1
    void waiter?.start().finally(() => {
      running -= 1
      runNext()
    })
  }

  return {
    run: (client, task) =>
      new Promise((resolve, reject) => {
        if (!makeRoom(client)) return reject(new BusyError('too many requests are waiting'))
        const timer = setTimeout(() => waiter.giveUp(`waited more than ${maxWaitMs} ms`), maxWaitMs)
        const waiter: Waiter = {
          // Another request starts it. The rights that its writes are checked against are in its own context.
          start: AsyncResource.bind(() => {
            clearTimeout(timer)
            return task().then(resolve, reject)
          }),
          giveUp: (reason) => {
            clearTimeout(timer)
            const others = queued.get(client)?.filter((each) => each !== waiter) ?? []
            setQueued(client, others)
            reject(new BusyError(reason))
          },
        }
        queued.set(client, [...(queued.get(client) ?? []), waiter])
        runNext()
      }),
  }
}

export function queuePerKey(options: BoundedQueueOptions): (key: number) => BoundedQueue {
  const queues = new Map<number, { queue: BoundedQueue; tasks: number }>()
  return (key) => ({
    async run(client, task) {
      const entry = queues.get(key) ?? { queue: boundedQueue(options), tasks: 0 }
      queues.set(key, entry)
      entry.tasks += 1
      try {
        return await entry.queue.run(client, task)
      } finally {
        entry.tasks -= 1
        if (entry.tasks === 0) queues.delete(key)
      }
    },
  })
}

/** Opens a stream when the queue allows it, and keeps its place in the queue until it is closed. */
export function whenFree(
  queue: BoundedQueue,
  client: string,
  open: () => Promise<Readable>,
): Promise<Readable> {
  return new Promise((resolve, reject) => {
    const isOpenAndClosed = queue.run(client, async () => {
      const stream = await open()
      resolve(stream)
      // The reader handles its errors.
      await finished(stream).catch(() => undefined)
    })
    isOpenAndClosed.catch(reject)
  })
}

/** How long work may hold up other requests at a time. */
const TURN_MS = 10

const queue: (() => void)[] = []
let isTurnScheduled = false

/**
 * Resolves in a later turn of the event loop, after other requests were answered. One waiter has each turn, because several
 * would hold up the others for as long as all of them take.
 */
function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    queue.push(resolve)
    scheduleTurn()
  })
}

function scheduleTurn(): void {
  if (isTurnScheduled || queue.length === 0) return
  isTurnScheduled = true
  setImmediate(() => {
    isTurnScheduled = false
    queue.shift()?.()
    scheduleTurn()
  })
}

/** The results for all items, in their order. Other requests are answered in between. */
export async function mapInTurns<Item, Result>(
  items: readonly Item[],
  map: (item: Item) => Result,
): Promise<Result[]> {
  const results: Result[] = []
  function workForATurn() {
    const startedAt = performance.now()
    while (results.length < items.length) {
      results.push(map(items[results.length] as Item))
      if (performance.now() - startedAt > TURN_MS) return
    }
  }
  workForATurn()
  while (results.length < items.length) {
    await nextTurn()
    workForATurn()
  }
  return results
}

let turnStartedAt: number | null = null

export function workInTurn<Result>(work: () => Result): Promise<Result> {
  const { promise, resolve } = Promise.withResolvers<void>()
  startInTurn(resolve)
  return promise.then(work)
}

/**
 * Starts work of a request that can take a while. Where such work has been done in this turn of the event loop, it waits
 * for a turn of its own: a burst of requests holds up others for the longest of them, not for all.
 */
export function startInTurn(start: () => void): void {
  if (turnStartedAt === null) {
    turnStartedAt = performance.now()
    setImmediate(() => {
      turnStartedAt = null
    })
  }
  if (performance.now() - turnStartedAt < TURN_MS) start()
  else void nextTurn().then(start)
}
