import { listPlayerNews, MAX_NEWS_PLAYERS } from '@fieldhouse/contract/news'
import { DAY_MS, HOUR_MS } from '@fieldhouse/domain/duration'
import { mergeHeadlines } from '@fieldhouse/domain/nfl/news'
import { bySlot } from '@fieldhouse/domain/rosters/lineup'
import { z } from 'zod'
import { listLeagueIds } from '../../auth/access.ts'
import type { Context } from '../../context.ts'
import type { Db } from '../../database/engine/database.ts'
import { isOneOf } from '../../database/engine/dialect.ts'
import { upsert } from '../../database/engine/queries.ts'
import { operation } from '../../http/operation.ts'
import {
  cleanUpJob,
  type JobKind,
  type JobRun,
  leagueRun,
  type NewJob,
  type ScheduledJob,
  ServerStoppingError,
} from '../../jobs/job.ts'
import { ProviderError } from '../../providers/http/attempts.ts'
import type { NewsSource, NewsSubject, SourceHeadline } from '../../providers/news.ts'
import {
  EXTERNAL_FETCH_JOB,
  findLastFetch,
  recordFailure,
  recordSuccess,
} from '../../repositories/external-fetch-store.ts'
import { findPlayersByName } from '../../repositories/player-reader.ts'

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
      fetchFromSource(ctx, source, await findStaleSubjects(ctx, source, asked, source.ttlMs), signal),
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
        if (stale.length > 0) await requestFetch(ctx, source, stale)
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

/** How long a source may take, and a request waits for it. Anything slower is fetched again by the next request. */
const SOURCE_TIMEOUT_MS = 6000

const RETENTION_MS = 14 * DAY_MS

/** Older news of rosters are fetched. A page view shows them meanwhile, and asks for newer ones. */
const MAX_AGE_MS = 6 * HOUR_MS

/** Leagues that nobody has viewed for longer get news only after a refresh. */
const VIEWED_WITHIN_MS = 7 * DAY_MS

const LEAGUE_NEWS_JOB = 'league-news'

const NewsFetchPayload = z.object({
  source: z.enum(['player news', 'news search']),
  subjects: z.array(
    z.object({ name: z.string(), espnId: z.int().nullable(), nflTeamId: z.int().nullable() }),
  ),
})

const createSourceTimeout = () => AbortSignal.timeout(SOURCE_TIMEOUT_MS)

/** The job that fetches news of players from one source. Only one at a time fetches the same players. */
function newsFetchJob(source: NewsSource, subjects: NewsSubject[]): NewJob {
  const payload: z.infer<typeof NewsFetchPayload> = { source: source.name, subjects }
  const keys = playerKeys(source, subjects).sort()
  return {
    kind: EXTERNAL_FETCH_JOB,
    uniqueKey: `${source.name}:${keys.join(',')}`,
    destination: source.name,
    payload,
  }
}

function playerKeys(source: NewsSource, subjects: readonly NewsSubject[]): string[] {
  return subjects.flatMap((subject) => source.cacheKeyOf(subject) ?? [])
}

/** The subjects whose news were fetched from a source at least `maxAgeMs` ago or never, and that it can look up. */
async function findStaleSubjects(
  { db, now }: Pick<Context, 'db' | 'now'>,
  source: NewsSource,
  subjects: readonly NewsSubject[],
  maxAgeMs: number,
): Promise<NewsSubject[]> {
  const staleBefore = now().getTime() - maxAgeMs
  const storedNews = await findNews(db, source.name, playerKeys(source, subjects))
  const stale = subjects.flatMap((subject) => {
    const key = source.cacheKeyOf(subject)
    const isStale = (storedNews.get(key ?? '')?.fetchedAt ?? -Infinity) <= staleBefore
    return key !== null && isStale ? [[key, subject] as const] : []
  })
  return [...new Map(stale).values()]
}

/** Whether a source must not be asked yet, because it failed a while ago. */
async function isBlocked({ db, now }: Pick<Context, 'db' | 'now'>, source: NewsSource) {
  const lastFetch = await findLastFetch(db, source.name, '')
  return lastFetch?.retryAt != null && lastFetch.retryAt > now()
}

type FetchContext = Pick<Context, 'db' | 'newsSources' | 'now'> & {
  log: Pick<Context['log'], 'warn' | 'error'>
}

/** Stores what arrives in time. Never rejects because of the source: a failure is logged and recorded. */
export async function fetchNews(
  { db, newsSources, log, now }: FetchContext,
  payload: unknown,
  stopSignal: AbortSignal,
  createTimeout = createSourceTimeout,
): Promise<void> {
  const { source: name, subjects: requested } = NewsFetchPayload.parse(payload)
  const source = newsSources.find((each) => each.name === name)
  if (source === undefined) return
  // Another job may have fetched some of them in the meantime.
  const subjects = await findStaleSubjects({ db, now }, source, requested, source.ttlMs)
  if (subjects.length === 0) return
  const signal = AbortSignal.any([stopSignal, createTimeout()])
  const fetchKey = { source: name, part: '' } as const
  try {
    await source.read(
      subjects,
      (subject, headlines) => saveNews(db, name, source.cacheKeyOf(subject) ?? '', headlines, now()),
      signal,
    )
    await recordSuccess(db, fetchKey, now())
  } catch (error) {
    if (signal.aborted) return
    const level = error instanceof ProviderError ? 'warn' : 'error'
    log[level]({ err: error, source: name }, 'failed to fetch news')
    await recordFailure(db, fetchKey, error, new Date(now().getTime() + source.retryDelayMs), now())
  }
}

export function leagueNewsRequest(leagueId: number): NewJob {
  return { kind: LEAGUE_NEWS_JOB, leagueId, uniqueKey: `${LEAGUE_NEWS_JOB}:${leagueId}`, payload: null }
}

/** Fetches the news of a league's rosters, so that no page view is the first to ask. */
export function leagueNewsJob(ctx: Pick<Context, 'db' | 'newsSources' | 'archive' | 'now'>): JobKind {
  return {
    kind: LEAGUE_NEWS_JOB,
    async run(job) {
      const { leagueId, runJob } = leagueRun(job)
      const newest = await ctx.db
        .selectFrom('lineup_weeks')
        .select(['season', 'week'])
        .where('league_id', '=', leagueId)
        .orderBy('season', 'desc')
        .orderBy('week', 'desc')
        .limit(1)
        .executeTakeFirst()
      if (newest === undefined) return undefined
      const lineups = await ctx.archive.listLineups(leagueId, newest.season, newest.week)
      // The players that Player News asks about: the first ones of each roster. A defense has no news of its own.
      const subjects = lineups.flatMap(({ entries }) =>
        entries
          .toSorted(bySlot)
          .filter(({ playerId }) => playerId > 0)
          .slice(0, MAX_NEWS_PLAYERS)
          .map(({ name, playerId, nflTeamId }) => ({ name, espnId: playerId, nflTeamId })),
      )
      await Promise.all(ctx.newsSources.map((source) => fetchStale(ctx, runJob, source, subjects)))
    },
  }
}

async function fetchStale(
  ctx: Pick<Context, 'db' | 'now'>,
  runJob: JobRun['runJob'],
  source: NewsSource,
  subjects: readonly NewsSubject[],
): Promise<void> {
  const stale = await findStaleSubjects(ctx, source, subjects, MAX_AGE_MS)
  for (let start = 0; start < stale.length; start += MAX_NEWS_PLAYERS) {
    if (await isBlocked(ctx, source)) return
    await runJob(newsFetchJob(source, stale.slice(start, start + MAX_NEWS_PLAYERS)))
  }
}

export function viewedLeaguesNewsJob({ db, now }: Pick<Context, 'db' | 'now'>): JobKind {
  return {
    kind: 'viewed-leagues-news',
    schedule: '23 * * * *',
    async run(run) {
      const since = now().getTime() - VIEWED_WITHIN_MS
      const viewed = await db
        .selectFrom('league_views')
        .select('league_id')
        .where('at', '>=', since)
        .execute()
      for (const { league_id } of viewed) await run.queueJob(leagueNewsRequest(league_id))
    },
  }
}

export function newsCleanupJob(db: Db, now: () => Date): ScheduledJob {
  return cleanUpJob('news-clean-up', '41 4 * * *', [
    () => db.deleteFrom('news_responses').where('fetched_at', '<', now().getTime() - RETENTION_MS),
  ])
}

const StoredHeadlines = z.array(
  z.object({
    id: z.string(),
    title: z.string(),
    source: z.string(),
    link: z.string(),
    isDirect: z.boolean(),
    publishedAt: z.number().transform((millis) => new Date(millis)),
  }),
)

export async function findNews(db: Db, source: string, keys: readonly string[]) {
  const rows = await db
    .selectFrom('news_responses')
    .selectAll()
    .where('source', '=', source)
    .where(isOneOf(db, 'player_key', keys, 'text'))
    .execute()
  return new Map(
    rows.map((row) => [
      row.player_key,
      { headlines: StoredHeadlines.parse(JSON.parse(row.items)), fetchedAt: row.fetched_at },
    ]),
  )
}

async function saveNews(
  db: Db,
  source: string,
  key: string,
  headlines: readonly SourceHeadline[],
  now: Date,
): Promise<void> {
  const items = headlines.map((each) => ({ ...each, publishedAt: each.publishedAt.getTime() }))
  const row = { items: JSON.stringify(items), fetched_at: now.getTime() }
  await upsert(db, 'news_responses', { source, player_key: key }, row)
}
