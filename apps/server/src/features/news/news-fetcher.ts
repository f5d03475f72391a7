import { z } from 'zod'
import type { NewsSource } from '../../providers/news/news-source.ts'
import { ProviderError } from '../../providers/provider-error.ts'
import type { ExternalFetchStore } from '../../repositories/nfl/external-fetch-store.ts'
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
export type NewsFetchPayload = z.infer<typeof NewsFetchPayload>

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
