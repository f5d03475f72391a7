import { type Headline, mergeHeadlines } from '@fieldhouse/domain/nfl/news'
import { ServerStoppingError } from '../../jobs/job.ts'
import type { JobRequester } from '../../jobs/job-runner.ts'
import type { NewsSource, NewsSubject } from '../../providers/news/news-source.ts'
import { EXTERNAL_FETCH_JOB, type ExternalFetchStore } from '../../repositories/nfl/external-fetch-store.ts'
import { type NewsFetchPayload, SOURCE_TIMEOUT_MS } from './news-fetcher.ts'
import type { NewsStore } from './store.ts'

export type PlayerNewsOptions = {
  /** Empty when news is disabled in the configuration. */
  sources: readonly NewsSource[]
  store: NewsStore
  fetchStore: Pick<ExternalFetchStore, 'findLastFetch'>
  jobs: Pick<JobRequester, 'request' | 'waitForOutcome'>
  now: () => Date
  /** Returns a signal that ends the wait for the sources. Default: a timeout of 6 seconds. */
  createTimeout?: () => AbortSignal
}

/** News of the requested players. */
export type NewsResult = {
  /** Newest first. */
  headlines: Headline[]
  /**
   * When the first of the headlines must be fetched again, in milliseconds since the epoch. In the past
   * while a source has not responded.
   */
  freshUntil: number
}

/** Headlines about players. Reuses fresh stored headlines and fetches the rest from all sources. */
export interface PlayerNews {
  /** Falls back to stored headlines for a source that fails or is too slow. Never rejects because of one. */
  getNews(subjects: readonly NewsSubject[]): Promise<NewsResult>
}

export function playerNews(options: PlayerNewsOptions): PlayerNews {
  const {
    sources,
    store,
    fetchStore,
    jobs,
    now,
    createTimeout = () => AbortSignal.timeout(SOURCE_TIMEOUT_MS),
  } = options
  /** Fetches in progress, by source and player key, so that concurrent requests share them. */
  const pendingFetches = new Map<string, Promise<void>>()

  return {
    async getNews(subjects) {
      const signal = createTimeout()
      const results = await Promise.all(
        sources.map(async (source) => {
          await refreshStale(source, subjects, signal)
          return readStoredNews(source, subjects)
        }),
      )
      return {
        headlines: mergeHeadlines(
          results.flatMap(({ headlines }) => headlines),
          now(),
        ),
        freshUntil: Math.min(...results.map(({ freshUntil }) => freshUntil)),
      }
    },
  }

  async function readStoredNews(source: NewsSource, subjects: readonly NewsSubject[]): Promise<NewsResult> {
    const keys = playerKeys(source, subjects)
    const storedNews = await store.findNews(source.name, keys)
    const headlines = subjects.flatMap((subject) => {
      const news = storedNews.get(source.cacheKeyOf(subject) ?? '')
      return (news?.headlines ?? []).map((headline) => ({ ...headline, player: subject.name }))
    })
    const expiryTimes = keys.map(
      (key) => (storedNews.get(key)?.fetchedAt.getTime() ?? -Infinity) + source.ttlMs,
    )
    return { headlines, freshUntil: Math.min(...expiryTimes) }
  }

  async function refreshStale(
    source: NewsSource,
    subjects: readonly NewsSubject[],
    signal: AbortSignal,
  ): Promise<void> {
    const storedNews = await store.findNews(source.name, playerKeys(source, subjects))
    const staleBefore = now().getTime() - source.ttlMs
    const staleSubjects = new Map<string, NewsSubject>()
    for (const subject of subjects) {
      const key = source.cacheKeyOf(subject)
      const fetchedAt = storedNews.get(key ?? '')?.fetchedAt.getTime() ?? -Infinity
      if (key !== null && fetchedAt <= staleBefore) staleSubjects.set(key, subject)
    }
    await fetchOnce(source, staleSubjects, signal)
  }

  /** Fetches subjects that no other request is fetching, and waits for the rest. */
  async function fetchOnce(
    source: NewsSource,
    subjects: ReadonlyMap<string, NewsSubject>,
    signal: AbortSignal,
  ): Promise<void> {
    const fetches = [...subjects.keys()].map((key) => ({ key, fetchKey: `${source.name} ${key}` }))
    const pending = fetches.flatMap(({ fetchKey }) => pendingFetches.get(fetchKey) ?? [])
    const newFetches = fetches.filter(({ fetchKey }) => !pendingFetches.has(fetchKey))
    const newSubjects = newFetches.flatMap(({ key }) => subjects.get(key) ?? [])
    const fetching =
      newSubjects.length === 0 ? Promise.resolve() : fetchFromSource(source, newSubjects, signal)
    for (const { fetchKey } of newFetches) pendingFetches.set(fetchKey, fetching)
    try {
      await Promise.all([fetching, ...pending])
    } finally {
      for (const { fetchKey } of newFetches) pendingFetches.delete(fetchKey)
    }
  }

  /** Fetches as a job, and waits for it until the signal aborts. The job records what the source responded. */
  async function fetchFromSource(
    source: NewsSource,
    subjects: NewsSubject[],
    signal: AbortSignal,
  ): Promise<void> {
    const lastFetch = await fetchStore.findLastFetch(source.name, '')
    if (signal.aborted || (lastFetch?.retryAt != null && lastFetch.retryAt > now())) return
    const payload: NewsFetchPayload = { source: source.name, subjects }
    const keys = playerKeys(source, subjects).sort()
    const job = {
      kind: EXTERNAL_FETCH_JOB,
      uniqueKey: `${source.name}:${keys.join(',')}`,
      destination: source.name,
      payload,
      isUrgent: true,
    }
    try {
      await jobs.waitForOutcome(await jobs.request(job), signal)
    } catch (error) {
      if (!signal.aborted && !(error instanceof ServerStoppingError)) throw error
    }
  }
}

function playerKeys(source: NewsSource, subjects: readonly NewsSubject[]): string[] {
  return subjects.flatMap((subject) => source.cacheKeyOf(subject) ?? [])
}
