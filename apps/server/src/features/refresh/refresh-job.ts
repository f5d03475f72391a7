import { MINUTE_MS } from '@fieldhouse/domain/duration'
import { LEAGUE_PROVIDERS } from '@fieldhouse/domain/league/league-providers'
import { pluralize } from '@fieldhouse/domain/pluralize'
import { planRefreshArchive } from '@fieldhouse/domain/rosters/archive'
import { nextRefreshAt, type ScheduledGame } from '@fieldhouse/domain/seasons/refresh-schedule'
import { type LeagueSeason, seasonAt } from '@fieldhouse/domain/seasons/season'
import { z } from 'zod'
import type { Context } from '../../context.ts'
import type { DbTransaction } from '../../database/engine/database.ts'
import { upsert } from '../../database/engine/queries.ts'
import {
  type ArchiveFetchResult,
  type FetchedSeason,
  fetchArchive,
  fetchSeason,
  INTERNAL_ERROR_MESSAGE,
  type IngestionContext,
  type LeagueFetch,
  leagueNotFoundMessage,
  noSourceMessage,
  recordTimelines,
  type SeasonFetchResult,
  seasonNotFoundMessage,
  storeSeason,
} from '../../ingestion/fetch-league.ts'
import { chooseCookies, recordCookieOutcome } from '../../ingestion/league-cookies.ts'
import {
  type JobKind,
  type JobOutcome,
  type JobPool,
  type JobRun,
  type LeagueJobName,
  type LeagueJobRun,
  LeaseLostError,
  leagueRun,
  type NewJob,
} from '../../jobs/job.ts'
import { getStoredArchive, savePart } from '../../repositories/archive-store.ts'
import {
  findProviderLeague,
  isRecentView,
  listSources,
  type ProviderLeague,
} from '../../repositories/league-sources.ts'
import { recordFailure } from '../../repositories/season-store.ts'
import { findNewestSeason } from '../../repositories/stored-seasons.ts'
import { gamesToFollow } from './schedule.ts'

export type RefreshJobOptions = {
  /** The slots that refreshes share with backfills. */
  pool: JobPool
  followUpJobs?: (leagueId: number, week: { season: number; week: number }) => NewJob[]
  /** Requests up to `limit` refreshes that are due. Absent if leagues are not refreshed on a schedule. */
  enqueueDue?: (limit: number) => Promise<void>
}

/** The job's payload. A null season means the current one. */
const RefreshPlan = z.object({ season: z.int().nullable(), isScheduled: z.boolean().optional() })

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

type RefreshResult = Omit<RefreshReport, 'steps'>

/** Reading the season, reading its lineups, saving both. */
const STEP_COUNT = 3

const JOB_RUNNING_MESSAGES = {
  refresh: 'A refresh of this league is already running.',
  backfill: 'Past seasons of this league are being imported. Try again when that finishes.',
} as const

/**
 * Requests a refresh and waits for it, and before for a scheduled one of the league to end. A null season means the
 * current one. `requestedBy` is a user id, or null for the command line.
 */
export async function refreshNow(
  { db, jobs, now }: Pick<Context, 'db' | 'jobs' | 'now'>,
  leagueId: number,
  season: number | null,
  requestedBy: number | null,
): Promise<RefreshReport> {
  const displayedSeason = season ?? (await findNewestSeason(db, leagueId)) ?? seasonAt(now())
  const job = await jobs.requestForLeague({ leagueId, kind: 'refresh', payload: { season }, requestedBy })
  return 'open' in job
    ? skippedReport(displayedSeason, job.open)
    : toReport(displayedSeason, await jobs.waitForOutcome(job.id))
}

export function skippedReport(season: number, open: LeagueJobName): RefreshReport {
  return { season, status: 'skipped', error: null, steps: [`skipped. ${JOB_RUNNING_MESSAGES[open]}`] }
}

/** The report of a refresh that has ended. The outcome is undefined when its league was deleted. */
export function toReport(
  season: number,
  outcome: Pick<JobOutcome, 'step' | 'result'> | undefined,
): RefreshReport {
  const report = RefreshReport.safeParse(outcome?.result)
  if (report.success) return report.data
  const error = outcome?.step ?? 'This league was deleted.'
  return { season, status: 'error', error, steps: [`error. ${error}`] }
}

export function logLines(league: string, { season, steps }: RefreshReport): string[] {
  return steps.map((step) => `${league} ${season}: ${step}`)
}

/**
 * A provider failure does not fail the job: the report says what to do about it, and the stored data is left unchanged.
 */
export function refreshJob(
  ctx: IngestionContext,
  { pool, followUpJobs = () => [], ...schedule }: RefreshJobOptions,
): JobKind & { run: (run: JobRun) => Promise<JobOutcome> } {
  return {
    kind: 'refresh',
    run: async (run): Promise<JobOutcome> => {
      const report = await runRefresh(ctx, leagueRun(run), followUpJobs)
      return { hasFailed: report.status === 'error', step: report.error ?? 'Saved', result: report }
    },
    pool,
    maxConcurrent: pool.slots,
    isShort: true,
    keepsFinished: true,
    ...schedule,
  }
}

async function runRefresh(
  ctx: IngestionContext,
  run: LeagueJobRun,
  followUpJobs: NonNullable<RefreshJobOptions['followUpJobs']>,
): Promise<RefreshReport> {
  const { leagueId } = run
  const plan = RefreshPlan.parse(run.payload)
  const newest = await findNewestSeason(ctx.db, leagueId)
  let season = plan.season ?? Math.max(newest ?? 0, seasonAt(ctx.now()))
  try {
    const { cookies } = await chooseCookies(ctx, leagueId)
    const age = plan.isScheduled === true ? { maxAgeMs: SCHEDULED_MAX_AGE_MS } : {}
    const fetch = { ctx, run, cookies, ...age }
    await run.reportProgress({ step: `Reading the ${season} season`, done: 0, total: STEP_COUNT })
    let read = await readSeason(fetch, season)
    // The league may not have started its new season yet.
    if (
      plan.season === null &&
      newest !== null &&
      newest < season &&
      isSeasonMissing(read?.fetched ?? null)
    ) {
      season = newest
      read = await readSeason(fetch, season)
    }
    if (read === null) {
      // A league whose seasons come as files has nothing to be read.
      const status = (await listSources(ctx.db, leagueId)).length === 0 ? 'skipped' : 'error'
      return await finishWithoutData(fetch, { season, status, error: noSourceMessage(season) })
    }
    const { league, fetched } = read
    if (LEAGUE_PROVIDERS[league.provider].hasCredentials && wereCookiesTested(fetched, season, newest))
      await recordCookieOutcome(ctx, leagueId, cookies, fetched === null || !('failure' in fetched))
    if (fetched === null) return await finishWithoutData(fetch, missingSeasonResult(league, season, newest))
    if ('failure' in fetched)
      return await finishWithoutData(fetch, { season, status: 'error', error: fetched.reason })
    return await storeFetched(fetch, league, fetched, followUpJobs)
  } catch (error) {
    if (run.signal.aborted || error instanceof LeaseLostError) throw error
    ctx.log.error({ err: error, leagueId, season }, 'failed to refresh season')
    return finishWithoutData({ ctx, run }, { season, status: 'error', error: INTERNAL_ERROR_MESSAGE })
  }
}

async function readSeason(fetch: LeagueFetch, season: number) {
  const league = await findProviderLeague(fetch.ctx.db, fetch.run.leagueId, season)
  return league && { league, fetched: await fetchSeason(fetch, league, season) }
}

/** Whether the season may not have started yet. The provider also denies access to seasons not yet opened. */
function isSeasonMissing(fetched: SeasonFetchResult): boolean {
  return fetched === null || ('failure' in fetched && fetched.failure === 'not_visible')
}

function wereCookiesTested(fetched: SeasonFetchResult, season: number, newest: number | null): boolean {
  if (fetched === null || !('failure' in fetched)) return true
  // A current member may not see an earlier season that they did not play in.
  return fetched.failure === 'not_visible' && season >= (newest ?? season)
}

function missingSeasonResult(league: ProviderLeague, season: number, newest: number | null): RefreshResult {
  return newest === null
    ? { season, status: 'error', error: leagueNotFoundMessage(league.provider, league.providerLeagueId) }
    : { season, status: 'skipped', error: seasonNotFoundMessage(league.provider, season) }
}

async function storeFetched(
  fetch: LeagueFetch,
  league: ProviderLeague,
  fetched: FetchedSeason,
  followUpJobs: NonNullable<RefreshJobOptions['followUpJobs']>,
): Promise<RefreshReport> {
  const { ctx, run } = fetch
  const { leagueId } = run
  const { season, progress } = fetched.season
  await run.reportProgress({ step: `Reading the ${season} lineups`, done: 1, total: STEP_COUNT })
  const stored = await getStoredArchive(ctx.db, leagueId, season)
  const plan = planRefreshArchive(fetched.season, stored, ctx.now())
  const archive = await fetchArchive(fetch, league, season, plan)
  const finishedAt = ctx.now()
  const games = await gamesToFollow(ctx.db, finishedAt)
  const { result, read } = await run.saveCheckpoint(async (transaction) => {
    const storedAt = ctx.now()
    const outcome = await storeSeason(transaction, league, fetched, storedAt)
    const isStored = 'stored' in outcome
    if (isStored) {
      for (const { part, responses } of archive.fetched)
        await savePart(transaction, leagueId, part, responses)
      await recordTimelines(transaction, leagueId, outcome.stored, storedAt)
    }
    const result: RefreshResult = isStored
      ? { season, status: 'ok', error: null }
      : { season, status: 'error', error: outcome.rejection }
    await recordResult(transaction, leagueId, result, games, finishedAt)
    const step = `Saving the ${season} season`
    return {
      checkpoint: { payload: { season }, step, done: STEP_COUNT - 1, total: STEP_COUNT },
      result: { result, read: isStored ? outcome.stored : fetched.season },
    }
  })
  if (result.status === 'ok')
    for (const job of followUpJobs(leagueId, { season, week: progress.currentWeek ?? 1 }))
      await run.queueJob(job)
  return { ...result, steps: [...describeSteps(read, archive), describeOutcome(result)] }
}

async function finishWithoutData({ ctx, run }: Pick<LeagueFetch, 'ctx' | 'run'>, result: RefreshResult) {
  const { season, error } = result
  const now = ctx.now()
  const games = await gamesToFollow(ctx.db, now)
  await run.saveCheckpoint(async (transaction) => {
    await recordResult(transaction, run.leagueId, result, games, now)
    return { checkpoint: { payload: { season }, step: error ?? '', done: 1, total: STEP_COUNT }, result }
  })
  return { ...result, steps: [describeOutcome(result)] }
}

/** In the transaction that finishes the job. An earlier season that could not be read says nothing about the league. */
async function recordResult(
  transaction: DbTransaction,
  leagueId: number,
  { season, status, error }: RefreshResult,
  games: readonly ScheduledGame[],
  now: Date,
): Promise<void> {
  const outcome = { season, last_status: status, last_error: error, updated_at: now.getTime() }
  const newest = await findNewestSeason(transaction, leagueId)
  if (status === 'ok' || season >= (newest ?? season))
    await upsert(transaction, 'refreshes', { league_id: leagueId }, outcome)
  if (status !== 'ok' && error !== null)
    await recordFailure(transaction, leagueId, { season, reason: error, at: now })
  const lastView = await transaction
    .selectFrom('league_views')
    .select('at')
    .where('league_id', '=', leagueId)
    .executeTakeFirst()
  const hasViewers = status === 'ok' && lastView !== undefined && isRecentView(lastView.at, now)
  const due = nextRefreshAt({ now, lastRefresh: now, games, hasViewers })
  await transaction
    .updateTable('leagues')
    .set({ refresh_due_at: due.getTime() })
    .where('id', '=', leagueId)
    .execute()
}

const LIST_FORMAT = new Intl.ListFormat('en-US', { type: 'conjunction' })

function describeSteps({ teams, games, findings }: LeagueSeason, { fetched, failed }: ArchiveFetchResult) {
  const weeks = fetched.flatMap(({ part }) => (part.name === 'line-ups' ? [part.week.week] : []))
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
