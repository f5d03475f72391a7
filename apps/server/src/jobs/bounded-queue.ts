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
