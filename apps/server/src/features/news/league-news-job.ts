import { MAX_NEWS_PLAYERS } from '@fieldhouse/contract/news'
import { DAY_MS, HOUR_MS } from '@fieldhouse/domain/duration'
import { bySlot } from '@fieldhouse/domain/rosters/lineup'
import { type JobKind, type LeagueJobRun, leagueRun, type NewJob } from '../../jobs/job.ts'
import type { NewsSource, NewsSubject } from '../../providers/news/news-source.ts'
import type { ExternalFetchStore } from '../../repositories/nfl/external-fetch-store.ts'
import type { ArchiveReader } from '../../repositories/seasons/archive-reader.ts'
import { findStaleSubjects, isBlocked, newsFetchJob } from './news-fetcher.ts'
import type { NewsStore } from './store.ts'

const LEAGUE_NEWS_JOB = 'league-news'

/** Older news are fetched. A page view shows them meanwhile, and asks for newer ones. */
const MAX_AGE_MS = 6 * HOUR_MS

/** Leagues that nobody has viewed for longer get news only after a refresh. */
const VIEWED_WITHIN_MS = 7 * DAY_MS

export type LeagueNewsOptions = {
  /** Empty when news is disabled in the configuration. */
  sources: readonly NewsSource[]
  store: NewsStore
  fetchStore: Pick<ExternalFetchStore, 'findLastFetch'>
  archive: Pick<ArchiveReader, 'listLineups'>
  now: () => Date
}

export function leagueNewsRequest(leagueId: number): NewJob {
  return { kind: LEAGUE_NEWS_JOB, leagueId, uniqueKey: `${LEAGUE_NEWS_JOB}:${leagueId}`, payload: null }
}

/** Fetches the news of a league's rosters, so that no page view is the first to ask. */
export function leagueNewsJob({ sources, store, fetchStore, archive, now }: LeagueNewsOptions): JobKind {
  async function run(run: LeagueJobRun): Promise<undefined> {
    const newest = await store.findNewestLineupWeek(run.leagueId)
    if (newest === null) return
    const lineups = await archive.listLineups(run.leagueId, newest.season, newest.week)
    // The players that Player News asks about: the first ones of each roster. A defense has no news of its own.
    const subjects = lineups.flatMap(({ entries }) =>
      entries
        .toSorted(bySlot)
        .filter(({ playerId }) => playerId > 0)
        .slice(0, MAX_NEWS_PLAYERS)
        .map(({ name, playerId, nflTeamId }) => ({ name, espnId: playerId, nflTeamId })),
    )
    await Promise.all(sources.map((source) => fetchStale(run, source, subjects)))
  }

  /** Asks about as many players at a time as a page view does. */
  async function fetchStale(
    run: LeagueJobRun,
    source: NewsSource,
    subjects: readonly NewsSubject[],
  ): Promise<void> {
    const context = { store, now: now(), maxAgeMs: MAX_AGE_MS }
    const stale = [...(await findStaleSubjects(source, subjects, context)).values()]
    for (let start = 0; start < stale.length; start += MAX_NEWS_PLAYERS) {
      if (await isBlocked(source, fetchStore, now())) return
      await run.runJob(newsFetchJob(source, stale.slice(start, start + MAX_NEWS_PLAYERS)))
    }
  }

  return {
    kind: LEAGUE_NEWS_JOB,
    run: (job) => run(leagueRun(job)),
    maxConcurrent: 1,
    isShort: false,
    keepFinished: 'delete',
  }
}

/** Queues the news of all leagues that are being used, every hour. */
export function viewedLeaguesNewsJob({ store, now }: Pick<LeagueNewsOptions, 'store' | 'now'>): JobKind {
  return {
    kind: 'viewed-leagues-news',
    schedule: '23 * * * *',
    run: async (run) => {
      const leagueIds = await store.listLeaguesViewedSince(new Date(now().getTime() - VIEWED_WITHIN_MS))
      for (const leagueId of leagueIds) await run.queueJob(leagueNewsRequest(leagueId))
      return undefined
    },
    maxConcurrent: 1,
    isShort: false,
    keepFinished: 'delete',
  }
}
