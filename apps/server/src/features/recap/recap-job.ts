import { formatRecap } from '@fieldhouse/domain/notifications/format-recap'
import { earliestWeekEnd, recapWeekAt } from '@fieldhouse/domain/notifications/recap'
import { seasonAt } from '@fieldhouse/domain/seasons/season'
import type { ScheduledJob } from '../../jobs/job.ts'
import { type RecapSources, readRecap } from './read-recap.ts'
import type { RecapStore } from './recap-store.ts'

export type RecapOptions = RecapSources & { store: RecapStore; now: () => Date }

/** Every ten minutes, publishes the recaps that are due and not yet published. */
export function recapJob(options: RecapOptions): ScheduledJob {
  const { store, now } = options
  return {
    name: 'recaps',
    schedule: '*/10 * * * *',
    async run(signal) {
      const season = seasonAt(now())
      const week = recapWeekAt(season, now())
      if (week === null) return
      for (const league of await store.listLeaguesWithoutRecap(
        { season, week },
        earliestWeekEnd(season, week),
      )) {
        signal.throwIfAborted()
        const recapWeek = { leagueId: league.leagueId, season, week }
        const recap = await readRecap(options, recapWeek, league.hasBetslip)
        if (recap !== null) await store.publish(recapWeek, formatRecap(recap), now())
      }
    },
  }
}
