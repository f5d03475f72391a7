import { z } from 'zod'
import type { JobKind, NewJob } from '../../jobs/job.ts'
import { EXTERNAL_FETCH_JOB, EXTERNAL_SOURCES } from '../../repositories/external-fetch-store.ts'
import type { ExternalData, NflWeekKey } from './external-data.ts'

export function externalDataJob(externalData: Pick<ExternalData, 'refreshStale'>): JobKind {
  return {
    kind: 'outside-data',
    schedule: '*/5 * * * *',
    run: async (run) => {
      await externalData.refreshStale(run)
    },
  }
}

export function liveScoresJob(
  externalData: Pick<ExternalData, 'refreshScores'>,
  hasViewers: () => Promise<boolean>,
): JobKind {
  return {
    kind: 'live-scores',
    schedule: '* * * * *',
    run: async (run) => {
      if (await hasViewers()) await externalData.refreshScores(run)
    },
  }
}

const EXTERNAL_WEEK_JOB = 'external-week'

export function externalWeekJob(externalData: Pick<ExternalData, 'readWeek'>): JobKind {
  return {
    kind: EXTERNAL_WEEK_JOB,
    async run(run) {
      await externalData.readWeek(z.object({ season: z.int(), week: z.int() }).parse(run.payload), run)
    },
    maxConcurrent: 2,
  }
}

/**
 * At most one a minute: one that is running may already have decided, by an earlier state of the games, that the
 * scoreboard is fresh.
 */
export function externalWeekRequest({ season, week }: NflWeekKey, now: Date): NewJob {
  const uniqueKey = `${EXTERNAL_WEEK_JOB}:${season}-${week} ${now.toISOString().slice(0, 16)}`
  return { kind: EXTERNAL_WEEK_JOB, uniqueKey, payload: { season, week } }
}

const SourcePayload = z.looseObject({ source: z.enum(EXTERNAL_SOURCES) })

type Fetch = (payload: unknown, signal: AbortSignal) => Promise<void>

export function externalFetchJob(fetchData: Fetch, fetchNews: Fetch): JobKind {
  return {
    kind: EXTERNAL_FETCH_JOB,
    async run({ payload, signal }) {
      const { source } = SourcePayload.parse(payload)
      const isNews = source === 'player news' || source === 'news search'
      await (isNews ? fetchNews : fetchData)(payload, signal)
    },
    maxConcurrent: 12,
    maxConcurrentPerDestination: 4,
  }
}
