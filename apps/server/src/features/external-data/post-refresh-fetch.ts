import type { ExternalData, ExternalDataLog, NflWeekKey } from './external-data.ts'

/** Fetches external data of a week in the background after a refresh has stored it. */
export function postRefreshFetch(
  externalData: Pick<ExternalData, 'readWeek'>,
  log: Pick<ExternalDataLog, 'error'>,
) {
  const running = new Map<string, Promise<void>>()
  const stop = new AbortController()

  return {
    /** Starts a fetch and returns immediately. Does nothing if the week is already being fetched. */
    start(week: NflWeekKey): void {
      const key = `${week.season}-${week.week}`
      if (stop.signal.aborted || running.has(key)) return
      running.set(
        key,
        fetchWeek(week).finally(() => running.delete(key)),
      )
    },

    /** Resolves when no fetch is running. */
    async waitUntilIdle(): Promise<void> {
      while (running.size > 0) await Promise.all(running.values())
    },

    /** Aborts running fetches and rejects new ones. */
    async stop(): Promise<void> {
      stop.abort()
      await this.waitUntilIdle()
    },
  }

  async function fetchWeek(week: NflWeekKey): Promise<void> {
    try {
      await externalData.readWeek(week, stop.signal)
    } catch (error) {
      if (!stop.signal.aborted) log.error({ err: error, ...week }, 'failed to fetch external data')
    }
  }
}
