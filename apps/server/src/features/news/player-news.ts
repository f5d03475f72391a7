import { type Headline, mergeHeadlines } from '@fieldhouse/domain/news'
import type { ExternalFetchStore } from '../../database/external-fetch-store.ts'
import type { NewsSource, NewsSubject } from '../../providers/news/news-source.ts'
import { ProviderError } from '../../providers/provider-error.ts'
import type { NewsStore } from './store.ts'

/** Somebody waits for so long at most; what has not come by then is asked for by the next. */
const SOURCE_TIMEOUT_MS = 6000

export type PlayerNewsOptions = {
  /** None where the settings say that news is never asked for. */
  sources: readonly NewsSource[]
  store: NewsStore
  reads: ExternalFetchStore
  log: {
    warn: (detail: object, line: string) => void
    error: (detail: object, line: string) => void
  }
  now: () => Date
  /** Ends the wait for the sources; 6 seconds from now unless told. */
  createTimeout?: () => AbortSignal
}

export type PlayerNews = ReturnType<typeof playerNews>

/** What is told of some players. */
export type NewsResult = {
  /** Newest first. */
  headlines: Headline[]
  /** In milliseconds: when a source is to be asked again about one of them; past while one owes an answer. */
  freshUntil: number
}

/** Headlines about players, from what was read lately; sources are asked side by side for the rest. */
export function playerNews(options: PlayerNewsOptions) {
  const {
    sources,
    store,
    reads,
    log,
    now,
    createTimeout = () => AbortSignal.timeout(SOURCE_TIMEOUT_MS),
  } = options
  /** What is being read at this moment, by source and key, so that nothing is read twice at once. */
  const underWay = new Map<string, Promise<void>>()

  return {
    /** A source that fails or is too slow leaves what it said before. Never rejects for it. */
    async getNews(subjects: readonly NewsSubject[]): Promise<NewsResult> {
      const signal = createTimeout()
      const told = await Promise.all(
        sources.map(async (source) => {
          await refreshStale(source, subjects, signal)
          return readStoredNews(source, subjects)
        }),
      )
      return {
        headlines: mergeHeadlines(
          told.flatMap(({ headlines }) => headlines),
          now(),
        ),
        freshUntil: Math.min(...told.map(({ freshUntil }) => freshUntil)),
      }
    },
  }

  async function readStoredNews(source: NewsSource, subjects: readonly NewsSubject[]): Promise<NewsResult> {
    const keys = playerKeys(source, subjects)
    const answers = await store.findNews(source.name, keys)
    const headlines = subjects.flatMap((subject) => {
      const answer = answers.get(source.cacheKeyOf(subject) ?? '')
      return (answer?.headlines ?? []).map((headline) => ({ ...headline, player: subject.name }))
    })
    const ends = keys.map((key) => (answers.get(key)?.fetchedAt.getTime() ?? -Infinity) + source.ttlMs)
    return { headlines, freshUntil: Math.min(...ends) }
  }

  async function refreshStale(
    source: NewsSource,
    subjects: readonly NewsSubject[],
    signal: AbortSignal,
  ): Promise<void> {
    const answers = await store.findNews(source.name, playerKeys(source, subjects))
    const freshFrom = now().getTime() - source.ttlMs
    const old = new Map<string, NewsSubject>()
    for (const subject of subjects) {
      const key = source.cacheKeyOf(subject)
      const fetchedAt = answers.get(key ?? '')?.fetchedAt.getTime() ?? -Infinity
      if (key !== null && fetchedAt <= freshFrom) old.set(key, subject)
    }
    await fetchOnce(source, old, signal)
  }

  /** Reads what nobody reads already, and waits for what others do. */
  async function fetchOnce(
    source: NewsSource,
    subjects: ReadonlyMap<string, NewsSubject>,
    signal: AbortSignal,
  ): Promise<void> {
    const places = [...subjects.keys()].map((key) => ({ key, place: `${source.name} ${key}` }))
    const waiting = places.flatMap(({ place }) => underWay.get(place) ?? [])
    const unasked = places.filter(({ place }) => !underWay.has(place))
    const asked = unasked.flatMap(({ key }) => subjects.get(key) ?? [])
    const reading = asked.length === 0 ? Promise.resolve() : fetchFromSource(source, asked, signal)
    for (const { place } of unasked) underWay.set(place, reading)
    try {
      await Promise.all([reading, ...waiting])
    } finally {
      for (const { place } of unasked) underWay.delete(place)
    }
  }

  /** Never rejects for what the source does. */
  async function fetchFromSource(
    source: NewsSource,
    subjects: NewsSubject[],
    signal: AbortSignal,
  ): Promise<void> {
    const part = { source: source.name, part: '' } as const
    const last = await reads.findLastFetch(source.name, '')
    if (signal.aborted || (last?.retryAt != null && last.retryAt > now())) return
    try {
      const tell = async (subject: NewsSubject, headlines: Parameters<NewsStore['save']>[2]) =>
        store.save(source.name, source.cacheKeyOf(subject) ?? '', headlines, now())
      await source.read(subjects, tell, signal)
      await reads.recordSuccess(part, now())
    } catch (error) {
      if (signal.aborted) return
      const isProviders = error instanceof ProviderError
      log[isProviders ? 'warn' : 'error']({ err: error, source: source.name }, 'news could not be read')
      const retryAt = new Date(now().getTime() + source.retryDelayMs)
      await reads.recordFailure(
        part,
        { error: isProviders ? error.message : 'a defect of ours', retryAt },
        now(),
      )
    }
  }
}

function playerKeys(source: NewsSource, subjects: readonly NewsSubject[]): string[] {
  return subjects.flatMap((subject) => source.cacheKeyOf(subject) ?? [])
}
