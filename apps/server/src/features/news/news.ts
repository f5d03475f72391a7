import { listPlayerNews } from '@fieldhouse/contract/news'
import { mergeHeadlines } from '@fieldhouse/domain/nfl/news'
import { listLeagueIds } from '../../auth/access.ts'
import type { Context } from '../../context.ts'
import { operation } from '../../http/operation.ts'
import { ServerStoppingError } from '../../jobs/job.ts'
import type { NewsSource, NewsSubject } from '../../providers/news.ts'
import { findPlayersByName } from '../../repositories/player-reader.ts'
import { createSourceTimeout, findStaleSubjects, isBlocked, newsFetchJob, playerKeys } from './fetch-news.ts'
import { findNews } from './store.ts'

type NewsContext = Pick<Context, 'db' | 'newsSources' | 'now'> & {
  jobs: Pick<Context['jobs'], 'request' | 'waitForOutcome'>
}

export const news = [
  operation(listPlayerNews, async ({ ctx, user, query, request }) => {
    const { players: names } = query
    if (names.length === 0) return { items: [], is_complete: true }
    const leagueIds = await listLeagueIds(ctx.db, user.userId)
    const playersByName = await findPlayersByName(ctx.db, names, leagueIds)
    const subjects = names.map((name) => {
      const player = playersByName.get(name)
      return { name, espnId: player?.playerId ?? null, nflTeamId: player?.nflTeamId ?? null }
    })
    // Anybody can ask for any name.
    const asked = subjects.filter(({ name }) => playersByName.get(name)?.isRostered === true)
    const { headlines, freshUntil } =
      query.source === 'stored'
        ? await getStoredNews(ctx, subjects, asked)
        : await getNews(ctx, subjects, asked)
    request.cacheExpiresAt = freshUntil
    return {
      items: headlines.map(({ player, title, source, link, publishedAt }) => {
        return { player, title, source, link, published: publishedAt.toISOString() }
      }),
      is_complete: freshUntil > ctx.now().getTime(),
    }
  }),
]

/** Fetches in progress, by source and player key, so that concurrent requests share them. */
const pendingFetches = new WeakMap<NewsSource, Map<string, Promise<void>>>()

/**
 * Reuses fresh stored headlines, and fetches those of `asked`, some of the subjects, from all sources if they are stale.
 * Falls back to stored headlines for a source that fails or is too slow. Never rejects because of one.
 */
export async function getNews(
  ctx: NewsContext,
  subjects: readonly NewsSubject[],
  asked: readonly NewsSubject[],
  createTimeout = createSourceTimeout,
) {
  const signal = createTimeout()
  await Promise.all(
    ctx.newsSources.map(async (source) =>
      fetchOnce(ctx, source, await findStaleSubjects(ctx, source, asked, source.ttlMs), signal),
    ),
  )
  return readAllSources(ctx, subjects, asked)
}

/** Returns the stored headlines. Queues a fetch of the stale ones, but does not wait for it. */
async function getStoredNews(
  ctx: NewsContext,
  subjects: readonly NewsSubject[],
  asked: readonly NewsSubject[],
) {
  const stored = await readAllSources(ctx, subjects, asked)
  if (stored.freshUntil <= ctx.now().getTime())
    await Promise.all(
      ctx.newsSources.map(async (source) => {
        const stale = await findStaleSubjects(ctx, source, asked, source.ttlMs)
        if (stale.size > 0) await requestFetch(ctx, source, [...stale.values()])
      }),
    )
  return stored
}

/**
 * Newest first. `freshUntil`: when the first of the headlines that are fetched must be fetched again, in milliseconds
 * since the epoch. In the past while a source has not responded.
 */
async function readAllSources(
  { db, newsSources, now }: NewsContext,
  subjects: readonly NewsSubject[],
  asked: readonly NewsSubject[],
) {
  const results = await Promise.all(
    newsSources.map(async (source) => {
      const storedNews = await findNews(db, source.name, playerKeys(source, subjects))
      const headlines = subjects.flatMap((subject) => {
        const stored = storedNews.get(source.cacheKeyOf(subject) ?? '')
        return (stored?.headlines ?? []).map((headline) => ({ ...headline, player: subject.name }))
      })
      const expiryTimes = playerKeys(source, asked).map(
        (key) => (storedNews.get(key)?.fetchedAt ?? -Infinity) + source.ttlMs,
      )
      return { headlines, freshUntil: Math.min(...expiryTimes) }
    }),
  )
  const headlines = results.flatMap((each) => each.headlines)
  return {
    headlines: mergeHeadlines(headlines, now()),
    freshUntil: Math.min(...results.map(({ freshUntil }) => freshUntil)),
  }
}

async function fetchOnce(
  ctx: NewsContext,
  source: NewsSource,
  subjects: ReadonlyMap<string, NewsSubject>,
  signal: AbortSignal,
): Promise<void> {
  const pending = pendingFetches.get(source) ?? new Map<string, Promise<void>>()
  pendingFetches.set(source, pending)
  const others = [...subjects.keys()].flatMap((key) => pending.get(key) ?? [])
  const added = [...subjects].filter(([key]) => !pending.has(key))
  const fetching = fetchFromSource(
    ctx,
    source,
    added.map(([, subject]) => subject),
    signal,
  )
  for (const [key] of added) pending.set(key, fetching)
  try {
    await Promise.all([fetching, ...others])
  } finally {
    for (const [key] of added) pending.delete(key)
  }
}

/** Fetches as a job, and waits for it until the signal aborts. The job records what the source responded. */
async function fetchFromSource(
  ctx: NewsContext,
  source: NewsSource,
  subjects: NewsSubject[],
  signal: AbortSignal,
): Promise<void> {
  const jobId = subjects.length === 0 ? null : await requestFetch(ctx, source, subjects)
  if (jobId === null) return
  try {
    await ctx.jobs.waitForOutcome(jobId, signal)
  } catch (error) {
    if (!signal.aborted && !(error instanceof ServerStoppingError)) throw error
  }
}

/** Queues a fetch and returns its job; null while the source must not be asked, after a failure. */
async function requestFetch(ctx: NewsContext, source: NewsSource, subjects: NewsSubject[]) {
  if (await isBlocked(ctx, source)) return null
  return ctx.jobs.request({ ...newsFetchJob(source, subjects), isUrgent: true })
}
