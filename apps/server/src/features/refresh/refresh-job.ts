import { MINUTE_MS } from '@fieldhouse/domain/duration'
import { LEAGUE_PROVIDERS } from '@fieldhouse/domain/league/league-providers'
import { pluralize } from '@fieldhouse/domain/pluralize'
import { planRefreshArchive } from '@fieldhouse/domain/rosters/archive'
import { type LeagueSeason, seasonAt } from '@fieldhouse/domain/seasons/season'
import { z } from 'zod'
import type { Db } from '../../database/engine/database.ts'
import { type ArchiveFetchResult, fetchArchive, storeArchivePart } from '../../ingestion/archive-ingestion.ts'
import {
  INTERNAL_ERROR_MESSAGE,
  leagueNotFoundMessage,
  noSourceMessage,
  seasonNotFoundMessage,
} from '../../ingestion/messages.ts'
import {
  type FetchedSeason,
  type FetchOptions,
  fetchSeason,
  type IngestionLog,
  type SeasonFetchResult,
  storeSeason,
} from '../../ingestion/season-ingestion.ts'
import { recordTimelines } from '../../ingestion/timeline-ingestion.ts'
import {
  type JobKind,
  type JobOutcome,
  type JobPool,
  type JobRun,
  type LeagueJobRun,
  LeaseLostError,
  leagueRun,
  type NewJob,
} from '../../jobs/job.ts'
import { type LeagueProviders, type ProviderCookies, providerNamed } from '../../providers/league-provider.ts'
import { findProviderLeague, type ProviderLeague } from '../../repositories/leagues/league-sources.ts'
import { getStoredArchive } from '../../repositories/seasons/archive-store.ts'
import type { SeasonReader } from '../../repositories/seasons/season-reader.ts'
import type { NflCalendar } from './schedule.ts'
import type { RefreshResult, RefreshStore } from './store.ts'

export type RefreshJobOptions = {
  db: Db
  store: RefreshStore
  seasons: SeasonReader
  providers: LeagueProviders
  cookies: LeagueCookies
  calendar: NflCalendar
  /** Reads the list of players that lineups need, if it is too old. Never rejects because of its source. */
  readPlayers: (run: JobRun) => Promise<void>
  /** Creates the jobs to queue after a season was stored, from its current NFL week. */
  followUpJobs?: (leagueId: number, week: { season: number; week: number }) => NewJob[]
  /** The slots that refreshes share with backfills. */
  pool: JobPool
  /** Requests up to `limit` refreshes that are due. Absent if leagues are not refreshed on a schedule. */
  enqueueDue?: (limit: number) => Promise<void>
  log: IngestionLog & { error: (detail: object, line: string) => void }
  now: () => Date
}

/** Access to the cookies that leagues are read with. */
export type LeagueCookies = {
  cookiesOf: (leagueId: number) => Promise<ProviderCookies | null>
  /** Records whether the provider accepted the cookies that the league was read with. */
  recordOutcome: (
    leagueId: number,
    usedCookies: ProviderCookies | null,
    wereAccepted: boolean,
  ) => Promise<void>
}

/** The job's payload. A null season means the current one. */
export const RefreshPlan = z.object({ season: z.int().nullable(), isScheduled: z.boolean().optional() })

/** While games are live, a scheduled refresh reads their scores, and what changes less often with some of them. */
const SCHEDULED_MAX_AGE_MS = 14 * MINUTE_MS

/** `steps` are the lines of the log shown to admins; the last one is the outcome. */
export const RefreshReport = z.object({
  season: z.int(),
  status: z.enum(['ok', 'skipped', 'error']),
  error: z.string().nullable(),
  steps: z.array(z.string()),
})

export type RefreshReport = z.infer<typeof RefreshReport>

/** Reading the season, reading its lineups, saving both. */
const STEP_COUNT = 3

/**
 * The job that reads one season of a league and replaces the stored one. A provider failure does not
 * fail the job: the report says what to do about it, and the stored data is left unchanged.
 */
export function refreshJob(options: RefreshJobOptions): JobKind {
  const { store, seasons, providers, now } = options

  async function run(run: LeagueJobRun): Promise<JobOutcome> {
    const plan = RefreshPlan.parse(run.payload)
    const { leagueId } = run
    const [firstSeason, fallbackSeason] = await seasonsToTry(leagueId, plan.season)
    let season = firstSeason ?? seasonAt(now())
    try {
      const cookies = await options.cookies.cookiesOf(leagueId)
      const age = plan.isScheduled === true ? { maxAgeMs: SCHEDULED_MAX_AGE_MS } : {}
      const fetchOptions = { cookies, signal: run.signal, ...age }
      await run.reportProgress({ step: `Reading the ${season} season`, done: 0, total: STEP_COUNT })
      let read = await readSeason(leagueId, season, fetchOptions)
      if (fallbackSeason !== undefined && (read === null || isSeasonMissing(read.fetched))) {
        season = fallbackSeason
        read = await readSeason(leagueId, season, fetchOptions)
      }
      if (read === null) {
        const result = { season, status: 'error', error: noSourceMessage(season) } as const
        return toOutcome(await finishWithoutData(run, result))
      }
      const { league, fetched } = read
      if (LEAGUE_PROVIDERS[league.provider].hasCredentials)
        await recordCookieOutcome(leagueId, cookies, season, fetched)
      return toOutcome(await storeResult(run, league, season, fetched, fetchOptions))
    } catch (error) {
      if (run.signal.aborted || error instanceof LeaseLostError) throw error
      return toOutcome(await handleUnexpectedError(run, season, error))
    }
  }

  /** Reads a season from the league's source for it; null without a source. */
  async function readSeason(leagueId: number, season: number, fetchOptions: FetchOptions) {
    const league = await findProviderLeague(options.db, leagueId, season)
    if (league === null) return null
    const provider = providerNamed(providers, league.provider)
    const context = { options: fetchOptions, log: options.log }
    return { league, fetched: await fetchSeason(provider, league, season, context) }
  }

  /**
   * The seasons to try in order. When the newest stored season is older than the current one, the league
   * may not have started its new season yet.
   */
  async function seasonsToTry(leagueId: number, requested: number | null): Promise<number[]> {
    if (requested !== null) return [requested]
    const [newest] = await seasons.listSeasons(leagueId)
    const current = seasonAt(now())
    return newest !== undefined && newest < current ? [current, newest] : [newest ?? current]
  }

  async function recordCookieOutcome(
    leagueId: number,
    cookies: ProviderCookies | null,
    season: number,
    fetched: SeasonFetchResult,
  ): Promise<void> {
    const record = (wereAccepted: boolean) => options.cookies.recordOutcome(leagueId, cookies, wereAccepted)
    if (fetched === null || !('failure' in fetched)) return record(true)
    if (fetched.failure !== 'not_visible') return
    // A current member may not see an earlier season that they did not play in.
    const [newest = season] = await seasons.listSeasons(leagueId)
    if (season >= newest) await record(false)
  }

  async function storeResult(
    run: LeagueJobRun,
    league: ProviderLeague,
    season: number,
    fetched: SeasonFetchResult,
    fetchOptions: FetchOptions,
  ): Promise<RefreshReport> {
    if (fetched === null) return finishWithoutData(run, await missingSeasonResult(league, season))
    if ('failure' in fetched)
      return finishWithoutData(run, { season, status: 'error', error: fetched.reason })
    const { season: fetchedSeason } = fetched.season
    await run.reportProgress({ step: `Reading the ${fetchedSeason} lineups`, done: 1, total: STEP_COUNT })
    const stored = await getStoredArchive(options.db, league.id, fetchedSeason)
    const archivePlan = planRefreshArchive(fetched.season, stored, now())
    if (LEAGUE_PROVIDERS[league.provider].hasPlayerList) await options.readPlayers(run)
    const provider = providerNamed(providers, league.provider)
    const request = { provider, league, season: fetchedSeason, options: fetchOptions, log: options.log }
    return storeSeasonAndArchive(run, league, fetched, await fetchArchive(request, archivePlan))
  }

  async function missingSeasonResult(league: ProviderLeague, season: number): Promise<RefreshResult> {
    const isKnown = (await seasons.listSeasons(league.id)).length > 0
    return isKnown
      ? { season, status: 'skipped', error: seasonNotFoundMessage(league.provider, season) }
      : { season, status: 'error', error: leagueNotFoundMessage(league.provider, league.providerLeagueId) }
  }

  async function storeSeasonAndArchive(
    run: LeagueJobRun,
    league: ProviderLeague,
    fetched: FetchedSeason,
    archive: ArchiveFetchResult,
  ): Promise<RefreshReport> {
    const { season } = fetched.season
    const checkpoint = {
      payload: { season },
      step: `Saving the ${season} season`,
      done: STEP_COUNT - 1,
      total: STEP_COUNT,
    }
    const scheduleContext = { now: now(), games: await options.calendar(now()) }
    let read = fetched.season
    const result = await run.saveCheckpoint(async (transaction) => {
      const storedAt = now()
      const outcome = await storeSeason(transaction, league, fetched, storedAt)
      if ('stored' in outcome) {
        for (const part of archive.fetched) await storeArchivePart(transaction, run.leagueId, part)
        await recordTimelines(transaction, run.leagueId, outcome.stored, storedAt)
        read = outcome.stored
      }
      const result =
        'stored' in outcome
          ? ({ season, status: 'ok', error: null } as const)
          : ({ season, status: 'error', error: outcome.rejection } as const)
      await store.finish(transaction, run.leagueId, result, scheduleContext)
      return { checkpoint, result }
    })
    const week = fetched.season.progress.currentWeek ?? 1
    if (result.status === 'ok')
      for (const job of options.followUpJobs?.(run.leagueId, { season, week }) ?? []) await run.queueJob(job)
    return { ...result, steps: [...describeSteps(read, archive), describeOutcome(result)] }
  }

  async function finishWithoutData(run: LeagueJobRun, result: RefreshResult): Promise<RefreshReport> {
    const checkpoint = {
      payload: { season: result.season },
      step: result.error ?? '',
      done: 1,
      total: STEP_COUNT,
    }
    const scheduleContext = { now: now(), games: await options.calendar(now()) }
    await run.saveCheckpoint(async (transaction) => {
      await store.finish(transaction, run.leagueId, result, scheduleContext)
      return { checkpoint, result }
    })
    return { ...result, steps: [describeOutcome(result)] }
  }

  async function handleUnexpectedError(
    run: LeagueJobRun,
    season: number,
    error: unknown,
  ): Promise<RefreshReport> {
    options.log.error({ err: error, leagueId: run.leagueId, season }, 'failed to refresh season')
    return finishWithoutData(run, { season, status: 'error', error: INTERNAL_ERROR_MESSAGE })
  }

  return {
    kind: 'refresh',
    run: (job) => run(leagueRun(job)),
    pool: options.pool,
    maxConcurrent: options.pool.slots,
    isShort: true,
    keepFinished: 'history',
    ...(options.enqueueDue === undefined ? {} : { enqueueDue: options.enqueueDue }),
  }
}

/** Whether the season may not have started yet. The provider also denies access to seasons not yet opened. */
function isSeasonMissing(fetched: SeasonFetchResult): boolean {
  return fetched === null || ('failure' in fetched && fetched.failure === 'not_visible')
}

function toOutcome(report: RefreshReport): JobOutcome {
  return { hasFailed: report.status === 'error', step: report.error ?? 'Saved', result: report }
}

const LIST_FORMAT = new Intl.ListFormat('en-US', { type: 'conjunction' })

function describeSteps(
  { teams, games, findings }: LeagueSeason,
  { fetched, failed }: ArchiveFetchResult,
): string[] {
  const weeks = fetched.flatMap((part) => ('lineups' in part ? [part.lineups.week] : []))
  const findingsNote = findings.length > 0 ? `, ${pluralize(findings.length, 'finding')}` : ''
  return [
    `read the season (${pluralize(teams.length, 'team')}, ${pluralize(games.length, 'game')}${findingsNote})`,
    ...(weeks.length > 0
      ? [`read lineups for ${LIST_FORMAT.format(weeks.map((week) => `week ${week}`))}`]
      : []),
    ...failed.map(({ part, reason }) => `continued without ${part}: ${reason}`),
  ]
}

function describeOutcome({ status, error }: RefreshResult): string {
  return error === null ? `${status}, saved` : `${status}. ${error}`
}
