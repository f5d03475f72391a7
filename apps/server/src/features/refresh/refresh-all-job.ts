import { seasonAt } from '@fieldhouse/domain/seasons/season'
import { z } from 'zod'
import type { Db } from '../../database/engine/database.ts'
import { inBatches } from '../../database/engine/queries.ts'
import type { JobKind, JobOutcome, JobRun, NewJob } from '../../jobs/job.ts'
import type { JobRequester } from '../../jobs/job-runner.ts'
import { findNewestSeason } from '../../repositories/stored-seasons.ts'
import { RefreshReport, skippedReport, toReport } from './refresh-job.ts'

export const REFRESH_ALL_JOB = 'refresh-all'

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

export type LeagueReport = { name: string; report: RefreshReport | null }

export function listLeagues(db: Db): Promise<{ id: number; name: string }[]> {
  return db.selectFrom('leagues').select(['id', 'name']).orderBy('name_key').execute()
}

/** The job that refreshes all leagues. While one is unfinished, there is no other. */
export function refreshAllRequest(
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

export async function findRefreshOfAll(db: Db) {
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
