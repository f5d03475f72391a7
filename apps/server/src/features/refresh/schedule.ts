import { createRefreshScheduler, type ScheduledGame } from '@fieldhouse/domain/seasons/refresh-schedule'
import type { LeagueJobRequest } from '../../jobs/job.ts'
import type { RefreshScheduleStore } from './schedule-store.ts'

/** How often views are saved, by the system clock. */
const RECORD_VIEWS_INTERVAL_MS = 20_000

/** Returns the NFL games of the season that contains the given moment. */
export type NflCalendar = (moment: Date) => Promise<readonly ScheduledGame[]>

export type RefreshScheduleOptions = {
  store: RefreshScheduleStore
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
  calendar,
  takeViewedLeagues,
  requestJob,
  now,
  systemNow,
}: RefreshScheduleOptions): RefreshSchedule {
  let recordedAtMs = Number.NEGATIVE_INFINITY

  /** Saves the recent views. Viewed leagues may become due sooner. */
  async function recordViews(): Promise<void> {
    const sinceMs = systemNow().getTime() - recordedAtMs
    // A negative value means that the clock was set back.
    if (sinceMs >= 0 && sinceMs < RECORD_VIEWS_INTERVAL_MS) return
    recordedAtMs = systemNow().getTime()
    const leagues = takeViewedLeagues()
    if (leagues.length === 0) return
    const at = now()
    const dueAfter = createRefreshScheduler({ now: at, games: await calendar(at), hasViewers: true })
    await store.recordViews(leagues, at, dueAfter)
  }

  return {
    async requestDueRefreshes(limit) {
      await recordViews()
      for (const leagueId of await store.listDue(now(), limit)) {
        if (await store.claim(leagueId, now()))
          await requestJob({ leagueId, kind: 'refresh', payload: { season: null }, requestedBy: null })
      }
    },
  }
}
