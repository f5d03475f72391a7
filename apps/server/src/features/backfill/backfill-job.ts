import { type ArchivePlan, planBackfillArchive } from '@fieldhouse/domain/archive-plan'
import { seasonAt } from '@fieldhouse/domain/season'
import type { Transaction } from 'kysely'
import type { Db } from '../../database/database.ts'
import type { Database } from '../../database/schema.ts'
import { noteFailure } from '../../database/season-failures.ts'
import {
  type ArchiveReadings,
  readArchive,
  storeArchivePart,
  storedArchive,
} from '../../intake/archive-intake.ts'
import {
  type IntakeLog,
  type LeagueToRead,
  type ReadBy,
  type ReadSeason,
  readSeason,
  type SeasonReading,
  storeSeason,
} from '../../intake/season-intake.ts'
import { noSuchLeague, noSuchSeason, sentenceFor } from '../../intake/sentences.ts'
import type { JobOutcome, LeagueJobKind, LeagueJobRun } from '../../jobs/league-job.ts'
import { type LeagueArchive, type ProviderCookies, ProviderError } from '../../providers/league-provider.ts'
import {
  afterScraping,
  BackfillPlan,
  isNothing,
  nextOf,
  reportOf,
  withFailed,
  withIngested,
  without,
  withScraping,
  withSkipped,
  yearsOf,
} from './backfill-plan.ts'
import { readAhead } from './read-ahead.ts'
import type { BackfillStore } from './store.ts'

export type BackfillJobOptions = {
  db: Db
  store: BackfillStore
  provider: LeagueArchive
  /** The cookies that a league is read with where none were given for the run. */
  cookiesOf: (leagueId: number) => Promise<ProviderCookies | null>
  log: IntakeLog
  now: () => Date
}

/**
 * Reads past seasons, newest first. Each season, and each part of its archive, is stored with the plan
 * of what is left, so that another process goes on after a crash where this one was.
 */
export function backfillJob(options: BackfillJobOptions): LeagueJobKind {
  return { name: 'backfill', isShort: false, run: (run) => backfill(options, run) }
}

async function backfill(options: BackfillJobOptions, run: LeagueJobRun): Promise<JobOutcome> {
  const league = await options.store.league(run.leagueId)
  const given = run.attachment as ProviderCookies | undefined
  const cookies = given ?? (await options.cookiesOf(league.id))
  const worker = backfillWorker(options, run, league, { cookies, signal: run.signal })
  let plan = BackfillPlan.parse(run.plan)
  plan = plan.seasons === null ? await worker.discover(plan) : plan
  for (;;) {
    const [season] = plan.seasons ?? []
    if (plan.scraping !== null) plan = await worker.scrape(plan, plan.scraping)
    else if (season !== undefined) plan = await worker.read(plan, season)
    else break
  }
  const report = reportOf(plan)
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
const SEASONS_AHEAD = 2

/** Parts of an archive that are asked for before their turn. */
const PARTS_AHEAD = 3

const NO_ARCHIVE: ArchivePlan = { draft: false, weeks: [] }

/** The steps of a backfill. Each answers the plan as it is once its part is stored. */
function backfillWorker(
  { db, store: stored, provider, log, now }: BackfillJobOptions,
  run: LeagueJobRun,
  league: LeagueToRead,
  by: ReadBy,
) {
  const seasons = readAhead<SeasonReading | { final: FinalSeason }>()
  const archives = readAhead<ArchiveReadings>()
  let lookedUp: Promise<unknown> = Promise.resolve()
  const readPart = (season: number, part: ArchivePlan) =>
    readArchive({ provider, league, season, by, log }, part)

  function progressOf(plan: BackfillPlan, step: string) {
    const total = yearsOf(plan).length
    const left = plan.seasons?.length ?? total
    return { step, done: total - left - (plan.scraping === null ? 0 : 1), total }
  }

  /** Finds out which of the seasons there are. */
  async function discover(plan: BackfillPlan): Promise<BackfillPlan> {
    await run.tell(progressOf(plan, 'Looking for seasons'))
    const found = { ...plan, ...(await seasonsInRange(plan)) }
    return store(found, 'Looking for seasons', async (transaction) => {
      for (const { year, reason } of found.failed) {
        await noteFailure(transaction, league.id, { season: year, reason, at: now() })
      }
    })
  }

  /** What the provider does not list is skipped; when it lists nothing, what is not stored has failed. */
  async function seasonsInRange(
    plan: BackfillPlan,
  ): Promise<Pick<BackfillPlan, 'seasons' | 'skipped' | 'failed'>> {
    const years = yearsOf(plan)
    const listed = await listSeasons()
    if (Array.isArray(listed)) {
      const seasons = years.filter((year) => listed.includes(year))
      return { seasons, skipped: years.filter((year) => !listed.includes(year)), failed: [] }
    }
    const final = plan.force ? [] : await stored.finalSeasons(league.id)
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
      return answer === null ? { reason: noSuchLeague(league.espnLeagueId) } : answer.known.seasons
    } catch (error) {
      by.signal.throwIfAborted()
      if (!(error instanceof ProviderError)) throw error
      log.warn({ err: error, leagueId: league.id }, 'the seasons could not be listed')
      return { reason: sentenceFor(error.failure, by.cookies !== null) }
    }
  }

  async function read(plan: BackfillPlan, season: number): Promise<BackfillPlan> {
    const ahead = plan.scrape ? [] : (without(plan, season).seasons ?? []).slice(0, SEASONS_AHEAD + 1)
    const reading = seasons.take(`${season}`, () => readOrFinal(plan, season))
    for (const next of ahead.slice(0, SEASONS_AHEAD)) begin(plan, next)
    await run.tell(progressOf(plan, `Reading the season ${season}`))
    const read = await reading
    begin(plan, ahead[SEASONS_AHEAD])
    if (read === null) return fail(plan, season, noSuchSeason(season))
    if ('final' in read) return passOver(plan, season, read.final)
    return 'failure' in read ? fail(plan, season, read.reason) : keep(plan, read)
  }

  function begin(plan: BackfillPlan, season: number | undefined): void {
    if (season === undefined) return
    void seasons.begin(`${season}`, () => readOrFinal(plan, season))
  }

  async function readOrFinal(
    plan: BackfillPlan,
    season: number,
  ): Promise<SeasonReading | { final: FinalSeason }> {
    const looked = lookedUp.then(() => (plan.force ? null : stored.finalSeason(league.id, season)))
    // One after the other, so that the newest of several is asked for first.
    lookedUp = looked.catch(() => undefined)
    const final = await looked
    return final === null ? readSeason(provider, league, season, { by, log }) : { final }
  }

  /** A season that is stored and final may lack its line-ups. */
  async function passOver(plan: BackfillPlan, season: number, final: FinalSeason): Promise<BackfillPlan> {
    const missing = plan.scrape
      ? planBackfillArchive(final, await storedArchive(db, league.id, season), false)
      : NO_ARCHIVE
    const left = without(plan, season)
    const done = isNothing(missing) ? withSkipped(left, season) : withScraping(left, season, missing)
    return store(done, `The season ${season} is stored`, async () => undefined)
  }

  async function fail(plan: BackfillPlan, season: number, reason: string): Promise<BackfillPlan> {
    const done = withFailed(without(plan, season), season, reason)
    return store(done, `${season}: ${reason}`, (transaction) =>
      noteFailure(transaction, league.id, { season, reason, at: now() }),
    )
  }

  async function keep(plan: BackfillPlan, reading: ReadSeason): Promise<BackfillPlan> {
    const { season } = reading.season
    const archive = plan.scrape
      ? planBackfillArchive(reading.season, await storedArchive(db, league.id, season), plan.force)
      : NO_ARCHIVE
    const left = without(plan, season)
    return run.store(async (transaction) => {
      const why = await storeSeason(transaction, league.id, reading, now())
      const whole = withIngested(left, season)
      const read = isNothing(archive) ? whole : withScraping(whole, season, archive)
      const result = why === null ? read : withFailed(left, season, why)
      const step = why === null ? `The season ${season} is read` : `${season}: ${why}`
      return { left: { plan: result, ...progressOf(result, step) }, result }
    })
  }

  async function scrape(plan: BackfillPlan, scraping: Scraping): Promise<BackfillPlan> {
    const { season } = scraping
    const { next, rest } = nextOf(scraping)
    const what = next.draft ? 'draft' : `week ${next.weeks.map(({ week }) => week).join(' and ')}`
    await run.tell(progressOf(plan, `Reading ${season}: ${what}`))
    const reading = archives.take(keyOf(season, next), () => readPart(season, next))
    beginAfter(plan, rest)
    const { read: parts, failed } = await reading
    const hasRead = rest.hasRead || parts.length > 0
    const after = { ...rest, hasRead, failed: [...rest.failed, ...failed] }
    const done = isNothing(after) ? afterScraping(plan, after) : { ...plan, scraping: after }
    return store(done, `Read ${season}: ${what}`, async (transaction) => {
      for (const part of parts) await storeArchivePart(transaction, league.id, season, part)
    })
  }

  /** Keeps the provider busy, who is asked so many calls at once by its client, while parts are stored. */
  function beginAfter(plan: BackfillPlan, scraping: Scraping): void {
    let left = scraping
    for (let count = 0; count < PARTS_AHEAD; count += 1) {
      const { next, rest } = nextOf(left)
      if (isNothing(next)) {
        begin(plan, plan.seasons?.[0])
        return
      }
      void archives.begin(keyOf(left.season, next), () => readPart(left.season, next))
      left = rest
    }
  }

  async function store(
    done: BackfillPlan,
    step: string,
    work: (transaction: Transaction<Database>) => Promise<void>,
  ): Promise<BackfillPlan> {
    return run.store(async (transaction) => {
      await work(transaction)
      return { left: { plan: done, ...progressOf(done, step) }, result: done }
    })
  }

  return { discover, read, scrape }
}

function keyOf(season: number, { draft, weeks }: ArchivePlan): string {
  return [season, draft ? 'draft' : '', ...weeks.map(({ week }) => week)].join(' ')
}
