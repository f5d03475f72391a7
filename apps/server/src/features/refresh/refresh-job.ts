import { MINUTE_MS } from '@fieldhouse/domain/duration'
import { LEAGUE_PROVIDERS } from '@fieldhouse/domain/league/league-providers'
import { pluralize } from '@fieldhouse/domain/pluralize'
import { planRefreshArchive } from '@fieldhouse/domain/rosters/archive'
import {
  createRefreshScheduler,
  MAX_REFRESH_INTERVAL_MS,
  nextRefreshAt,
  type ScheduledGame,
  typicalGames,
} from '@fieldhouse/domain/seasons/refresh-schedule'
import { type LeagueSeason, seasonAt } from '@fieldhouse/domain/seasons/season'
import type { ExpressionBuilder } from 'kysely'
import { z } from 'zod'
import type { Context } from '../../context.ts'
import { type Db, type DbTransaction, inTransaction } from '../../database/engine/database.ts'
import { insertInBatches, upsert } from '../../database/engine/queries.ts'
import type { Database } from '../../database/schema/schema.ts'
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
  type LeagueJobRequest,
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

const RECORD_VIEWS_INTERVAL_MS = 20_000

/** A claimed league whose refresh did not start is retried after this time. */
const CLAIM_MS = MINUTE_MS

type RefreshScheduleOptions = {
  db: Db
  /** Whether leagues are refreshed on a schedule. Views are saved in any case: live data are sent to viewers only. */
  isOn: boolean
  takeViewedLeagues: () => number[]
  requestJob: (job: LeagueJobRequest) => Promise<unknown>
  now: () => Date
  systemNow?: () => Date
}

/** At most `limit`, longest overdue first. Each one is started by only one of the processes. */
export function refreshSchedule({
  db,
  isOn,
  takeViewedLeagues,
  requestJob,
  now,
  systemNow = () => new Date(),
}: RefreshScheduleOptions): (limit: number) => Promise<void> {
  const clocks = [systemNow, now] as const
  let recordedAtMs: readonly number[] | undefined

  /** Saves the recent views. Viewed leagues may become due sooner. */
  async function recordRecentViews(): Promise<void> {
    const atMs = clocks.map((clock) => clock().getTime())
    const areRecent = atMs.every((clockMs, index) => {
      const sinceMs = clockMs - (recordedAtMs?.[index] ?? Number.NEGATIVE_INFINITY)
      // A negative value means that the clock was set back.
      return sinceMs >= 0 && sinceMs < RECORD_VIEWS_INTERVAL_MS
    })
    if (areRecent) return
    recordedAtMs = atMs
    const leagues = takeViewedLeagues()
    if (leagues.length === 0) return
    const at = now()
    const dueAfter = createRefreshScheduler({
      now: at,
      games: await gamesToFollow(db, at),
      hasViewers: true,
    })
    await insertInBatches(leagues, (batch) => recordViews(db, batch, at.getTime(), dueAfter))
  }

  return async (limit) => {
    await recordRecentViews()
    if (!isOn || limit <= 0) return
    const payload = { season: null, isScheduled: true }
    for (const leagueId of await listDue(db, now(), limit))
      if (await claim(db, leagueId, now()))
        await requestJob({ leagueId, kind: 'refresh', payload, requestedBy: null })
  }
}

const STATES = { pre: 'before', in: 'live', post: 'over' } as const

/** The stored games of the season, except those that were called off; a typical schedule if none are stored. */
export async function gamesToFollow(db: Db, moment: Date): Promise<readonly ScheduledGame[]> {
  const games = await db
    .selectFrom('nfl_games')
    .select(['kickoff_at', 'state'])
    .where('season', '=', seasonAt(moment))
    .orderBy('kickoff_at')
    .execute()
  if (games.length === 0) return typicalGames(moment)
  return games.flatMap(({ kickoff_at, state }) =>
    state === 'off' ? [] : [{ kickoff: new Date(kickoff_at), state: STATES[state] }],
  )
}

async function listDue(db: Db, now: Date, limit: number): Promise<number[]> {
  const due = await db
    .selectFrom('leagues')
    .select('id')
    .where((eb) => isDue(eb, now))
    .orderBy('refresh_due_at')
    .limit(limit)
    .execute()
  return due.map(({ id }) => id)
}

/** Claims a league that is due. Returns false if another process has claimed it first. */
async function claim(db: Db, leagueId: number, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('leagues')
    .set({ refresh_due_at: now.getTime() + CLAIM_MS })
    .where('id', '=', leagueId)
    .where((eb) => isDue(eb, now))
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** A due time beyond the maximum interval was set while the clock was ahead, so it also counts as due. */
function isDue(eb: ExpressionBuilder<Database, 'leagues'>, now: Date) {
  const nowMs = now.getTime()
  return eb.or([
    eb('refresh_due_at', '<=', nowMs),
    eb('refresh_due_at', '>', nowMs + MAX_REFRESH_INTERVAL_MS),
  ])
}

async function recordViews(
  db: Db,
  leagueIds: readonly number[],
  at: number,
  dueAfter: (lastRefresh: Date) => Date,
): Promise<void> {
  await inTransaction(db, async (transaction) => {
    const leagues = await transaction
      .selectFrom('leagues')
      .leftJoin('refreshes', 'refreshes.league_id', 'leagues.id')
      .select(['leagues.id', 'leagues.refresh_due_at', 'refreshes.updated_at', 'refreshes.last_status'])
      .where('leagues.id', 'in', leagueIds)
      .orderBy('leagues.id')
      .execute()
    if (leagues.length === 0) return
    await transaction
      .insertInto('league_views')
      .values(leagues.map(({ id }) => ({ league_id: id, at })))
      .onConflict((conflict) => conflict.column('league_id').doUpdateSet({ at }))
      .execute()
    const sooner = leagues.flatMap(({ id, refresh_due_at, updated_at, last_status }) => {
      // A league whose refresh failed is not retried more often because it is being viewed.
      if (last_status === 'error' || updated_at === null) return []
      const due = dueAfter(new Date(updated_at)).getTime()
      return due < refresh_due_at ? [{ id, due }] : []
    })
    for (const [due, group] of Map.groupBy(sooner, (league) => league.due)) {
      const ids = group.map(({ id }) => id)
      await transaction
        .updateTable('leagues')
        .set({ refresh_due_at: due })
        .where('id', 'in', ids)
        .where('refresh_due_at', '>', due)
        .execute()
    }
  })
}
