import type { ProviderName } from '@fieldhouse/domain/league/league-providers'
import { type LeagueSource, sourceOf } from '@fieldhouse/domain/league/league-sources'
import { type ArchivePlan, planBackfillArchive } from '@fieldhouse/domain/rosters/archive'
import { seasonAt } from '@fieldhouse/domain/seasons/season'
import { z } from 'zod'
import type { Db, DbTransaction } from '../../database/engine/database.ts'
import {
  afterScraping,
  BackfillPlan,
  isEmptyArchive,
  nextBatch,
  toReport,
  withFailed,
  withIngested,
  withoutSeason,
  withScraping,
  withSkipped,
  yearsInRange,
} from '../../ingestion/backfill-plan.ts'
import {
  type ArchiveFetchResult,
  type FetchedSeason,
  fetchArchive,
  fetchSeason,
  type IngestionContext,
  type LeagueFetch,
  leagueNotFoundMessage,
  messageFor,
  noSourceMessage,
  seasonNotFoundMessage,
  storeSeason,
  toRequest,
} from '../../ingestion/fetch-league.ts'
import { chooseCookies } from '../../ingestion/league-cookies.ts'
import {
  type JobKind,
  type JobOutcome,
  type JobPool,
  type JobRun,
  type LeagueJobRun,
  leagueRun,
} from '../../jobs/job.ts'
import { type ProviderCookies, ProviderError, providerNamed } from '../../providers/league-provider.ts'
import { getStoredArchive, savePart } from '../../repositories/archive-store.ts'
import { findProviderLeague, listSources } from '../../repositories/league-sources.ts'
import { recordFailure } from '../../repositories/season-store.ts'
import { findSeason } from '../../repositories/stored-seasons.ts'

/**
 * Fetches past seasons, newest first. Each season, and each part of its archive, is stored together with the
 * plan of what is left, so that another process can resume after a crash.
 * @param pool The slots that backfills share with refreshes. One is left to refreshes.
 * @param refresh Reads a season with its lineups.
 */
export function backfillJob(ctx: IngestionContext, pool: JobPool, refresh: Refresh): JobKind {
  return {
    kind: 'backfill',
    run: (run) => runBackfill(ctx, leagueRun(run), refresh),
    pool,
    maxConcurrent: pool.slots - 1,
    keepsFinished: true,
  }
}

type Refresh = (run: JobRun) => Promise<JobOutcome>

async function runBackfill(ctx: IngestionContext, run: LeagueJobRun, refresh: Refresh): Promise<JobOutcome> {
  const runCookies = run.localContext as ProviderCookies | undefined
  const cookies = runCookies ?? (await chooseCookies(ctx, run.leagueId)).cookies
  const worker = backfillWorker({ ctx, run, cookies })
  let plan = BackfillPlan.parse(run.payload)
  if (plan.first !== null) {
    const { hasFailed, step, result } = await refreshFirst(run, plan, refresh)
    if (hasFailed) return { hasFailed, step, result: toReport(plan) }
    const { season, status } = FirstReport.parse(result)
    plan = { ...plan, first: null, ingested: status === 'ok' ? [season] : [] }
  }
  plan = plan.seasons === null ? await worker.discover(plan) : plan
  for (;;) {
    const [season] = plan.seasons ?? []
    if (plan.scraping !== null) plan = await worker.scrape(plan, plan.scraping)
    else if (season !== undefined) plan = await worker.readSeason(plan, season)
    else break
  }
  const report = toReport(plan)
  const { ingested, failed } = report
  return {
    hasFailed: ingested.length === 0 && failed.length > 0,
    step: `Seasons read: ${ingested.length}, skipped: ${report.skipped.length}, failed: ${failed.length}.`,
    result: report,
  }
}

const FirstReport = z.object({ season: z.int(), status: z.enum(['ok', 'skipped', 'error']) })

function refreshFirst(run: LeagueJobRun, plan: BackfillPlan, refresh: Refresh): Promise<JobOutcome> {
  const payload = { ...plan, first: null }
  return refresh({
    ...run,
    payload: plan.first,
    saveCheckpoint: (work) =>
      run.saveCheckpoint(async (transaction) => {
        const { checkpoint, result } = await work(transaction)
        return { checkpoint: { ...checkpoint, payload }, result }
      }),
  })
}

type Scraping = NonNullable<BackfillPlan['scraping']>

type FinalSeason = Parameters<typeof planBackfillArchive>[0]

/**
 * Seasons that are prefetched. Together with the current season they are more requests than the provider's
 * client sends at the same time, which keeps it busy.
 */
const PREFETCHED_SEASONS = 2

const PREFETCHED_PARTS = 3

type StoreSeason = (plan: BackfillPlan) => Promise<BackfillPlan>

const EMPTY_ARCHIVE_PLAN: ArchivePlan = { draft: false, weeks: [] }

function backfillWorker(fetch: LeagueFetch) {
  const { ctx, run } = fetch
  const { db, now } = ctx
  const { leagueId } = run
  const seasonPrefetcher = prefetcher<StoreSeason>()
  const archivePrefetcher = prefetcher<ArchiveFetchResult>()
  let previousLookup: Promise<unknown> = Promise.resolve()

  /** Throws if the season's source was removed after the season was read. */
  async function readPart(season: number, part: ArchivePlan): Promise<ArchiveFetchResult> {
    const league = await findProviderLeague(db, leagueId, season)
    if (league === null) throw new Error(noSourceMessage(season))
    return fetchArchive(fetch, league, season, part)
  }

  function toProgress(plan: BackfillPlan, step: string) {
    const total = yearsInRange(plan).length
    const remaining = plan.seasons?.length ?? total
    return { step, done: total - remaining - (plan.scraping === null ? 0 : 1), total }
  }

  async function discover(plan: BackfillPlan): Promise<BackfillPlan> {
    await run.reportProgress(toProgress(plan, 'Looking for seasons'))
    const listed = await listSeasonsInRange(fetch, plan)
    const updatedPlan = { ...plan, ...listed, ...(plan.isOpen ? closeRange(plan, listed) : {}) }
    return savePlan(updatedPlan, 'Looking for seasons', async (transaction) => {
      for (const { year, reason } of updatedPlan.failed)
        await recordFailure(transaction, leagueId, { season: year, reason, at: now() })
    })
  }

  async function readSeason(plan: BackfillPlan, season: number): Promise<BackfillPlan> {
    const upcoming = plan.scrape
      ? []
      : (withoutSeason(plan, season).seasons ?? []).slice(0, PREFETCHED_SEASONS + 1)
    const pendingResult = seasonPrefetcher.take(`${season}`, () => readUnlessFinal(plan, season))
    for (const next of upcoming.slice(0, PREFETCHED_SEASONS)) prefetchSeason(plan, next)
    await run.reportProgress(toProgress(plan, `Reading the ${season} season`))
    const store = await pendingResult
    prefetchSeason(plan, upcoming[PREFETCHED_SEASONS])
    return store(plan)
  }

  function prefetchSeason(plan: BackfillPlan, season: number | undefined): void {
    if (season === undefined) return
    void seasonPrefetcher.prefetch(`${season}`, () => readUnlessFinal(plan, season))
  }

  async function readUnlessFinal(plan: BackfillPlan, season: number): Promise<StoreSeason> {
    const fail = (reason: string) => (current: BackfillPlan) => recordFailedSeason(current, season, reason)
    const lookup = previousLookup.then(() => lookUpSeason(plan, season))
    // Lookups run one at a time, so that the newest of several seasons is requested first.
    previousLookup = lookup.catch(() => undefined)
    const { final, league } = await lookup
    if (final !== null) return (current) => skipFinalSeason(current, season, final)
    if (league === null) return fail(noSourceMessage(season))
    const fetched = await fetchSeason(fetch, league, season)
    if (fetched === null) return fail(seasonNotFoundMessage(league.provider, season))
    if ('failure' in fetched) return fail(fetched.reason)
    return (current) => saveSeason(current, league.provider, fetched)
  }

  async function lookUpSeason(plan: BackfillPlan, season: number) {
    const final = plan.force ? null : await findFinalSeason(db, leagueId, season)
    const league = final === null ? await findProviderLeague(db, leagueId, season) : null
    return { final, league }
  }

  async function skipFinalSeason(plan: BackfillPlan, season: number, final: FinalSeason) {
    const missing = plan.scrape
      ? planBackfillArchive(final, await getStoredArchive(db, leagueId, season), false)
      : EMPTY_ARCHIVE_PLAN
    const remaining = withoutSeason(plan, season)
    const updatedPlan = isEmptyArchive(missing)
      ? withSkipped(remaining, season)
      : withScraping(remaining, season, missing)
    return savePlan(updatedPlan, `The ${season} season is already stored`, async () => undefined)
  }

  async function recordFailedSeason(plan: BackfillPlan, season: number, reason: string) {
    const updatedPlan = withFailed(withoutSeason(plan, season), season, reason)
    return savePlan(updatedPlan, `${season}: ${reason}`, (transaction) =>
      recordFailure(transaction, leagueId, { season, reason, at: now() }),
    )
  }

  async function saveSeason(plan: BackfillPlan, provider: ProviderName, fetched: FetchedSeason) {
    const { season } = fetched.season
    const archive = plan.scrape
      ? planBackfillArchive(fetched.season, await getStoredArchive(db, leagueId, season), plan.force)
      : EMPTY_ARCHIVE_PLAN
    const remaining = withoutSeason(plan, season)
    return run.saveCheckpoint(async (transaction) => {
      const outcome = await storeSeason(transaction, { id: leagueId, provider }, fetched, now())
      const ingested = withIngested(remaining, season)
      const successPlan = isEmptyArchive(archive) ? ingested : withScraping(ingested, season, archive)
      const isStored = 'stored' in outcome
      const result = isStored ? successPlan : withFailed(remaining, season, outcome.rejection)
      const step = isStored ? `Stored the ${season} season` : `${season}: ${outcome.rejection}`
      return { checkpoint: { payload: result, ...toProgress(result, step) }, result }
    })
  }

  async function scrape(plan: BackfillPlan, scraping: Scraping): Promise<BackfillPlan> {
    const { season } = scraping
    const { next, rest } = nextBatch(scraping)
    const weeks = next.weeks.map(({ week }) => week).join(' and ')
    const weeksLabel = next.weeks.length === 1 ? `week ${weeks}` : `weeks ${weeks}`
    const batchLabel = next.draft ? 'draft' : weeksLabel
    await run.reportProgress(toProgress(plan, `Reading ${season}: ${batchLabel}`))
    const pendingResult = archivePrefetcher.take(archivePartKey(season, next), () => readPart(season, next))
    prefetchNext(plan, rest)
    const { fetched: parts, failed } = await pendingResult
    const hasRead = rest.hasRead || parts.length > 0
    const remaining = { ...rest, hasRead, failed: [...rest.failed, ...failed] }
    const updatedPlan = isEmptyArchive(remaining)
      ? afterScraping(plan, remaining)
      : { ...plan, scraping: remaining }
    return savePlan(updatedPlan, `Read ${season}: ${batchLabel}`, async (transaction) => {
      for (const { part, responses } of parts) await savePart(transaction, leagueId, part, responses)
    })
  }

  function prefetchNext(plan: BackfillPlan, scraping: Scraping): void {
    let remaining = scraping
    for (let count = 0; count < PREFETCHED_PARTS; count += 1) {
      const { next, rest } = nextBatch(remaining)
      if (isEmptyArchive(next)) {
        prefetchSeason(plan, plan.seasons?.[0])
        return
      }
      void archivePrefetcher.prefetch(archivePartKey(remaining.season, next), () =>
        readPart(remaining.season, next),
      )
      remaining = rest
    }
  }

  async function savePlan(
    plan: BackfillPlan,
    step: string,
    work: (transaction: DbTransaction) => Promise<void>,
  ): Promise<BackfillPlan> {
    return run.saveCheckpoint(async (transaction) => {
      await work(transaction)
      return { checkpoint: { payload: plan, ...toProgress(plan, step) }, result: plan }
    })
  }

  return { discover, readSeason, scrape }
}

function archivePartKey(season: number, { draft, weeks }: ArchivePlan): string {
  return [season, draft ? 'draft' : '', ...weeks.map(({ week }) => week)].join(' ')
}

/** Without the years before and after the league, and the season that has just been read. */
function closeRange(
  { start, end, ingested }: BackfillPlan,
  listed: Pick<BackfillPlan, 'failed'> & { seasons: number[] },
) {
  const seasons = listed.seasons.filter((season) => !ingested.includes(season))
  const years = [...seasons, ...listed.failed.map(({ year }) => year)]
  const range = years.length === 0 ? { start, end } : { start: Math.min(...years), end: Math.max(...years) }
  return { seasons, skipped: [], ...range }
}

/** Skips the seasons that no source lists. If a source cannot list its seasons, those that are not final fail. */
async function listSeasonsInRange(fetch: LeagueFetch, plan: BackfillPlan) {
  const { ctx, run } = fetch
  const years = yearsInRange(plan)
  const listed = new Set<number>()
  const failed: BackfillPlan['failed'] = []
  for (const source of await listSources(ctx.db, run.leagueId)) {
    const ownYears = years.filter((year) => sourceOf([source], year) !== null)
    const seasons = ownYears.length === 0 ? [] : await listSeasonsOf(fetch, source, ownYears)
    if (Array.isArray(seasons)) for (const year of seasons) listed.add(year)
    else {
      const final = plan.force ? [] : await listFinalSeasons(ctx.db, run.leagueId)
      const missing = ownYears.filter((year) => !final.includes(year))
      failed.push(...missing.map((year) => ({ year, reason: seasons.reason })))
    }
  }
  const failedYears = failed.map(({ year }) => year)
  return {
    seasons: years.filter((year) => listed.has(year)),
    skipped: years.filter((year) => !listed.has(year) && !failedYears.includes(year)),
    failed: failed.sort((a, b) => b.year - a.year),
  }
}

/** Looks from the source's newest season back, then in the range: the league may have ended long ago. */
async function listSeasonsOf(fetch: LeagueFetch, source: LeagueSource, years: readonly number[]) {
  const { ctx, run } = fetch
  const [end, start] = [Math.max(...years), Math.min(...years)]
  const newest = Math.min(seasonAt(ctx.now()), source.lastSeason ?? Number.POSITIVE_INFINITY)
  const request = toRequest(fetch, { provider: source.provider, providerLeagueId: source.leagueId })
  const provider = providerNamed(ctx.providers, source.provider)
  try {
    const response =
      (end === newest ? null : await provider.listSeasons({ ...request, newest })) ??
      (await provider.listSeasons({ ...request, newest: end, oldest: start }))
    if (response === null) return { reason: leagueNotFoundMessage(source.provider, source.leagueId) }
    return response.knownSeasons.seasons.filter((season) => years.includes(season))
  } catch (error) {
    run.signal.throwIfAborted()
    if (!(error instanceof ProviderError)) throw error
    ctx.log.warn({ err: error, leagueId: run.leagueId }, 'failed to list seasons')
    return { reason: messageFor(source.provider, error, request.cookies !== null) }
  }
}

async function listFinalSeasons(db: Db, leagueId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('seasons')
    .select('season')
    .where((eb) => eb.and({ league_id: leagueId, is_finished: 1 }))
    .execute()
  return rows.map((row) => row.season)
}

async function findFinalSeason(db: Db, leagueId: number, season: number): Promise<FinalSeason | null> {
  const stored = await findSeason(db, leagueId, season)
  return stored?.progress.isFinished === true ? stored : null
}

/** Starts reads early, so that the provider responds while earlier data is being stored. */
export function prefetcher<Result>() {
  const pending = new Map<string, Promise<Result>>()

  function prefetch(key: string, read: () => Promise<Result>): Promise<Result> {
    const existingRead = pending.get(key)
    if (existingRead !== undefined) return existingRead
    const newRead = read()
    // The caller of `take` handles a rejection. If `take` is never called, the rejection can be ignored.
    newRead.catch(() => undefined)
    pending.set(key, newRead)
    return newRead
  }

  return {
    prefetch,

    take(key: string, read: () => Promise<Result>): Promise<Result> {
      const pendingRead = prefetch(key, read)
      pending.delete(key)
      return pendingRead
    },
  }
}
