import { z } from 'zod'
import type { NewJob } from '../../jobs/job.ts'
import type { NewsSource, NewsSubject } from '../../providers/news/news-source.ts'
import { ProviderError } from '../../providers/provider-error.ts'
import { EXTERNAL_FETCH_JOB, type ExternalFetchStore } from '../../repositories/nfl/external-fetch-store.ts'
import type { NewsStore } from './store.ts'

/** How long a source may take, and a request waits for it. Anything slower is fetched again by the next request. */
export const SOURCE_TIMEOUT_MS = 6000

const NewsFetchPayload = z.object({
  source: z.enum(['player news', 'news search']),
  subjects: z.array(
    z.object({ name: z.string(), espnId: z.int().nullable(), nflTeamId: z.int().nullable() }),
  ),
})

/** What one job fetches: the news of these players from one source. */
type NewsFetchPayload = z.infer<typeof NewsFetchPayload>

/** The job that fetches news of players from one source. Only one at a time fetches the same players. */
export function newsFetchJob(source: NewsSource, subjects: NewsSubject[]): NewJob {
  const payload: NewsFetchPayload = { source: source.name, subjects }
  const keys = playerKeys(source, subjects).sort()
  return {
    kind: EXTERNAL_FETCH_JOB,
    uniqueKey: `${source.name}:${keys.join(',')}`,
    destination: source.name,
    payload,
  }
}

export function playerKeys(source: NewsSource, subjects: readonly NewsSubject[]): string[] {
  return subjects.flatMap((subject) => source.cacheKeyOf(subject) ?? [])
}

/** The subjects whose news were fetched from a source at least `maxAgeMs` ago or never, by the source's key. */
export async function findStaleSubjects(
  source: NewsSource,
  subjects: readonly NewsSubject[],
  { store, now, maxAgeMs }: { store: NewsStore; now: Date; maxAgeMs: number },
): Promise<Map<string, NewsSubject>> {
  const storedNews = await store.findNews(source.name, playerKeys(source, subjects))
  const staleBefore = now.getTime() - maxAgeMs
  const staleSubjects = new Map<string, NewsSubject>()
  for (const subject of subjects) {
    const key = source.cacheKeyOf(subject)
    const fetchedAt = storedNews.get(key ?? '')?.fetchedAt.getTime() ?? -Infinity
    if (key !== null && fetchedAt <= staleBefore) staleSubjects.set(key, subject)
  }
  return staleSubjects
}

/** Whether a source must not be asked yet, because it failed a while ago. */
export async function isBlocked(
  source: NewsSource,
  fetchStore: Pick<ExternalFetchStore, 'findLastFetch'>,
  now: Date,
): Promise<boolean> {
  const lastFetch = await fetchStore.findLastFetch(source.name, '')
  return lastFetch?.retryAt != null && lastFetch.retryAt > now
}

export type NewsFetcherOptions = {
  sources: readonly NewsSource[]
  store: NewsStore
  fetchStore: ExternalFetchStore
  log: {
    warn: (fields: object, message: string) => void
    error: (fields: object, message: string) => void
  }
  now: () => Date
  /** Returns a signal that ends a fetch. Default: a timeout of 6 seconds. */
  createTimeout?: () => AbortSignal
}

export interface NewsFetcher {
  /**
   * Fetches as described by the payload of a job, and stores what arrives in time. Never rejects because of the
   * source: a failure is logged and recorded.
   */
  fetch: (payload: unknown, signal: AbortSignal) => Promise<void>
}

export function newsFetcher({
  sources,
  store,
  fetchStore,
  log,
  now,
  createTimeout = () => AbortSignal.timeout(SOURCE_TIMEOUT_MS),
}: NewsFetcherOptions): NewsFetcher {
  return {
    async fetch(payload, stopSignal) {
      const { source: name, subjects } = NewsFetchPayload.parse(payload)
      const source = sources.find((each) => each.name === name)
      if (source === undefined) return
      const signal = AbortSignal.any([stopSignal, createTimeout()])
      const fetchKey = { source: name, part: '' } as const
      try {
        await source.read(
          subjects,
          (subject, headlines) => store.save(name, source.cacheKeyOf(subject) ?? '', headlines, now()),
          signal,
        )
        await fetchStore.recordSuccess(fetchKey, now())
      } catch (error) {
        if (signal.aborted) return
        const isProviderError = error instanceof ProviderError
        log[isProviderError ? 'warn' : 'error']({ err: error, source: name }, 'failed to fetch news')
        const retryAt = new Date(now().getTime() + source.retryDelayMs)
        await fetchStore.recordFailure(
          fetchKey,
          { error: isProviderError ? error.message : 'unhandled error (see the server log)', retryAt },
          now(),
        )
      }
    },
  }
}
