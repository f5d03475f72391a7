import { LEAGUE_PROVIDERS, type ProviderName } from '@fieldhouse/domain/league/league-providers'
import { type ArchivePlan, planBackfillArchive } from '@fieldhouse/domain/rosters/archive'
import type { Transaction } from 'kysely'
import type { Db } from '../../database/engine/database.ts'
import type { Database } from '../../database/schema/schema.ts'
import { type ArchiveFetchResult, fetchArchive, storeArchivePart } from '../../ingestion/archive-ingestion.ts'
import { noSourceMessage, seasonNotFoundMessage } from '../../ingestion/messages.ts'
import {
  type FetchedSeason,
  type FetchOptions,
  fetchSeason,
  type IngestionLog,
  type SeasonFetchResult,
  storeSeason,
} from '../../ingestion/season-ingestion.ts'
import {
  type JobKind,
  type JobOutcome,
  type JobPool,
  type JobRun,
  type LeagueJobRun,
  leagueRun,
} from '../../jobs/job.ts'
import { type LeagueProviders, type ProviderCookies, providerNamed } from '../../providers/league-provider.ts'
import { findProviderLeague, listSources } from '../../repositories/leagues/league-sources.ts'
import { getStoredArchive } from '../../repositories/seasons/archive-store.ts'
import { recordFailure } from '../../repositories/seasons/season-store.ts'
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
} from './backfill-plan.ts'
import { listSeasonsInRange } from './list-seasons.ts'
import { prefetcher } from './prefetcher.ts'
import type { BackfillStore } from './store.ts'

export type BackfillJobOptions = {
  db: Db
  store: BackfillStore
  providers: LeagueProviders
  /** Returns the league's own cookies, used when none were given for the run. */
  cookiesOf: (leagueId: number) => Promise<ProviderCookies | null>
  /** Reads the list of players that lineups need, if it is too old. Never rejects because of its source. */
  readPlayers: (run: JobRun) => Promise<void>
  /** The slots that backfills share with refreshes. One is left to refreshes. */
  pool: JobPool
  log: IngestionLog
  now: () => Date
}

/**
 * Fetches past seasons, newest first. Each season, and each part of its archive, is stored together with the
 * plan of what is left, so that another process can resume after a crash.
 */
export function backfillJob(options: BackfillJobOptions): JobKind {
  return {
    kind: 'backfill',
    run: (run) => runBackfill(options, leagueRun(run)),
    pool: options.pool,
    maxConcurrent: options.pool.slots - 1,
    isShort: false,
    keepFinished: 'history',
  }
}

async function runBackfill(options: BackfillJobOptions, run: LeagueJobRun): Promise<JobOutcome> {
  const runCookies = run.localContext as ProviderCookies | undefined
  const cookies = runCookies ?? (await options.cookiesOf(run.leagueId))
  const worker = backfillWorker(options, run, { cookies, signal: run.signal })
  let plan = BackfillPlan.parse(run.payload)
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

type Scraping = NonNullable<BackfillPlan['scraping']>

type FinalSeason = Parameters<typeof planBackfillArchive>[0]

/**
 * Seasons that are prefetched. Together with the current season they are more requests than the provider's
 * client sends at the same time, which keeps it busy.
 */
const PREFETCHED_SEASONS = 2

/** Archive parts that are prefetched. */
const PREFETCHED_PARTS = 3

/** The season with its provider, or why there is none: it is stored and final, missing, or could not be fetched. */
type ReadSeason =
  | ProvidedSeason
  | { final: FinalSeason }
  | { missing: string }
  | Extract<SeasonFetchResult, { failure: unknown }>

type ProvidedSeason = FetchedSeason & { provider: ProviderName }

const EMPTY_ARCHIVE_PLAN: ArchivePlan = { draft: false, weeks: [] }

/** The steps of a backfill. Each step stores its part and returns the updated plan. */
function backfillWorker(
  { db, store, providers, readPlayers, log, now }: BackfillJobOptions,
  run: LeagueJobRun,
  fetchOptions: FetchOptions,
) {
  const { leagueId } = run
  const seasonPrefetcher = prefetcher<ReadSeason>()
  const archivePrefetcher = prefetcher<ArchiveFetchResult>()
  let previousLookup: Promise<unknown> = Promise.resolve()

  /** Throws if the season's source was removed after the season was read. */
  async function readPart(season: number, part: ArchivePlan): Promise<ArchiveFetchResult> {
    const league = await findProviderLeague(db, leagueId, season)
    if (league === null) throw new Error(noSourceMessage(season))
    if (LEAGUE_PROVIDERS[league.provider].hasPlayerList) await readPlayers(run)
    const provider = providerNamed(providers, league.provider)
    return fetchArchive({ provider, league, season, options: fetchOptions, log }, part)
  }

  function toProgress(plan: BackfillPlan, step: string) {
    const total = yearsInRange(plan).length
    const remaining = plan.seasons?.length ?? total
    return { step, done: total - remaining - (plan.scraping === null ? 0 : 1), total }
  }

  /** Determines which seasons of the range exist. */
  async function discover(plan: BackfillPlan): Promise<BackfillPlan> {
    await run.reportProgress(toProgress(plan, 'Looking for seasons'))
    const sources = await listSources(db, leagueId)
    const listFinalSeasons = () => store.listFinalSeasons(leagueId)
    const context = { leagueId, sources, providers, options: fetchOptions, listFinalSeasons, log, now }
    const updatedPlan = { ...plan, ...(await listSeasonsInRange(context, plan)) }
    return savePlan(updatedPlan, 'Looking for seasons', async (transaction) => {
      for (const { year, reason } of updatedPlan.failed) {
        await recordFailure(transaction, leagueId, { season: year, reason, at: now() })
      }
    })
  }

  async function readSeason(plan: BackfillPlan, season: number): Promise<BackfillPlan> {
    const upcoming = plan.scrape
      ? []
      : (withoutSeason(plan, season).seasons ?? []).slice(0, PREFETCHED_SEASONS + 1)
    const pendingResult = seasonPrefetcher.take(`${season}`, () => readUnlessFinal(plan, season))
    for (const next of upcoming.slice(0, PREFETCHED_SEASONS)) prefetchSeason(plan, next)
    await run.reportProgress(toProgress(plan, `Reading the ${season} season`))
    const result = await pendingResult
    prefetchSeason(plan, upcoming[PREFETCHED_SEASONS])
    if ('missing' in result) return recordFailedSeason(plan, season, result.missing)
    if ('final' in result) return skipFinalSeason(plan, season, result.final)
    return 'failure' in result ? recordFailedSeason(plan, season, result.reason) : saveSeason(plan, result)
  }

  function prefetchSeason(plan: BackfillPlan, season: number | undefined): void {
    if (season === undefined) return
    void seasonPrefetcher.prefetch(`${season}`, () => readUnlessFinal(plan, season))
  }

  async function readUnlessFinal(plan: BackfillPlan, season: number): Promise<ReadSeason> {
    const lookup = previousLookup.then(() => lookUpSeason(plan, season))
    // Lookups run one at a time, so that the newest of several seasons is requested first.
    previousLookup = lookup.catch(() => undefined)
    const { final, league } = await lookup
    if (final !== null) return { final }
    if (league === null) return { missing: noSourceMessage(season) }
    const provider = providerNamed(providers, league.provider)
    const fetched = await fetchSeason(provider, league, season, { options: fetchOptions, log })
    if (fetched === null) return { missing: seasonNotFoundMessage(league.provider, season) }
    return 'failure' in fetched ? fetched : { ...fetched, provider: league.provider }
  }

  /** Returns the season if it is stored and final, and otherwise the league to read it from. */
  async function lookUpSeason(plan: BackfillPlan, season: number) {
    const final = plan.force ? null : await store.findFinalSeason(leagueId, season)
    const league = final === null ? await findProviderLeague(db, leagueId, season) : null
    return { final, league }
  }

  /** Skips a stored, final season, or continues with the missing parts of its archive. */
  async function skipFinalSeason(
    plan: BackfillPlan,
    season: number,
    final: FinalSeason,
  ): Promise<BackfillPlan> {
    const missing = plan.scrape
      ? planBackfillArchive(final, await getStoredArchive(db, leagueId, season), false)
      : EMPTY_ARCHIVE_PLAN
    const remaining = withoutSeason(plan, season)
    const updatedPlan = isEmptyArchive(missing)
      ? withSkipped(remaining, season)
      : withScraping(remaining, season, missing)
    return savePlan(updatedPlan, `The ${season} season is already stored`, async () => undefined)
  }

  async function recordFailedSeason(
    plan: BackfillPlan,
    season: number,
    reason: string,
  ): Promise<BackfillPlan> {
    const updatedPlan = withFailed(withoutSeason(plan, season), season, reason)
    return savePlan(updatedPlan, `${season}: ${reason}`, (transaction) =>
      recordFailure(transaction, leagueId, { season, reason, at: now() }),
    )
  }

  async function saveSeason(plan: BackfillPlan, fetched: ProvidedSeason): Promise<BackfillPlan> {
    const { season } = fetched.season
    const archive = plan.scrape
      ? planBackfillArchive(fetched.season, await getStoredArchive(db, leagueId, season), plan.force)
      : EMPTY_ARCHIVE_PLAN
    const remaining = withoutSeason(plan, season)
    return run.saveCheckpoint(async (transaction) => {
      const outcome = await storeSeason(
        transaction,
        { id: leagueId, provider: fetched.provider },
        fetched,
        now(),
      )
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
      for (const part of parts) await storeArchivePart(transaction, leagueId, part)
    })
  }

  /** Keeps the provider's client busy while parts are being stored. */
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
    work: (transaction: Transaction<Database>) => Promise<void>,
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
