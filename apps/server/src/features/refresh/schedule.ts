import { createRefreshScheduler, type ScheduledGame } from '@fieldhouse/domain/seasons/refresh-schedule'
import type { LeagueJobRequest } from '../../jobs/job.ts'
import type { RefreshScheduleStore } from './schedule-store.ts'

/** How often views are saved. */
const RECORD_VIEWS_INTERVAL_MS = 20_000

/** Returns the NFL games of the season that contains the given moment. */
export type NflCalendar = (moment: Date) => Promise<readonly ScheduledGame[]>

export type RefreshScheduleOptions = {
  store: RefreshScheduleStore
  /** Whether leagues are refreshed on a schedule. Views are saved in any case: live data are sent to viewers only. */
  isOn: boolean
  calendar: NflCalendar
  /** Returns the leagues viewed since the previous call. */
  takeViewedLeagues: () => number[]
  requestJob: (job: LeagueJobRequest) => Promise<unknown>
  now: () => Date
  systemNow: () => Date
}

export interface RefreshSchedule {
  /** Requests the refreshes that are due, longest overdue first, at most `limit`. */
  requestDueRefreshes: (limit: number) => Promise<void>
}

/** Starts the refreshes that are due. Each one is started by only one of the processes. */
export function refreshSchedule({
  store,
  isOn,
  calendar,
  takeViewedLeagues,
  requestJob,
  now,
  systemNow,
}: RefreshScheduleOptions): RefreshSchedule {
  const clocks = [systemNow, now] as const
  let recordedAtMs: readonly number[] | undefined

  /** Saves the recent views. Viewed leagues may become due sooner. */
  async function recordViews(): Promise<void> {
    const atMs = clocks.map((clock) => clock().getTime())
    const areRecent = atMs.every((clockMs, index) => {
      const sinceMs = clockMs - (recordedAtMs?.[index] ?? Number.NEGATIVE_INFINITY)
      // A negative value means that the clock was set back.
      return sinceMs >= 0 && sinceMs < RECORD_VIEWS_INTERVAL_MS
    })
    if (areRecent) return
    recordedAtMs = atMs
    const leagues = takeViewedLeagues()
    if (leagues.length === 0) return
    const at = now()
    const dueAfter = createRefreshScheduler({ now: at, games: await calendar(at), hasViewers: true })
    await store.recordViews(leagues, at, dueAfter)
  }

  return {
    async requestDueRefreshes(limit) {
      await recordViews()
      if (!isOn || limit <= 0) return
      for (const leagueId of await store.listDue(now(), limit)) {
        if (await store.claim(leagueId, now()))
          await requestJob({
            leagueId,
            kind: 'refresh',
            payload: { season: null, isScheduled: true },
            requestedBy: null,
          })
      }
    },
  }
}
