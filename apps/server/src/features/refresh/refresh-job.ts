import { planRefreshArchive } from '@fieldhouse/domain/archive-plan'
import { type LeagueSeason, seasonAt } from '@fieldhouse/domain/season'
import { z } from 'zod'
import type { Db } from '../../database/database.ts'
import type { SeasonReader } from '../../database/season-reader.ts'
import {
  type ArchiveFetchResult,
  fetchArchive,
  getStoredArchive,
  storeArchivePart,
} from '../../ingestion/archive-ingestion.ts'
import {
  INTERNAL_ERROR_MESSAGE,
  leagueNotFoundMessage,
  seasonNotFoundMessage,
} from '../../ingestion/messages.ts'
import {
  type FetchedSeason,
  type FetchOptions,
  fetchSeason,
  type IngestionLog,
  type ProviderLeague,
  type SeasonFetchResult,
  storeSeason,
} from '../../ingestion/season-ingestion.ts'
import {
  type JobOutcome,
  type LeagueJobKind,
  type LeagueJobRun,
  LeaseLostError,
} from '../../jobs/league-job.ts'
import type { LeagueArchive, ProviderCookies } from '../../providers/league-provider.ts'
import type { NflCalendar } from './schedule.ts'
import type { RefreshResult, RefreshStore } from './store.ts'

export type RefreshJobOptions = {
  db: Db
  store: RefreshStore
  seasons: SeasonReader
  provider: LeagueArchive
  cookies: LeagueCookies
  calendar: NflCalendar
  onStored?: OnStored
  log: IngestionLog & { error: (detail: object, line: string) => void }
  now: () => Date
}

/** Told of a season that was stored, with the NFL week in which it is. */
export type OnStored = (week: { season: number; week: number }) => void

/** The cookies that leagues are read with. */
export type LeagueCookies = {
  cookiesOf: (leagueId: number) => Promise<ProviderCookies | null>
  /** Told what the provider said to a league's cookies. */
  recordOutcome: (leagueId: number, wereAccepted: boolean) => Promise<void>
}

/** Without a season: the current one. */
export const RefreshPlan = z.object({ season: z.int().nullable() })

/** `steps` are for the log that people read: what was done, the outcome last. */
export const RefreshReport = z.object({
  season: z.int(),
  status: z.enum(['ok', 'skipped', 'error']),
  error: z.string().nullable(),
  steps: z.array(z.string()),
})

export type RefreshReport = z.infer<typeof RefreshReport>

/** Reading the season, reading its line-ups, storing both. */
const STEP_COUNT = 3

/**
 * Reads one season of a league and puts it in the place of the stored one. What the provider does is
 * no failure of the job but part of its report, which says what a person should do; what was stored stays.
 */
export function refreshJob(options: RefreshJobOptions): LeagueJobKind {
  const { store, seasons, provider, now } = options

  async function run(run: LeagueJobRun): Promise<JobOutcome> {
    const plan = RefreshPlan.parse(run.payload)
    const league = await store.getLeague(run.leagueId)
    const tried = await seasonsToTry(league.id, plan.season)
    let season = tried[0] ?? seasonAt(now())
    try {
      const by = { cookies: await options.cookies.cookiesOf(league.id), signal: run.signal }
      await run.reportProgress({ step: `Reading the season ${season}`, done: 0, total: STEP_COUNT })
      let reading = await fetchSeason(provider, league, season, { by, log: options.log })
      const [, before] = tried
      if (before !== undefined && isSeasonMissing(reading)) {
        season = before
        reading = await fetchSeason(provider, league, season, { by, log: options.log })
      }
      await recordCookieOutcome(league.id, season, reading)
      return toOutcome(await storeResult(run, league, season, reading, by))
    } catch (error) {
      if (run.signal.aborted || error instanceof LeaseLostError) throw error
      return toOutcome(await handleUnexpectedError(run, season, error))
    }
  }

  /** A league whose newest stored season is an earlier one may have begun a new one. */
  async function seasonsToTry(leagueId: number, asked: number | null): Promise<number[]> {
    if (asked !== null) return [asked]
    const [newest] = await seasons.listSeasons(leagueId)
    const byCalendar = seasonAt(now())
    return newest !== undefined && newest < byCalendar ? [byCalendar, newest] : [newest ?? byCalendar]
  }

  async function recordCookieOutcome(
    leagueId: number,
    season: number,
    reading: SeasonFetchResult,
  ): Promise<void> {
    if (reading === null || !('failure' in reading)) return options.cookies.recordOutcome(leagueId, true)
    if (reading.failure !== 'not_visible') return
    // An earlier season can be closed to somebody who reads the league: they were not in it.
    const [newest = season] = await seasons.listSeasons(leagueId)
    if (season >= newest) await options.cookies.recordOutcome(leagueId, false)
  }

  async function storeResult(
    run: LeagueJobRun,
    league: ProviderLeague,
    season: number,
    reading: SeasonFetchResult,
    by: FetchOptions,
  ): Promise<RefreshReport> {
    if (reading === null) return finishWithoutData(run, await missingSeasonResult(league, season))
    if ('failure' in reading)
      return finishWithoutData(run, { season, status: 'error', error: reading.reason })
    const { season: read } = reading.season
    await run.reportProgress({ step: `Reading the line-ups of ${read}`, done: 1, total: STEP_COUNT })
    const stored = await getStoredArchive(options.db, league.id, read)
    const wanted = planRefreshArchive(reading.season, stored, now())
    const question = { provider, league, season: read, options: by, log: options.log }
    return storeSeasonAndArchive(run, reading, await fetchArchive(question, wanted))
  }

  async function missingSeasonResult(league: ProviderLeague, season: number): Promise<RefreshResult> {
    const isKnown = (await seasons.listSeasons(league.id)).length > 0
    return isKnown
      ? { season, status: 'skipped', error: seasonNotFoundMessage(season) }
      : { season, status: 'error', error: leagueNotFoundMessage(league.espnLeagueId) }
  }

  async function storeSeasonAndArchive(
    run: LeagueJobRun,
    read: FetchedSeason,
    archive: ArchiveFetchResult,
  ): Promise<RefreshReport> {
    const { season } = read.season
    const left = {
      payload: { season },
      step: `Storing the season ${season}`,
      done: STEP_COUNT - 1,
      total: STEP_COUNT,
    }
    const moment = { now: now(), games: await options.calendar(now()) }
    const result = await run.saveCheckpoint(async (transaction) => {
      const why = await storeSeason(transaction, run.leagueId, read, now())
      if (why === null) {
        for (const part of archive.fetched) await storeArchivePart(transaction, run.leagueId, season, part)
      }
      const result = { season, status: why === null ? 'ok' : 'error', error: why } as const
      await store.finish(transaction, run.leagueId, result, moment)
      return { checkpoint: left, result }
    })
    if (result.status === 'ok') options.onStored?.({ season, week: read.season.progress.currentWeek ?? 1 })
    return { ...result, steps: [...describeSteps(read.season, archive), describeOutcome(result)] }
  }

  async function finishWithoutData(run: LeagueJobRun, result: RefreshResult): Promise<RefreshReport> {
    const left = { payload: { season: result.season }, step: result.error ?? '', done: 1, total: STEP_COUNT }
    const moment = { now: now(), games: await options.calendar(now()) }
    await run.saveCheckpoint(async (transaction) => {
      await store.finish(transaction, run.leagueId, result, moment)
      return { checkpoint: left, result }
    })
    return { ...result, steps: [describeOutcome(result)] }
  }

  async function handleUnexpectedError(
    run: LeagueJobRun,
    season: number,
    error: unknown,
  ): Promise<RefreshReport> {
    options.log.error({ err: error, leagueId: run.leagueId, season }, 'a season could not be refreshed')
    return finishWithoutData(run, { season, status: 'error', error: INTERNAL_ERROR_MESSAGE })
  }

  return { name: 'refresh', isShort: true, run }
}

/** Whether a new season may simply not have begun: one that nobody has opened yet is denied, too. */
function isSeasonMissing(reading: SeasonFetchResult): boolean {
  return reading === null || ('failure' in reading && reading.failure === 'not_visible')
}

function toOutcome(report: RefreshReport): JobOutcome {
  return { hasFailed: report.status === 'error', step: report.error ?? 'Stored', result: report }
}

const LIST_FORMAT = new Intl.ListFormat('en-GB', { type: 'conjunction' })

function describeSteps(
  { teams, games, findings }: LeagueSeason,
  { fetched, failed }: ArchiveFetchResult,
): string[] {
  const weeks = fetched.flatMap((part) => ('week' in part && part.lineups !== null ? [part.week] : []))
  const noted = findings.length > 0 ? `, ${findings.length} noted` : ''
  return [
    `read the season, ${pluralize(teams.length, 'team')}, ${pluralize(games.length, 'game')}${noted}`,
    ...(weeks.length > 0 ? [`read the line-ups of week ${LIST_FORMAT.format(weeks.map(String))}`] : []),
    ...failed.map(({ part, reason }) => `went on without ${part}: ${reason}`),
  ]
}

function describeOutcome({ status, error }: RefreshResult): string {
  return error === null ? `${status}, stored` : `${status}, ${error}`
}

function pluralize(count: number, thing: string): string {
  return `${count} ${thing}${count === 1 ? '' : 's'}`
}
