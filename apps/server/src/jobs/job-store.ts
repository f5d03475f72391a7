import { DAY_MS } from '@fieldhouse/domain/duration'
import type { ExpressionBuilder, Updateable } from 'kysely'
import { type Db, type DbTransaction, inTransaction } from '../database/engine/database.ts'
import { insertInBatches, isLeaseExpired, leaseExpired } from '../database/engine/queries.ts'
import type { Database } from '../database/schema/schema.ts'
import { lockLeague, recordEvent } from '../repositories/change-league.ts'
import {
  cleanUpJob,
  type JobCheckpoint,
  type JobOutcome,
  type JobProgress,
  LEAGUE_JOB_KINDS,
  type LeagueJobName,
  type LeagueJobRequest,
  LeaseLostError,
  type NewJob,
  type ScheduledJob,
  type UnfinishedJob,
} from './job.ts'

const MAX_ERROR_LENGTH = 500

const RETENTION_MS = 30 * DAY_MS

/** No job is postponed further. One that seems to be was queued before the clock was set back. */
const MAX_POSTPONEMENT_MS = 2 * DAY_MS

/** The application's clock, for when jobs run, and the machine's (`at`), for leases. */
type Clocks = { now: Date; at: Date }

type RunnableJob = { id: number; kind: string; destination: string | null }

export type LeasedJob = RunnableJob & {
  leagueId: number | null
  payload: unknown
  /** 1 for the first attempt. */
  attempt: number
  token: string
}

type RunnableQuery = Clocks & {
  kinds: readonly string[]
  busy: readonly { kind: string; destinations: readonly string[] }[]
  /** Jobs that run in this process. Their leases look expired after the clock is set forward. */
  runningIds: readonly number[]
  limit: number
}

/** The jobs of all processes. What takes a leased job does nothing if its lease was lost. */
export function jobStore(db: Db) {
  return {
    /** If its key belongs to an unfinished job, nothing is queued, and the id is of that one. */
    async request(
      job: NewJob,
      { now, lease }: Clocks & { lease: Lease | null },
    ): Promise<{ id: number; isNew: boolean }> {
      for (;;) {
        const id = await insertJob(db, job, now, lease)
        if (id !== null) return { id, isNew: true }
        const open = await db
          .selectFrom('jobs')
          .select('id')
          .where('unique_key', '=', job.uniqueKey ?? '')
          .where('ended_at', 'is', null)
          .executeTakeFirst()
        // Otherwise it has just ended.
        if (open !== undefined) return { id: open.id, isNew: false }
      }
    },

    requestForLeague: (request: LeagueJobRequest, clocks: Clocks & { lease: Lease | null }) =>
      inTransaction(db, async (transaction) => {
        await lockLeague(transaction, request.leagueId)
        return insertLeagueJob(transaction, request, clocks)
      }),

    /** Adds a recurring job if it is new. If it is due later than `next`, its schedule has changed and `next` applies. */
    async register(kind: string, next: Date, now: Date): Promise<void> {
      await insertJob(db, { kind, uniqueKey: kind, payload: null, runAt: next }, now, null)
      await db
        .updateTable('jobs')
        .set({ run_at: next.getTime() })
        .where('unique_key', '=', kind)
        .where('ended_at', 'is', null)
        .where('run_at', '>', next.getTime())
        .execute()
    },

    /** The jobs that may start, those that a person waits for first. */
    async listRunnable({ now, at, kinds, busy, runningIds, limit }: RunnableQuery): Promise<RunnableJob[]> {
      let query = db
        .selectFrom('jobs')
        .select(['id', 'kind', 'destination'])
        .where('ended_at', 'is', null)
        .where((eb) => isDue(eb, now))
        .where('kind', 'in', kinds)
        .where(leaseExpired(at))
      if (runningIds.length > 0) query = query.where('id', 'not in', runningIds)
      for (const { kind, destinations } of busy) {
        query = query.where((eb) =>
          eb.or([
            eb('kind', '!=', kind),
            eb('destination', 'is', null),
            eb('destination', 'not in', destinations),
          ]),
        )
      }
      return query.orderBy('priority').orderBy('id').limit(limit).execute()
    },

    /** Acquires the lease of a job; null if another process has acquired it first. */
    async acquire(id: number, { token, until }: Lease, { now, at }: Clocks): Promise<LeasedJob | null> {
      const row = await db
        .updateTable('jobs')
        .set((eb) => ({
          status: 'running' as const,
          lease_token: token,
          lease_until: until.getTime(),
          attempts: eb('attempts', '+', 1),
          started_at: eb.fn.coalesce('started_at', eb.val(now.getTime())),
        }))
        .where('id', '=', id)
        .where('ended_at', 'is', null)
        .where((eb) => isDue(eb, now))
        .where(leaseExpired(at))
        .returning(['league_id', 'kind', 'destination', 'payload', 'attempts'])
        .executeTakeFirst()
      if (row === undefined) return null
      const { kind, destination, attempts } = row
      const payload: unknown = JSON.parse(row.payload)
      return { id, kind, destination, leagueId: row.league_id, payload, attempt: attempts, token }
    },

    /** Extends leases and returns the tokens of those that were not lost. */
    async renew(jobs: readonly Pick<LeasedJob, 'id' | 'token'>[], until: Date): Promise<string[]> {
      const [ids, tokens] = [jobs.map(({ id }) => id), jobs.map(({ token }) => token)]
      const rows = await db
        .updateTable('jobs')
        .set({ lease_until: until.getTime() })
        .where('id', 'in', ids)
        .where('lease_token', 'in', tokens)
        .returning('lease_token')
        .execute()
      return rows.flatMap((row) => row.lease_token ?? [])
    },

    /** Stores the progress of a job and records an event. Throws a LeaseLostError. */
    reportProgress: (job: LeasedJob, progress: JobProgress, now: Date) =>
      inTransaction(db, (transaction) => updateProgress(transaction, job, progress, now)),

    saveCheckpoint: <Result>(
      job: LeasedJob,
      now: Date,
      work: (transaction: DbTransaction) => Promise<{ checkpoint: JobCheckpoint; result: Result }>,
    ) =>
      inTransaction(db, async (transaction) => {
        if (job.leagueId !== null) await lockLeague(transaction, job.leagueId)
        const { checkpoint, result } = await work(transaction)
        await updateProgress(transaction, job, checkpoint, now)
        return result
      }),

    /** Stores the outcome and, for a league job, records an event. `error` makes it a failed job that admins see. */
    async finish(
      job: LeasedJob,
      { hasFailed, step, result, error }: JobOutcome & { error: string | null },
      now: Date,
    ): Promise<void> {
      await inTransaction(db, async (transaction) => {
        const status = hasFailed ? 'failed' : 'done'
        const ended = await transaction
          .updateTable('jobs')
          .set((eb) => ({
            status,
            step,
            done: hasFailed ? eb.ref('done') : eb.fn.coalesce('total', 'done'),
            result: JSON.stringify(result),
            last_error: error?.slice(0, MAX_ERROR_LENGTH) ?? null,
            ended_at: now.getTime(),
            lease_token: null,
            lease_until: null,
          }))
          .where((eb) => eb.and({ id: job.id, lease_token: job.token }))
          .returning(['done', 'total'])
          .executeTakeFirst()
        if (ended !== undefined)
          await recordJobEvent(transaction, job, { state: status, step, ...ended }, now)
      })
    },

    async remove({ id, token }: LeasedJob): Promise<void> {
      await db.deleteFrom('jobs').where('id', '=', id).where('lease_token', '=', token).execute()
    },

    postpone: (job: LeasedJob, until: Date, error: string) =>
      releaseLease(job, { run_at: until.getTime(), last_error: error.slice(0, MAX_ERROR_LENGTH) }),

    /** Queues the next run of a recurring job. `error` says why the last one failed. */
    reschedule: (job: LeasedJob, next: Date, error: string | null, now: Date) =>
      releaseLease(job, {
        run_at: next.getTime(),
        last_error: error?.slice(0, MAX_ERROR_LENGTH) ?? null,
        attempts: 0,
        created_at: now.getTime(),
        started_at: null,
      }),

    release: (job: LeasedJob) => releaseLease(job, { attempts: job.attempt - 1 }),

    /** The outcome of a job; null while it is unfinished, undefined if it is done or its league was deleted. */
    async findOutcome(id: number): Promise<JobOutcome | null | undefined> {
      const row = await db
        .selectFrom('jobs')
        .select(['status', 'step', 'result', 'ended_at'])
        .where('id', '=', id)
        .executeTakeFirst()
      if (row === undefined) return undefined
      if (row.ended_at === null) return null
      return {
        hasFailed: row.status === 'failed',
        step: row.step,
        result: JSON.parse(row.result ?? 'null'),
      }
    },
  }

  async function releaseLease(
    { id, token }: Pick<LeasedJob, 'id' | 'token'>,
    changes: Updateable<Database['jobs']>,
  ): Promise<void> {
    await db
      .updateTable('jobs')
      .set({ ...changes, ...RELEASED })
      .where((eb) => eb.and({ id, lease_token: token }))
      .execute()
  }
}

export type JobStore = ReturnType<typeof jobStore>

/** Releases all leases. Only safe when no other process is running. */
export async function releaseAllLeases(db: Db): Promise<void> {
  await db.updateTable('jobs').set(RELEASED).where('status', '=', 'running').execute()
}

function isDue(eb: ExpressionBuilder<Database, 'jobs'>, now: Date) {
  return eb.or([eb('run_at', '<=', now.getTime()), eb('run_at', '>', now.getTime() + MAX_POSTPONEMENT_MS)])
}

export function jobsCleanUp(db: Db, now: () => Date): ScheduledJob {
  return cleanUpJob('jobs-clean-up', '41 4 * * *', [
    () => db.deleteFrom('jobs').where('ended_at', '<=', now().getTime() - RETENTION_MS),
  ])
}

export type Lease = { token: string; until: Date }

/** Jobs that a person waits for start first. */
const URGENT = 0
const NORMAL = 1

const AS_SOON_AS_POSSIBLE = 0

const RELEASED = { status: 'queued', lease_token: null, lease_until: null } as const

/** Queues jobs, except those whose key belongs to an unfinished job. `db` should be the transaction of the change. */
export async function insertJobs(db: Db, jobs: readonly NewJob[], now: Date): Promise<void> {
  await insertInBatches(jobs, (batch) =>
    db
      .insertInto('jobs')
      .values(batch.map((job) => toRow(job, now)))
      .onConflict((conflict) => conflict.column('unique_key').where('ended_at', 'is', null).doNothing())
      .execute(),
  )
}

/** Queues a job, with a lease if one is given. null if its key belongs to an unfinished job. */
async function insertJob(db: Db, job: RequestedJob, now: Date, lease: Lease | null): Promise<number | null> {
  const row = await db
    .insertInto('jobs')
    .values({ ...toRow(job, now), ...(lease === null ? {} : leased(lease, now)) })
    .onConflict((conflict) => conflict.column('unique_key').where('ended_at', 'is', null).doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}

/** Queues a job in place of the unfinished one with its key. If that one is running, its run is abandoned. */
export async function replaceJob(db: Db, job: NewJob & { uniqueKey: string }, now: Date): Promise<void> {
  const row = { ...toRow(job, now), ...RELEASED, attempts: 0, last_error: null, started_at: null }
  await db
    .insertInto('jobs')
    .values(row)
    .onConflict((conflict) => conflict.column('unique_key').where('ended_at', 'is', null).doUpdateSet(row))
    .execute()
}

/** Deletes the unfinished job with this key. If it is running, its run is abandoned. */
export async function cancelJob(db: Db, uniqueKey: string): Promise<void> {
  await db.deleteFrom('jobs').where('unique_key', '=', uniqueKey).where('ended_at', 'is', null).execute()
}

/** The key by which refreshes and backfills of a league exclude each other. */
function leagueJobKey(leagueId: number): string {
  return `league:${leagueId}`
}

/**
 * Queues a refresh or backfill, with a lease if one is given. If a user requests a refresh while one is queued or
 * its process has died, that job is reused. The row of the league must be locked.
 */
async function insertLeagueJob(
  transaction: DbTransaction,
  request: LeagueJobRequest,
  { now, at, lease }: { now: Date; at: Date; lease: Lease | null },
): Promise<{ id: number } | UnfinishedJob> {
  const open = await transaction
    .selectFrom('jobs')
    .select(['id', 'kind', 'requested_by', 'lease_until'])
    .where('unique_key', '=', leagueJobKey(request.leagueId))
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  if (open === undefined) return { id: await insertNewLeagueJob(transaction, request, now, lease) }
  const isReusable = open.kind === 'refresh' && request.kind === 'refresh' && request.requestedBy !== null
  if (!isLeaseExpired(open.lease_until, at) || !isReusable) {
    const isScheduled = open.kind === 'refresh' && open.requested_by === null
    return { open: open.kind as LeagueJobName, id: open.id, isScheduled }
  }
  const reused = {
    ...RELEASED,
    payload: JSON.stringify(request.payload),
    requested_by: request.requestedBy,
    priority: URGENT,
  }
  await transaction.updateTable('jobs').set(reused).where('id', '=', open.id).execute()
  return { id: open.id }
}

/** For each league, only the newest scheduled job is kept. */
async function insertNewLeagueJob(
  transaction: DbTransaction,
  { leagueId, kind, payload, requestedBy }: LeagueJobRequest,
  now: Date,
  lease: Lease | null,
): Promise<number> {
  if (requestedBy === null) {
    await transaction
      .deleteFrom('jobs')
      .where('league_id', '=', leagueId)
      .where('kind', 'in', ['refresh', 'backfill'])
      .where('requested_by', 'is', null)
      .where('last_error', 'is', null)
      .execute()
  }
  const job = { kind, leagueId, payload, uniqueKey: leagueJobKey(leagueId), isUrgent: requestedBy !== null }
  const id = await insertJob(transaction, { ...job, requestedBy }, now, lease)
  if (id === null) throw new Error('the league already has an unfinished job')
  return id
}

type RequestedJob = NewJob & Partial<Pick<LeagueJobRequest, 'requestedBy'>>

function toRow(job: RequestedJob, now: Date) {
  const { kind, leagueId, requestedBy, uniqueKey, destination, payload, isUrgent, runAt } = job
  return {
    kind,
    league_id: leagueId ?? null,
    requested_by: requestedBy ?? null,
    unique_key: uniqueKey ?? null,
    destination: destination ?? null,
    payload: JSON.stringify(payload),
    status: 'queued' as const,
    priority: isUrgent === true ? URGENT : NORMAL,
    run_at: runAt === undefined ? AS_SOON_AS_POSSIBLE : runAt.getTime(),
    created_at: now.getTime(),
  }
}

function leased({ token, until }: Lease, now: Date) {
  return {
    status: 'running' as const,
    lease_token: token,
    lease_until: until.getTime(),
    attempts: 1,
    started_at: now.getTime(),
  }
}

type ProgressingJob = { id: number; kind: string; leagueId: number | null; token: string }

/** Stores the progress of a job and, for a league job, records an event. Throws a LeaseLostError. */
async function updateProgress(
  transaction: DbTransaction,
  job: ProgressingJob,
  { step, done, total, payload }: JobProgress & { payload?: unknown },
  now: Date,
): Promise<void> {
  const progress = { step, done, total }
  const { numUpdatedRows } = await transaction
    .updateTable('jobs')
    .set({ ...progress, ...(payload === undefined ? {} : { payload: JSON.stringify(payload) }) })
    .where((eb) => eb.and({ id: job.id, lease_token: job.token }))
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw new LeaseLostError('another process has taken over the job')
  await recordJobEvent(transaction, job, { state: 'running', ...progress }, now)
}

export async function recordJobEvent(
  transaction: DbTransaction,
  { kind, leagueId }: Pick<ProgressingJob, 'kind' | 'leagueId'>,
  progress: JobProgress & { state: 'running' | 'done' | 'failed' },
  now: Date,
): Promise<void> {
  const job = LEAGUE_JOB_KINDS.find((name) => name === kind)
  if (job === undefined || leagueId === null) return
  await recordEvent(transaction, leagueId, { name: 'refresh', data: { job, ...progress } }, now)
}
