import { MAX_NEWS_PLAYERS } from '@fieldhouse/contract/news'
import { DAY_MS, HOUR_MS } from '@fieldhouse/domain/duration'
import { bySlot } from '@fieldhouse/domain/rosters/lineup'
import { z } from 'zod'
import type { Context } from '../../context.ts'
import type { Db } from '../../database/engine/database.ts'
import { type JobKind, type JobRun, leagueRun, type NewJob, type ScheduledJob } from '../../jobs/job.ts'
import { ProviderError } from '../../providers/http/attempts.ts'
import type { NewsSource, NewsSubject } from '../../providers/news.ts'
import {
  EXTERNAL_FETCH_JOB,
  findLastFetch,
  recordFailure,
  recordSuccess,
} from '../../repositories/external-fetch-store.ts'
import { findNews, saveNews } from './store.ts'

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

export const createSourceTimeout = () => AbortSignal.timeout(SOURCE_TIMEOUT_MS)

/** The job that fetches news of players from one source. Only one at a time fetches the same players. */
export function newsFetchJob(source: NewsSource, subjects: NewsSubject[]): NewJob {
  const payload: z.infer<typeof NewsFetchPayload> = { source: source.name, subjects }
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
  { db, now }: Pick<Context, 'db' | 'now'>,
  source: NewsSource,
  subjects: readonly NewsSubject[],
  maxAgeMs: number,
): Promise<Map<string, NewsSubject>> {
  const staleBefore = now().getTime() - maxAgeMs
  const storedNews = await findNews(db, source.name, playerKeys(source, subjects))
  const staleSubjects = new Map<string, NewsSubject>()
  for (const subject of subjects) {
    const key = source.cacheKeyOf(subject)
    const fetchedAt = storedNews.get(key ?? '')?.fetchedAt ?? -Infinity
    if (key !== null && fetchedAt <= staleBefore) staleSubjects.set(key, subject)
  }
  return staleSubjects
}

/** Whether a source must not be asked yet, because it failed a while ago. */
export async function isBlocked({ db, now }: Pick<Context, 'db' | 'now'>, source: NewsSource) {
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
  const { source: name, subjects } = NewsFetchPayload.parse(payload)
  const source = newsSources.find((each) => each.name === name)
  if (source === undefined) return
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
  const stale = [...(await findStaleSubjects(ctx, source, subjects, MAX_AGE_MS)).values()]
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
  return {
    name: 'news-clean-up',
    schedule: '41 4 * * *',
    async run() {
      const before = now().getTime() - RETENTION_MS
      await db.deleteFrom('news_responses').where('fetched_at', '<', before).execute()
    },
  }
}
