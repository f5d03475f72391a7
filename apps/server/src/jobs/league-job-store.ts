import type { Selectable, Transaction } from 'kysely'
import type { Db } from '../database/engine/database.ts'
import { isLeaseExpired, leaseExpired } from '../database/engine/lease-expired.ts'
import { inTransaction } from '../database/engine/transaction.ts'
import type { LeagueJobName, LeagueJobsTable } from '../database/schema/league-job-tables.ts'
import type { Database } from '../database/schema/schema.ts'
import { recordEvent } from '../repositories/events/league-events.ts'
import { lockLeague } from '../repositories/leagues/lock-league.ts'
import { type JobCheckpoint, type JobOutcome, type JobProgress, LeaseLostError } from './league-job.ts'

export type JobRequest = {
  leagueId: number
  kind: LeagueJobName
  payload: unknown
  /** A user ID; null for the schedule. */
  requestedBy: number | null
}

/** The exclusive right to run a job until a time. */
export type Lease = { token: string; until: Date }

export type LeasedJob = { id: number; leagueId: number; kind: LeagueJobName; payload: unknown; token: string }

/** The unfinished job of the league because of which no new one was created. */
export type UnfinishedJob = { open: LeagueJobName; id: number; isScheduled: boolean }

export type LeagueJobRow = Selectable<LeagueJobsTable> & { requester: string | null }

export type LeagueJobStore = ReturnType<typeof leagueJobStore>

/** Leases use the system clock (`at`). Everything else uses the application clock (`now`). */
export function leagueJobStore(db: Db) {
  return {
    /**
     * Creates a job, with a lease if one is given. If a user requests a refresh while one is queued or its
     * process has died, that job is reused.
     */
    async request(
      request: JobRequest,
      { now, at, lease }: { now: Date; at: Date; lease: Lease | null },
    ): Promise<{ id: number } | UnfinishedJob> {
      return inTransaction(db, async (transaction) => {
        await lockLeague(transaction, request.leagueId)
        const open = await transaction
          .selectFrom('league_jobs')
          .select(['id', 'kind', 'asked_by', 'lease_until'])
          .where('league_id', '=', request.leagueId)
          .where('ended_at', 'is', null)
          .executeTakeFirst()
        if (open === undefined) return { id: await insertJob(transaction, request, now, lease) }
        const isReusable =
          open.kind === 'refresh' && request.kind === 'refresh' && request.requestedBy !== null
        if (!isLeaseExpired(open.lease_until, at) || !isReusable) {
          const isScheduled = open.kind === 'refresh' && open.asked_by === null
          return { open: open.kind, id: open.id, isScheduled }
        }
        await transaction
          .updateTable('league_jobs')
          .set({
            plan: JSON.stringify(request.payload),
            asked_by: request.requestedBy,
            status: 'queued',
            lease_token: null,
            lease_until: null,
          })
          .where('id', '=', open.id)
          .execute()
        return { id: open.id }
      })
    },

    /**
     * The next available job of these kinds, those requested by users first; null if there is none. Jobs that
     * run in this process are excluded, because their leases look expired after the clock is set forward.
     */
    async findNextAvailable(
      at: Date,
      kinds: readonly LeagueJobName[],
      runningIds: readonly number[],
    ): Promise<number | null> {
      const row = await db
        .selectFrom('league_jobs')
        .select('id')
        .where('ended_at', 'is', null)
        .where('kind', 'in', kinds)
        .$if(runningIds.length > 0, (query) => query.where('id', 'not in', runningIds))
        .where(leaseExpired(at))
        .orderBy((eb) => eb.case().when('asked_by', 'is', null).then(1).else(0).end())
        .orderBy('id')
        .limit(1)
        .executeTakeFirst()
      return row?.id ?? null
    },

    /** Acquires the lease of a job; null if another process has acquired it first. */
    async acquire(id: number, lease: Lease, { now, at }: { now: Date; at: Date }): Promise<LeasedJob | null> {
      const row = await db
        .updateTable('league_jobs')
        .set((eb) => ({
          status: 'running' as const,
          lease_token: lease.token,
          lease_until: lease.until.getTime(),
          started_at: eb.fn.coalesce('started_at', eb.val(now.getTime())),
        }))
        .where('id', '=', id)
        .where('ended_at', 'is', null)
        .where(leaseExpired(at))
        .returning(['league_id', 'kind', 'plan'])
        .executeTakeFirst()
      if (row === undefined) return null
      const payload: unknown = JSON.parse(row.plan)
      return { id, leagueId: row.league_id, kind: row.kind, payload, token: lease.token }
    },

    /** Extends leases and returns the tokens of those that were not lost. */
    async renew(tokens: readonly string[], until: Date): Promise<string[]> {
      const rows = await db
        .updateTable('league_jobs')
        .set({ lease_until: until.getTime() })
        .where('lease_token', 'in', tokens)
        .returning('lease_token')
        .execute()
      return rows.flatMap((row) => row.lease_token ?? [])
    },

    /** Stores the progress of a job and records an event. Throws a LeaseLostError. */
    async reportProgress(job: LeasedJob, progress: JobProgress, now: Date): Promise<void> {
      await inTransaction(db, (transaction) => updateProgress(transaction, job, progress, now))
    },

    /** Implements `LeagueJobRun.saveCheckpoint`. */
    async saveCheckpoint<Result>(
      job: LeasedJob,
      now: Date,
      work: (transaction: Transaction<Database>) => Promise<{ checkpoint: JobCheckpoint; result: Result }>,
    ): Promise<Result> {
      return inTransaction(db, async (transaction) => {
        await lockLeague(transaction, job.leagueId)
        const { checkpoint, result } = await work(transaction)
        await updateProgress(transaction, job, checkpoint, now)
        return result
      })
    },

    /** Stores the outcome and records an event. Does nothing if the lease was lost. */
    async finish(job: LeasedJob, { hasFailed, step, result }: JobOutcome, now: Date): Promise<void> {
      await inTransaction(db, async (transaction) => {
        const status = hasFailed ? 'failed' : 'done'
        const ended = await transaction
          .updateTable('league_jobs')
          .set((eb) => ({
            status,
            step,
            done: hasFailed ? eb.ref('done') : eb.fn.coalesce('total', 'done'),
            result: JSON.stringify(result),
            ended_at: now.getTime(),
            lease_token: null,
            lease_until: null,
          }))
          .where('id', '=', job.id)
          .where('lease_token', '=', job.token)
          .returning(['done', 'total'])
          .executeTakeFirst()
        if (ended === undefined) return
        const data = { job: job.kind, state: status, step, ...ended } as const
        await recordEvent(transaction, job.leagueId, { name: 'refresh', data }, now)
      })
    },

    /** Releases the lease of a job that was stopped before it finished, so that another process can run it. */
    async release({ id, token }: LeasedJob): Promise<void> {
      await db
        .updateTable('league_jobs')
        .set({ status: 'queued', lease_token: null, lease_until: null })
        .where('id', '=', id)
        .where('lease_token', '=', token)
        .execute()
    },

    /** The outcome of a job; null while it is unfinished, undefined if it was deleted with its league. */
    async findOutcome(id: number): Promise<JobOutcome | null | undefined> {
      const row = await db
        .selectFrom('league_jobs')
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

    /** The newest jobs of a league, newest first, each with the username of its requester. */
    async listNewest(leagueId: number, limit: number): Promise<LeagueJobRow[]> {
      return db
        .selectFrom('league_jobs')
        .leftJoin('users', 'users.id', 'league_jobs.asked_by')
        .selectAll('league_jobs')
        .select('users.username as requester')
        .where('league_jobs.league_id', '=', leagueId)
        .orderBy('league_jobs.id', 'desc')
        .limit(limit)
        .execute()
    },
  }
}

/** Releases all leases. Only safe when no other process is running. */
export async function releaseAllLeases(db: Db): Promise<void> {
  await db
    .updateTable('league_jobs')
    .set({ status: 'queued', lease_token: null, lease_until: null })
    .where('status', '=', 'running')
    .execute()
  await db.updateTable('scheduled_jobs').set({ lease_token: null, lease_until: null }).execute()
}

/** For each league, only the newest scheduled job is kept. */
async function insertJob(
  transaction: Transaction<Database>,
  { leagueId, kind, payload, requestedBy }: JobRequest,
  now: Date,
  lease: Lease | null,
): Promise<number> {
  if (requestedBy === null) {
    await transaction
      .deleteFrom('league_jobs')
      .where('league_id', '=', leagueId)
      .where('asked_by', 'is', null)
      .execute()
  }
  const { id } = await transaction
    .insertInto('league_jobs')
    .values({
      league_id: leagueId,
      kind,
      asked_by: requestedBy,
      status: lease === null ? 'queued' : 'running',
      plan: JSON.stringify(payload),
      step: '',
      done: 0,
      lease_token: lease?.token ?? null,
      lease_until: lease?.until.getTime() ?? null,
      created_at: now.getTime(),
      started_at: lease === null ? null : now.getTime(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

async function updateProgress(
  transaction: Transaction<Database>,
  job: LeasedJob,
  { step, done, total, payload }: JobProgress & { payload?: unknown },
  now: Date,
): Promise<void> {
  const progress = { step, done, total }
  const { numUpdatedRows } = await transaction
    .updateTable('league_jobs')
    .set({ ...progress, ...(payload === undefined ? {} : { plan: JSON.stringify(payload) }) })
    .where('id', '=', job.id)
    .where('lease_token', '=', job.token)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw new LeaseLostError('another process has taken over the job')
  const data = { job: job.kind, state: 'running', ...progress } as const
  await recordEvent(transaction, job.leagueId, { name: 'refresh', data }, now)
}
