import * as contract from '@fieldhouse/contract/seasons/refresh'
import { LEAGUE_PROVIDERS } from '@fieldhouse/domain/league/league-providers'
import { sourceOf, storedSeasonsOf } from '@fieldhouse/domain/league/league-sources'
import { isSiteStaff } from '@fieldhouse/domain/league/roles'
import { knownSeasons, seasonAt } from '@fieldhouse/domain/seasons/season'
import { z } from 'zod'
import { requireManagedLeague } from '../../auth/access.ts'
import type { CurrentUser } from '../../auth/session-store.ts'
import type { Context } from '../../context.ts'
import type { Db } from '../../database/engine/database.ts'
import { inBatches } from '../../database/engine/queries.ts'
import { ApiError, invalidField, orThrow } from '../../http/errors/api-error.ts'
import { operation } from '../../http/operation.ts'
import { noSourceMessage, requireNoRefresh } from '../../ingestion/fetch-league.ts'
import {
  type JobKind,
  type JobOutcome,
  type JobRun,
  LEAGUE_JOB_KINDS,
  type LeagueJobName,
  type NewJob,
} from '../../jobs/job.ts'
import type { JobRequester } from '../../jobs/job-runner.ts'
import { recordAuditEntry } from '../../repositories/audit.ts'
import { changeLeague } from '../../repositories/change-league.ts'
import { listSources } from '../../repositories/league-sources.ts'
import { findNewestSeason, findSeason, updateSeason } from '../../repositories/stored-seasons.ts'
import { logLines, RefreshReport, refreshNow, skippedReport, toReport } from './refresh-job.ts'

export const refresh = [
  operation(contract.listLeagueStatus, async ({ ctx, user }) => ({
    leagues: await listStatuses(ctx.db, isSiteStaff(user) ? null : user.userId),
  })),

  operation(contract.refreshLeagues, ({ ctx, user, body }) => {
    const { name, season = null, wait_seconds } = body
    return name == null ? refreshAll(ctx, user, season, wait_seconds) : refreshOne(ctx, user, name, season)
  }),

  operation(contract.refreshLeague, ({ ctx, user, body }) =>
    refreshOne(ctx, user, body.name, body.season ?? null),
  ),

  /** Lets the next refresh take the zeros of a week, if its last scores were kept. */
  operation(contract.acceptZeros, async (call) => {
    const { ctx, league, user, body } = call
    const { season, week } = body
    await changeLeague(call, async ({ transaction, now, audit }) => {
      await requireNoRefresh(transaction, league.id, now)
      const stored = orThrow(await findSeason(transaction, league.id, season), 'season_not_found')
      const isPreserved = stored.findings.some(
        (finding) => finding.code === 'zeros_not_taken' && finding.week === week,
      )
      if (!isPreserved) return
      const acceptedZeros = [...new Set([...stored.acceptedZeros, week])]
      await updateSeason(transaction, league.id, { ...stored, acceptedZeros })
      await audit('season.accept_zeros', { season, week })
    })
    return refreshAs(ctx, user, league, season)
  }),

  operation(contract.getLeaguesRefresh, async ({ ctx }) => {
    const newest = await findRefreshOfAll(ctx.db)
    if (newest === null) return { refresh: null }
    const { leagues, startedAt, endedAt } = newest
    return {
      refresh: {
        ...presentRefresh(leagues, endedAt !== null),
        started_at: startedAt.toISOString(),
        ended_at: endedAt?.toISOString() ?? null,
      },
    }
  }),
]

async function refreshOne(ctx: Context, user: CurrentUser, name: string, season: number | null) {
  const league = await requireManagedLeague(ctx.db, name, user)
  if (season !== null) await requireSeasonOfLeague(ctx, league.id, season)
  await recordRequest(ctx, user, league.id, season, 1)
  return refreshAs(ctx, user, league, season)
}

/** Throws `invalid_input` for a year after the next season, and for one before those that the provider lists. */
async function requireSeasonOfLeague(ctx: Context, leagueId: number, season: number): Promise<void> {
  // A league can be set up for the next season while the last one is being played.
  const next = seasonAt(ctx.now()) + 1
  if (season > next) throw invalidField('season', `The latest season is ${next}.`)
  const source = sourceOf(await listSources(ctx.db, leagueId), season)
  if (source === null) throw invalidField('season', noSourceMessage(season))
  const { seasons: stored } = await ctx.leagues.seasons(leagueId)
  const own = storedSeasonsOf(source, stored)
  const isListed = own.some(({ previousSeasons }) => previousSeasons.length > 0)
  const [first] = knownSeasons(own)
  if (isListed && first !== undefined && season < first)
    throw invalidField(
      'season',
      `${LEAGUE_PROVIDERS[source.provider].label} has this league's seasons since ${first}.`,
    )
}

async function refreshAs(
  ctx: Context,
  { userId }: CurrentUser,
  { id, name }: { id: number; name: string },
  season: number | null,
) {
  return presentRefresh([{ name, report: await refreshNow(ctx, id, season, userId) }], true)
}

/** Queues one job that refreshes all leagues, and waits for it no longer than a proxy waits for a response. */
async function refreshAll(ctx: Context, user: CurrentUser, season: number | null, waitSeconds: number) {
  if (!isSiteStaff(user)) throw new ApiError('not_staff')
  const leagues = await listLeagues(ctx.db)
  await recordRequest(ctx, user, null, season, leagues.length)
  const id = await ctx.jobs.request(refreshAllRequest(leagues, season, user.userId))
  const timeout = AbortSignal.timeout(waitSeconds * 1000)
  await ctx.jobs.waitForOutcome(id, timeout).catch((error: unknown) => {
    if (!timeout.aborted) throw error
  })
  const newest = await findRefreshOfAll(ctx.db)
  return presentRefresh(newest?.leagues ?? [], newest?.endedAt !== null)
}

async function recordRequest(
  { db, now }: Context,
  actor: CurrentUser,
  leagueId: number | null,
  season: number | null,
  leagueCount: number,
): Promise<void> {
  const detail = { season, leagues: leagueCount }
  await recordAuditEntry(db, { at: now(), actor, action: 'league.refresh', leagueId, detail })
}

function presentRefresh(leagues: readonly LeagueReport[], hasEnded: boolean) {
  const done = leagues.flatMap(({ name, report }) => (report === null ? [] : { name, ...report }))
  const errors = done.filter(({ status }) => status === 'error').map(({ name, error }) => `${name}: ${error}`)
  return {
    ok: errors.length === 0,
    log: done.flatMap((report) => logLines(report.name, report)).join('\n'),
    error: errors.length === 0 ? null : errors.join('\n'),
    progress: hasEnded ? null : { done: done.length, total: leagues.length },
  }
}

/** The status of every league sorted by name. With `adminUserId`, only the leagues that this user is an admin of. */
async function listStatuses(
  db: Db,
  adminUserId: number | null,
): Promise<z.infer<typeof contract.LeagueStatusRow>[]> {
  let query = db
    .selectFrom('leagues')
    .leftJoin('refreshes', 'refreshes.league_id', 'leagues.id')
    .leftJoin('jobs as open', (join) =>
      join
        .onRef('open.league_id', '=', 'leagues.id')
        .on('open.kind', 'in', LEAGUE_JOB_KINDS)
        .on('open.ended_at', 'is', null),
    )
    .select(['leagues.name', 'refreshes.season', 'refreshes.last_status', 'refreshes.last_error'])
    .select(['refreshes.updated_at', 'open.kind', 'open.step', 'open.done', 'open.total'])
    .select((eb) => [
      eb
        .selectFrom('seasons')
        .select(({ fn }) => fn.max('seasons.fetched_at').as('newest'))
        .whereRef('seasons.league_id', '=', 'leagues.id')
        .as('last_updated'),
    ])
    .orderBy('leagues.name_key')
  if (adminUserId !== null)
    query = query
      .innerJoin('memberships', 'memberships.league_id', 'leagues.id')
      .where((eb) => eb.and({ 'memberships.user_id': adminUserId, 'memberships.role': 'admin' }))
  const rows = await query.execute()
  return rows.map(({ kind, step, done, total, ...row }) => ({
    ...row,
    status: kind === 'refresh' ? 'running' : (row.last_status ?? 'never'),
    updated_at: toIsoTime(row.updated_at),
    last_updated: toIsoTime(row.last_updated),
    progress: kind === null ? null : { job: kind as LeagueJobName, step: step ?? '', done: done ?? 0, total },
  }))
}

function toIsoTime(millis: number | null): string | null {
  return millis === null ? null : new Date(millis).toISOString()
}

const REFRESH_ALL_JOB = 'refresh-all'

const JOB_BATCH_SIZE = 1000

/** `jobId` is its queued refresh. `report` says why there is none. Both are null before its turn. */
const PlannedLeague = z.object({
  id: z.int(),
  name: z.string(),
  jobId: z.int().nullable(),
  report: RefreshReport.nullable(),
})

type PlannedLeague = z.infer<typeof PlannedLeague>

/** The job's payload. A null season means the current one of each league. */
const RefreshAllPlan = z.object({
  season: z.int().nullable(),
  requestedBy: z.int(),
  leagues: z.array(PlannedLeague),
})

type RefreshAllPlan = z.infer<typeof RefreshAllPlan>

type LeagueReport = { name: string; report: RefreshReport | null }

export function listLeagues(db: Db): Promise<{ id: number; name: string }[]> {
  return db.selectFrom('leagues').select(['id', 'name']).orderBy('name_key').execute()
}

/** The job that refreshes all leagues. While one is unfinished, there is no other. */
function refreshAllRequest(
  leagues: readonly { id: number; name: string }[],
  season: number | null,
  requestedBy: number,
): NewJob {
  const payload: RefreshAllPlan = {
    season,
    requestedBy,
    leagues: leagues.map(({ id, name }) => ({ id, name, jobId: null, report: null })),
  }
  return { kind: REFRESH_ALL_JOB, uniqueKey: REFRESH_ALL_JOB, payload, isUrgent: true }
}

/** Leagues whose scheduled refresh is unfinished follow after the others, when it has ended. */
export function refreshAllJob(
  db: Db,
  jobs: Pick<JobRequester, 'requestForLeague' | 'tryRequestForLeague' | 'waitForOutcome'>,
  now: () => Date,
): JobKind {
  async function runAll(run: JobRun): Promise<undefined> {
    let plan = RefreshAllPlan.parse(run.payload)
    for (const isWaiting of [false, true]) plan = await queueEach(run, plan, isWaiting)
    for (const { jobId } of plan.leagues) if (jobId !== null) await jobs.waitForOutcome(jobId, run.signal)
  }

  async function queueEach(run: JobRun, plan: RefreshAllPlan, isWaiting: boolean): Promise<RefreshAllPlan> {
    const leagues: PlannedLeague[] = []
    for (const league of plan.leagues) {
      run.signal.throwIfAborted()
      const isOpen = league.jobId === null && league.report === null
      leagues.push(isOpen ? await queueLeague(league, plan, isWaiting) : league)
    }
    const payload: RefreshAllPlan = { ...plan, leagues }
    const checkpoint = { payload, step: '', done: 0, total: leagues.length }
    await run.saveCheckpoint(async () => ({ checkpoint, result: null }))
    return payload
  }

  async function queueLeague(
    league: PlannedLeague,
    { season, requestedBy }: RefreshAllPlan,
    isWaiting: boolean,
  ): Promise<PlannedLeague> {
    const request = { leagueId: league.id, kind: 'refresh', payload: { season }, requestedBy } as const
    try {
      const job = await (isWaiting ? jobs.requestForLeague(request) : jobs.tryRequestForLeague(request))
      if (!('open' in job)) return { ...league, jobId: job.id }
      if (job.isScheduled && !isWaiting) return league
      const displayedSeason = season ?? (await findNewestSeason(db, league.id)) ?? seasonAt(now())
      return { ...league, report: skippedReport(displayedSeason, job.open) }
    } catch (error) {
      const isDeleted = (await listLeagues(db)).every(({ id }) => id !== league.id)
      if (isDeleted) return { ...league, report: toReport(season ?? seasonAt(now()), undefined) }
      throw error
    }
  }

  return {
    kind: REFRESH_ALL_JOB,
    run: runAll,
    keepsFinished: true,
  }
}

async function findRefreshOfAll(db: Db) {
  const job = await db
    .selectFrom('jobs')
    .select(['payload', 'step', 'created_at', 'ended_at'])
    .where('kind', '=', REFRESH_ALL_JOB)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (job === undefined) return null
  const startedAt = new Date(job.created_at)
  const { season, leagues } = RefreshAllPlan.parse(JSON.parse(job.payload))
  const jobIds = leagues.flatMap(({ jobId }) => jobId ?? [])
  const outcomes = await listOutcomes(db, jobIds)
  const displayedSeason = season ?? seasonAt(startedAt)
  // If the job has ended, it has failed before it could refresh the leagues without an outcome.
  const unfinished = job.ended_at === null ? null : { step: job.step, result: null }
  return {
    leagues: leagues.map(({ name, jobId, report }): LeagueReport => {
      if (report !== null) return { name, report }
      const found = jobId === null ? null : outcomes.get(jobId)
      const outcome = found === null ? unfinished : found
      return { name, report: outcome === null ? null : toReport(displayedSeason, outcome) }
    }),
    startedAt,
    endedAt: job.ended_at === null ? null : new Date(job.ended_at),
  }
}

/** The outcomes of jobs by ID; null for an unfinished one. Deleted jobs have no entry. */
async function listOutcomes(db: Db, jobIds: readonly number[]) {
  const outcomes = new Map<number, Pick<JobOutcome, 'step' | 'result'> | null>()
  for await (const ids of inBatches(jobIds, JOB_BATCH_SIZE)) {
    const rows = await db
      .selectFrom('jobs')
      .select(['id', 'step', 'result', 'ended_at'])
      .where('id', 'in', ids)
      .execute()
    for (const { id, step, result, ended_at } of rows)
      outcomes.set(id, ended_at === null ? null : { step, result: JSON.parse(result ?? 'null') })
  }
  return outcomes
}
