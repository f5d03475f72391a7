import { type Headline, mergeHeadlines } from '@fieldhouse/domain/nfl/news'
import { ServerStoppingError } from '../../jobs/job.ts'
import type { JobRequester } from '../../jobs/job-runner.ts'
import type { NewsSource, NewsSubject } from '../../providers/news/news-source.ts'
import type { ExternalFetchStore } from '../../repositories/nfl/external-fetch-store.ts'
import { findStaleSubjects, isBlocked, newsFetchJob, playerKeys, SOURCE_TIMEOUT_MS } from './news-fetcher.ts'
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
   * When the first of the headlines that are fetched must be fetched again, in milliseconds since the epoch. In the
   * past while a source has not responded.
   */
  freshUntil: number
}

/**
 * Headlines about players. Reuses fresh stored headlines, and fetches those of `asked`, some of the subjects, from all
 * sources if they are stale.
 */
export interface PlayerNews {
  /** Falls back to stored headlines for a source that fails or is too slow. Never rejects because of one. */
  getNews(subjects: readonly NewsSubject[], asked: readonly NewsSubject[]): Promise<NewsResult>
  /** Returns the stored headlines. Queues a fetch of the stale ones, but does not wait for it. */
  getStoredNews(subjects: readonly NewsSubject[], asked: readonly NewsSubject[]): Promise<NewsResult>
}

export function playerNews(options: PlayerNewsOptions): PlayerNews {
  const { sources, store, fetchStore, jobs, now } = options
  const { createTimeout = () => AbortSignal.timeout(SOURCE_TIMEOUT_MS) } = options
  /** Fetches in progress, by source and player key, so that concurrent requests share them. */
  const pendingFetches = new Map<string, Promise<void>>()

  return {
    async getNews(subjects, asked) {
      const signal = createTimeout()
      await Promise.all(sources.map((source) => refreshStale(source, asked, signal)))
      return readAllSources(subjects, asked)
    },

    async getStoredNews(subjects, asked) {
      const news = await readAllSources(subjects, asked)
      if (news.freshUntil <= now().getTime())
        await Promise.all(sources.map((source) => requestStale(source, asked)))
      return news
    },
  }

  async function readAllSources(
    subjects: readonly NewsSubject[],
    asked: readonly NewsSubject[],
  ): Promise<NewsResult> {
    const results = await Promise.all(sources.map((source) => readStoredNews(source, subjects, asked)))
    return {
      headlines: mergeHeadlines(
        results.flatMap(({ headlines }) => headlines),
        now(),
      ),
      freshUntil: Math.min(...results.map(({ freshUntil }) => freshUntil)),
    }
  }

  async function readStoredNews(
    source: NewsSource,
    subjects: readonly NewsSubject[],
    asked: readonly NewsSubject[],
  ): Promise<NewsResult> {
    const storedNews = await store.findNews(source.name, playerKeys(source, subjects))
    const headlines = subjects.flatMap((subject) => {
      const news = storedNews.get(source.cacheKeyOf(subject) ?? '')
      return (news?.headlines ?? []).map((headline) => ({ ...headline, player: subject.name }))
    })
    const expiryTimes = playerKeys(source, asked).map(
      (key) => (storedNews.get(key)?.fetchedAt.getTime() ?? -Infinity) + source.ttlMs,
    )
    return { headlines, freshUntil: Math.min(...expiryTimes) }
  }

  async function refreshStale(
    source: NewsSource,
    subjects: readonly NewsSubject[],
    signal: AbortSignal,
  ): Promise<void> {
    await fetchOnce(source, await findStale(source, subjects), signal)
  }

  async function requestStale(source: NewsSource, subjects: readonly NewsSubject[]): Promise<void> {
    const stale = await findStale(source, subjects)
    if (stale.size > 0) await requestFetch(source, [...stale.values()])
  }

  function findStale(
    source: NewsSource,
    subjects: readonly NewsSubject[],
  ): Promise<Map<string, NewsSubject>> {
    return findStaleSubjects(source, subjects, { store, now: now(), maxAgeMs: source.ttlMs })
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
    const jobId = await requestFetch(source, subjects)
    if (jobId === null) return
    try {
      await jobs.waitForOutcome(jobId, signal)
    } catch (error) {
      if (!signal.aborted && !(error instanceof ServerStoppingError)) throw error
    }
  }

  /** Queues a fetch and returns its job; null while the source must not be asked, after a failure. */
  async function requestFetch(source: NewsSource, subjects: NewsSubject[]): Promise<number | null> {
    if (await isBlocked(source, fetchStore, now())) return null
    return jobs.request({ ...newsFetchJob(source, subjects), isUrgent: true })
  }
}
