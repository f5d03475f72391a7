import pLimit from 'p-limit'

/** Letters on their way at once, and those that may wait for their turn. */
const MAX_CONCURRENT = 3
const MAX_PENDING = 500

export type MailQueueLog = { error: (detail: object, line: string) => void }

export type MailQueue = ReturnType<typeof createMailQueue>

/** Work that nobody's answer waits for: writing a letter and sending it. */
export function createMailQueue(log: MailQueueLog) {
  const turns = pLimit(MAX_CONCURRENT)
  const under = new Set<Promise<void>>()
  const giveUp = new AbortController()

  async function run(work: (signal: AbortSignal) => Promise<void>): Promise<void> {
    try {
      await turns(() => work(giveUp.signal))
    } catch (error) {
      log.error({ err: error }, 'a letter was not sent')
    }
  }

  return {
    /** Begins the work, or lets it wait for its turn. What fails is logged. */
    enqueue(work: (signal: AbortSignal) => Promise<void>): void {
      if (turns.pendingCount >= MAX_PENDING) {
        log.error({ waiting: turns.pendingCount }, 'a letter was not sent: too many wait already')
        return
      }
      const promise = run(work).finally(() => under.delete(promise))
      under.add(promise)
    },

    /** Resolves when nothing is under way any more. */
    async settled(): Promise<void> {
      while (under.size > 0) await Promise.all(under)
    },

    /** Gives up, after a while, what is under way and whatever is still posted. */
    abortAfter(graceMs: number): void {
      setTimeout(() => giveUp.abort(), graceMs).unref()
    },
  }
}
