import type { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import pLimit from 'p-limit'

/** Too much of the same work is waiting, or it has waited too long. */
export class BusyError extends Error {
  override name = 'BusyError'
}

export type BoundedQueueOptions = { maxConcurrent: number; maxWaiting: number; maxWaitMs: number }

/** Runs costly work of requests a few at a time in this process. */
export interface BoundedQueue {
  /** Rejects with a BusyError, and does not run the task, if the queue is full or the task waits too long. */
  run<Result>(task: () => Promise<Result>): Promise<Result>
}

export function boundedQueue({ maxConcurrent, maxWaiting, maxWaitMs }: BoundedQueueOptions): BoundedQueue {
  const limit = pLimit(maxConcurrent)
  return {
    run: (task) =>
      new Promise((resolve, reject) => {
        if (limit.pendingCount >= maxWaiting) return reject(new BusyError('too many requests are waiting'))
        let isGivenUp = false
        const timer = setTimeout(() => {
          isGivenUp = true
          reject(new BusyError(`waited more than ${maxWaitMs} ms`))
        }, maxWaitMs)
        void limit(async () => {
          clearTimeout(timer)
          if (!isGivenUp) await task().then(resolve, reject)
        })
      }),
  }
}

/** A queue of its own for each key, such as a league. */
export function queuePerKey<Key>(options: BoundedQueueOptions): (key: Key) => BoundedQueue {
  const queues = new Map<Key, { queue: BoundedQueue; tasks: number }>()
  return (key) => ({
    async run(task) {
      const entry = queues.get(key) ?? { queue: boundedQueue(options), tasks: 0 }
      queues.set(key, entry)
      entry.tasks += 1
      try {
        return await entry.queue.run(task)
      } finally {
        entry.tasks -= 1
        if (entry.tasks === 0) queues.delete(key)
      }
    },
  })
}

/** Opens a stream when the queue allows it, and keeps its place in the queue until it is closed. */
export function whenFree(queue: BoundedQueue, open: () => Promise<Readable>): Promise<Readable> {
  return new Promise((resolve, reject) => {
    const isOpenAndClosed = queue.run(async () => {
      const stream = await open()
      resolve(stream)
      // The reader handles its errors.
      await finished(stream).catch(() => undefined)
    })
    isOpenAndClosed.catch(reject)
  })
}
