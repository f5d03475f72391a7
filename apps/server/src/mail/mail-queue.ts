import pLimit from 'p-limit'

const MAX_CONCURRENT = 3
const MAX_PENDING = 500

export type MailQueueLog = { error: (fields: object, message: string) => void }

export type MailQueue = ReturnType<typeof createMailQueue>

/** Composes and sends emails in the background, so that no response waits for them. */
export function createMailQueue(log: MailQueueLog) {
  const limit = pLimit(MAX_CONCURRENT)
  const pending = new Set<Promise<void>>()
  const controller = new AbortController()

  async function run(task: (signal: AbortSignal) => Promise<void>): Promise<void> {
    try {
      await limit(() => task(controller.signal))
    } catch (error) {
      log.error({ err: error }, 'failed to send email')
    }
  }

  return {
    /** Runs the task when there is capacity. Errors are logged. */
    enqueue(task: (signal: AbortSignal) => Promise<void>): void {
      if (limit.pendingCount >= MAX_PENDING) {
        log.error({ pending: limit.pendingCount }, 'failed to send email: the queue is full')
        return
      }
      const promise = run(task).finally(() => pending.delete(promise))
      pending.add(promise)
    },

    /** Resolves when the queue is empty. */
    async settled(): Promise<void> {
      while (pending.size > 0) await Promise.all(pending)
    },

    /** Aborts running and queued tasks, and those added later, after `graceMs`. */
    abortAfter(graceMs: number): void {
      setTimeout(() => controller.abort(), graceMs).unref()
    },
  }
}
