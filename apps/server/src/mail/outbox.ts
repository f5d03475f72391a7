import pLimit from 'p-limit'

/** Letters on their way at once, and those that may wait for their turn. */
const AT_ONCE = 3
const WAITING_MOST = 500

export type OutboxLog = { error: (detail: object, line: string) => void }

export type Outbox = ReturnType<typeof newOutbox>

/** Work that nobody's answer waits for: writing a letter and sending it. */
export function newOutbox(log: OutboxLog) {
  const turns = pLimit(AT_ONCE)
  const under = new Set<Promise<void>>()
  const giveUp = new AbortController()

  async function done(work: (signal: AbortSignal) => Promise<void>): Promise<void> {
    try {
      await turns(() => work(giveUp.signal))
    } catch (error) {
      log.error({ err: error }, 'a letter was not sent')
    }
  }

  return {
    /** Begins the work, or lets it wait for its turn. What fails is logged. */
    post(work: (signal: AbortSignal) => Promise<void>): void {
      if (turns.pendingCount >= WAITING_MOST) {
        log.error({ waiting: turns.pendingCount }, 'a letter was not sent: too many wait already')
        return
      }
      const promise = done(work).finally(() => under.delete(promise))
      under.add(promise)
    },

    /** Resolves when nothing is under way any more. */
    async settled(): Promise<void> {
      while (under.size > 0) await Promise.all(under)
    },

    /** Gives up, after a while, what is under way and whatever is still posted. */
    stopAfter(graceMs: number): void {
      setTimeout(() => giveUp.abort(), graceMs).unref()
    },
  }
}
