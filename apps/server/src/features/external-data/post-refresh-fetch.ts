import type { ExternalData, ExternalDataLog, NflWeekKey } from './external-data.ts'

/** Reads what surrounds a league's week after a refresh has stored it, while nobody waits. */
export function postRefreshFetch(
  outside: Pick<ExternalData, 'readWeek'>,
  log: Pick<ExternalDataLog, 'error'>,
) {
  const running = new Map<string, Promise<void>>()
  const stop = new AbortController()

  return {
    /** Begins, and returns at once. A week that is being read is not read twice. */
    start(week: NflWeekKey): void {
      const key = `${week.season}-${week.week}`
      if (stop.signal.aborted || running.has(key)) return
      running.set(
        key,
        fetchWeek(week).finally(() => running.delete(key)),
      )
    },

    /** Resolves when nothing is being read. */
    async waitUntilIdle(): Promise<void> {
      while (running.size > 0) await Promise.all(running.values())
    },

    /** Begins nothing more, and stops what runs. */
    async stop(): Promise<void> {
      stop.abort()
      await this.waitUntilIdle()
    },
  }

  async function fetchWeek(week: NflWeekKey): Promise<void> {
    try {
      await outside.readWeek(week, stop.signal)
    } catch (error) {
      if (!stop.signal.aborted) log.error({ err: error, ...week }, 'outside data could not be read')
    }
  }
}
