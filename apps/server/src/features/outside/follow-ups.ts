import type { NflWeekKey, OutsideData, OutsideLog } from './outside-data.ts'

/** Reads what surrounds a league's week after a refresh has stored it, while nobody waits. */
export function outsideFollowUps(outside: Pick<OutsideData, 'readWeek'>, log: Pick<OutsideLog, 'error'>) {
  const running = new Map<string, Promise<void>>()
  const stop = new AbortController()

  return {
    /** Begins, and returns at once. A week that is being read is not read twice. */
    follow(week: NflWeekKey): void {
      const key = `${week.season}-${week.week}`
      if (stop.signal.aborted || running.has(key)) return
      running.set(
        key,
        read(week).finally(() => running.delete(key)),
      )
    },

    /** Resolves when nothing is being read. */
    async settled(): Promise<void> {
      while (running.size > 0) await Promise.all(running.values())
    },

    /** Begins nothing more, and stops what runs. */
    async stop(): Promise<void> {
      stop.abort()
      await this.settled()
    },
  }

  async function read(week: NflWeekKey): Promise<void> {
    try {
      await outside.readWeek(week, stop.signal)
    } catch (error) {
      if (!stop.signal.aborted) log.error({ err: error, ...week }, 'outside data could not be read')
    }
  }
}
