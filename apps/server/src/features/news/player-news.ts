import { type Headline, mergeHeadlines } from '@fieldhouse/domain/nfl/news'
import type { NewsSource, NewsSubject } from '../../providers/news/news-source.ts'
import { ProviderError } from '../../providers/provider-error.ts'
import type { ExternalFetchStore } from '../../repositories/nfl/external-fetch-store.ts'
import type { NewsStore } from './store.ts'

/** How long a request waits for its sources. Anything slower is fetched again by the next request. */
const SOURCE_TIMEOUT_MS = 6000

export type PlayerNewsOptions = {
  /** Empty when news is disabled in the configuration. */
  sources: readonly NewsSource[]
  store: NewsStore
  fetchStore: ExternalFetchStore
  log: {
    warn: (fields: object, message: string) => void
    error: (fields: object, message: string) => void
  }
  now: () => Date
  /** Returns a signal that ends the wait for the sources. Default: a timeout of 6 seconds. */
  createTimeout?: () => AbortSignal
}

export type PlayerNews = ReturnType<typeof playerNews>

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
export function playerNews(options: PlayerNewsOptions) {
  const {
    sources,
    store,
    fetchStore,
    log,
    now,
    createTimeout = () => AbortSignal.timeout(SOURCE_TIMEOUT_MS),
  } = options
  /** Fetches in progress, by source and player key, so that concurrent requests share them. */
  const pendingFetches = new Map<string, Promise<void>>()

  return {
    /** Falls back to stored headlines for a source that fails or is too slow. Never rejects because of one. */
    async getNews(subjects: readonly NewsSubject[]): Promise<NewsResult> {
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

  /** Never rejects because of the source: a failure is logged and recorded. */
  async function fetchFromSource(
    source: NewsSource,
    subjects: NewsSubject[],
    signal: AbortSignal,
  ): Promise<void> {
    const fetchKey = { source: source.name, part: '' } as const
    const lastFetch = await fetchStore.findLastFetch(source.name, '')
    if (signal.aborted || (lastFetch?.retryAt != null && lastFetch.retryAt > now())) return
    try {
      const onHeadlines = async (subject: NewsSubject, headlines: Parameters<NewsStore['save']>[2]) =>
        store.save(source.name, source.cacheKeyOf(subject) ?? '', headlines, now())
      await source.read(subjects, onHeadlines, signal)
      await fetchStore.recordSuccess(fetchKey, now())
    } catch (error) {
      if (signal.aborted) return
      const isProviderError = error instanceof ProviderError
      log[isProviderError ? 'warn' : 'error']({ err: error, source: source.name }, 'failed to fetch news')
      const retryAt = new Date(now().getTime() + source.retryDelayMs)
      await fetchStore.recordFailure(
        fetchKey,
        { error: isProviderError ? error.message : 'unhandled error (see the server log)', retryAt },
        now(),
      )
    }
  }
}

function playerKeys(source: NewsSource, subjects: readonly NewsSubject[]): string[] {
  return subjects.flatMap((subject) => source.cacheKeyOf(subject) ?? [])
}
