import { earliestWeekEnd, recapWeekAt } from '@fieldhouse/domain/notifications/recap'
import { seasonAt } from '@fieldhouse/domain/seasons/season'
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
      const errors: unknown[] = []
      for (const league of leagues) {
        signal.throwIfAborted()
        const recapWeek = { leagueId: league.leagueId, season, week }
        try {
          const document = await readRecapDocument(options, recapWeek, league)
          // The next run tries again.
          if (document === null || document === 'busy') continue
          const rewrite = (await rewriting?.rewrite(recapWeek, document, signal)) ?? null
          await store.publish(recapWeek, { document, rewrite }, now())
        } catch (error) {
          signal.throwIfAborted()
          // The leagues after this one get theirs.
          errors.push(error)
        }
      }
      if (errors.length > 0)
        throw new AggregateError(errors, `${errors.length} of ${leagues.length} recaps could not be written`)
    },
  }
}
