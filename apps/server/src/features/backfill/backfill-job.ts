import { type ArchivePlan, planBackfillArchive } from '@fieldhouse/domain/archive-plan'
import { seasonAt } from '@fieldhouse/domain/season'
import type { Transaction } from 'kysely'
import type { Db } from '../../database/database.ts'
import type { Database } from '../../database/schema.ts'
import { recordFailure } from '../../database/season-failures.ts'
import {
  type ArchiveFetchResult,
  fetchArchive,
  getStoredArchive,
  storeArchivePart,
} from '../../ingestion/archive-ingestion.ts'
import { leagueNotFoundMessage, messageFor, seasonNotFoundMessage } from '../../ingestion/messages.ts'
import {
  type FetchedSeason,
  type FetchOptions,
  fetchSeason,
  type IngestionLog,
  type ProviderLeague,
  type SeasonFetchResult,
  storeSeason,
} from '../../ingestion/season-ingestion.ts'
import type { JobOutcome, LeagueJobKind, LeagueJobRun } from '../../jobs/league-job.ts'
import { type LeagueArchive, type ProviderCookies, ProviderError } from '../../providers/league-provider.ts'
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
import { prefetcher } from './prefetcher.ts'
import type { BackfillStore } from './store.ts'

export type BackfillJobOptions = {
  db: Db
  store: BackfillStore
  provider: LeagueArchive
  /** The cookies that a league is read with where none were given for the run. */
  cookiesOf: (leagueId: number) => Promise<ProviderCookies | null>
  log: IngestionLog
  now: () => Date
}

/**
 * Reads past seasons, newest first. Each season, and each part of its archive, is stored with the plan
 * of what is left, so that another process goes on after a crash where this one was.
 */
export function backfillJob(options: BackfillJobOptions): LeagueJobKind {
  return { name: 'backfill', isShort: false, run: (run) => runBackfill(options, run) }
}

async function runBackfill(options: BackfillJobOptions, run: LeagueJobRun): Promise<JobOutcome> {
  const league = await options.store.getLeague(run.leagueId)
  const given = run.localContext as ProviderCookies | undefined
  const cookies = given ?? (await options.cookiesOf(league.id))
  const worker = backfillWorker(options, run, league, { cookies, signal: run.signal })
  let plan = BackfillPlan.parse(run.payload)
  plan = plan.seasons === null ? await worker.discover(plan) : plan
  for (;;) {
    const [season] = plan.seasons ?? []
    if (plan.scraping !== null) plan = await worker.scrape(plan, plan.scraping)
    else if (season !== undefined) plan = await worker.read(plan, season)
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

/** Seasons that are asked for before their turn: with the one that is read, more calls than its client makes at once. */
const PREFETCHED_SEASONS = 2

/** Parts of an archive that are asked for before their turn. */
const PREFETCHED_PARTS = 3

const EMPTY_ARCHIVE_PLAN: ArchivePlan = { draft: false, weeks: [] }

/** The steps of a backfill. Each answers the plan as it is once its part is stored. */
function backfillWorker(
  { db, store: stored, provider, log, now }: BackfillJobOptions,
  run: LeagueJobRun,
  league: ProviderLeague,
  by: FetchOptions,
) {
  const seasons = prefetcher<SeasonFetchResult | { final: FinalSeason }>()
  const archives = prefetcher<ArchiveFetchResult>()
  let lookedUp: Promise<unknown> = Promise.resolve()
  const readPart = (season: number, part: ArchivePlan) =>
    fetchArchive({ provider, league, season, options: by, log }, part)

  function toProgress(plan: BackfillPlan, step: string) {
    const total = yearsInRange(plan).length
    const left = plan.seasons?.length ?? total
    return { step, done: total - left - (plan.scraping === null ? 0 : 1), total }
  }

  /** Finds out which of the seasons there are. */
  async function discover(plan: BackfillPlan): Promise<BackfillPlan> {
    await run.reportProgress(toProgress(plan, 'Looking for seasons'))
    const found = { ...plan, ...(await listSeasonsInRange(plan)) }
    return savePlan(found, 'Looking for seasons', async (transaction) => {
      for (const { year, reason } of found.failed) {
        await recordFailure(transaction, league.id, { season: year, reason, at: now() })
      }
    })
  }

  /** What the provider does not list is skipped; when it lists nothing, what is not stored has failed. */
  async function listSeasonsInRange(
    plan: BackfillPlan,
  ): Promise<Pick<BackfillPlan, 'seasons' | 'skipped' | 'failed'>> {
    const years = yearsInRange(plan)
    const listed = await listSeasons()
    if (Array.isArray(listed)) {
      const seasons = years.filter((year) => listed.includes(year))
      return { seasons, skipped: years.filter((year) => !listed.includes(year)), failed: [] }
    }
    const final = plan.force ? [] : await stored.listFinalSeasons(league.id)
    return {
      seasons: [],
      skipped: years.filter((year) => final.includes(year)),
      failed: years.filter((year) => !final.includes(year)).map((year) => ({ year, reason: listed.reason })),
    }
  }

  async function listSeasons(): Promise<number[] | { reason: string }> {
    try {
      const asked = { leagueId: league.espnLeagueId, newest: seasonAt(now()), ...by }
      const answer = await provider.listSeasons(asked)
      return answer === null
        ? { reason: leagueNotFoundMessage(league.espnLeagueId) }
        : answer.knownSeasons.seasons
    } catch (error) {
      by.signal.throwIfAborted()
      if (!(error instanceof ProviderError)) throw error
      log.warn({ err: error, leagueId: league.id }, 'the seasons could not be listed')
      return { reason: messageFor(error.failure, by.cookies !== null) }
    }
  }

  async function read(plan: BackfillPlan, season: number): Promise<BackfillPlan> {
    const ahead = plan.scrape
      ? []
      : (withoutSeason(plan, season).seasons ?? []).slice(0, PREFETCHED_SEASONS + 1)
    const reading = seasons.take(`${season}`, () => readUnlessFinal(plan, season))
    for (const next of ahead.slice(0, PREFETCHED_SEASONS)) prefetchSeason(plan, next)
    await run.reportProgress(toProgress(plan, `Reading the season ${season}`))
    const read = await reading
    prefetchSeason(plan, ahead[PREFETCHED_SEASONS])
    if (read === null) return recordFailedSeason(plan, season, seasonNotFoundMessage(season))
    if ('final' in read) return skipFinalSeason(plan, season, read.final)
    return 'failure' in read ? recordFailedSeason(plan, season, read.reason) : saveSeason(plan, read)
  }

  function prefetchSeason(plan: BackfillPlan, season: number | undefined): void {
    if (season === undefined) return
    void seasons.prefetch(`${season}`, () => readUnlessFinal(plan, season))
  }

  async function readUnlessFinal(
    plan: BackfillPlan,
    season: number,
  ): Promise<SeasonFetchResult | { final: FinalSeason }> {
    const looked = lookedUp.then(() => (plan.force ? null : stored.findFinalSeason(league.id, season)))
    // One after the other, so that the newest of several is asked for first.
    lookedUp = looked.catch(() => undefined)
    const final = await looked
    return final === null ? fetchSeason(provider, league, season, { by, log }) : { final }
  }

  /** A season that is stored and final may lack its line-ups. */
  async function skipFinalSeason(
    plan: BackfillPlan,
    season: number,
    final: FinalSeason,
  ): Promise<BackfillPlan> {
    const missing = plan.scrape
      ? planBackfillArchive(final, await getStoredArchive(db, league.id, season), false)
      : EMPTY_ARCHIVE_PLAN
    const left = withoutSeason(plan, season)
    const done = isEmptyArchive(missing) ? withSkipped(left, season) : withScraping(left, season, missing)
    return savePlan(done, `The season ${season} is stored`, async () => undefined)
  }

  async function recordFailedSeason(
    plan: BackfillPlan,
    season: number,
    reason: string,
  ): Promise<BackfillPlan> {
    const done = withFailed(withoutSeason(plan, season), season, reason)
    return savePlan(done, `${season}: ${reason}`, (transaction) =>
      recordFailure(transaction, league.id, { season, reason, at: now() }),
    )
  }

  async function saveSeason(plan: BackfillPlan, reading: FetchedSeason): Promise<BackfillPlan> {
    const { season } = reading.season
    const archive = plan.scrape
      ? planBackfillArchive(reading.season, await getStoredArchive(db, league.id, season), plan.force)
      : EMPTY_ARCHIVE_PLAN
    const left = withoutSeason(plan, season)
    return run.saveCheckpoint(async (transaction) => {
      const why = await storeSeason(transaction, league.id, reading, now())
      const whole = withIngested(left, season)
      const read = isEmptyArchive(archive) ? whole : withScraping(whole, season, archive)
      const result = why === null ? read : withFailed(left, season, why)
      const step = why === null ? `The season ${season} is read` : `${season}: ${why}`
      return { checkpoint: { payload: result, ...toProgress(result, step) }, result }
    })
  }

  async function scrape(plan: BackfillPlan, scraping: Scraping): Promise<BackfillPlan> {
    const { season } = scraping
    const { next, rest } = nextBatch(scraping)
    const what = next.draft ? 'draft' : `week ${next.weeks.map(({ week }) => week).join(' and ')}`
    await run.reportProgress(toProgress(plan, `Reading ${season}: ${what}`))
    const reading = archives.take(archivePartKey(season, next), () => readPart(season, next))
    prefetchNext(plan, rest)
    const { fetched: parts, failed } = await reading
    const hasRead = rest.hasRead || parts.length > 0
    const after = { ...rest, hasRead, failed: [...rest.failed, ...failed] }
    const done = isEmptyArchive(after) ? afterScraping(plan, after) : { ...plan, scraping: after }
    return savePlan(done, `Read ${season}: ${what}`, async (transaction) => {
      for (const part of parts) await storeArchivePart(transaction, league.id, season, part)
    })
  }

  /** Keeps the provider busy, who is asked so many calls at once by its client, while parts are stored. */
  function prefetchNext(plan: BackfillPlan, scraping: Scraping): void {
    let left = scraping
    for (let count = 0; count < PREFETCHED_PARTS; count += 1) {
      const { next, rest } = nextBatch(left)
      if (isEmptyArchive(next)) {
        prefetchSeason(plan, plan.seasons?.[0])
        return
      }
      void archives.prefetch(archivePartKey(left.season, next), () => readPart(left.season, next))
      left = rest
    }
  }

  async function savePlan(
    done: BackfillPlan,
    step: string,
    work: (transaction: Transaction<Database>) => Promise<void>,
  ): Promise<BackfillPlan> {
    return run.saveCheckpoint(async (transaction) => {
      await work(transaction)
      return { checkpoint: { payload: done, ...toProgress(done, step) }, result: done }
    })
  }

  return { discover, read, scrape }
}

function archivePartKey(season: number, { draft, weeks }: ArchivePlan): string {
  return [season, draft ? 'draft' : '', ...weeks.map(({ week }) => week)].join(' ')
}
