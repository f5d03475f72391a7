import { earliestWeekEnd, recapWeekAt } from '@fieldhouse/domain/notifications/recap'
import { seasonAt } from '@fieldhouse/domain/seasons/season'
import { attemptEach } from '../../jobs/attempt-each.ts'
import type { ScheduledJob } from '../../jobs/job.ts'
import { type RecapDocumentSources, readRecapDocument } from './read-recap.ts'
import type { RecapStore } from './recap-store.ts'
import type { RecapRewriter } from './rewrite-recap.ts'

export type RecapOptions = RecapDocumentSources & {
  store: RecapStore
  /** null if no model is configured. */
  rewriter: RecapRewriter | null
  now: () => Date
}

/** Every ten minutes, publishes the recaps that are due and not yet published. */
export function recapJob(options: RecapOptions): ScheduledJob {
  const { store, rewriter, now } = options
  return {
    name: 'recaps',
    schedule: '*/10 * * * *',
    async run(signal) {
      const season = seasonAt(now())
      const week = recapWeekAt(season, now())
      if (week === null) return
      const rewriting = rewriter?.start()
      const leagues = await store.listLeaguesWithoutRecap({ season, week }, earliestWeekEnd(season, week))
      const failure = 'recaps could not be written'
      await attemptEach(leagues, { failure, signal }, async (league) => {
        const recapWeek = { leagueId: league.leagueId, season, week }
        const document = await readRecapDocument(options, recapWeek, league)
        // The next run tries again.
        if (document === null || document === 'busy') return
        const rewrite = (await rewriting?.rewrite(recapWeek, document, signal)) ?? null
        await store.publish(recapWeek, { document, rewrite }, now())
      })
    },
  }
}
