import type { Selectable, Transaction } from 'kysely'
import type { Db } from '../database/database.ts'
import { recordEvent } from '../database/league-events.ts'
import type { LeagueJobName, LeagueJobsTable } from '../database/league-job-tables.ts'
import { isLeaseExpired, leaseExpired } from '../database/lease-expired.ts'
import { lockLeague } from '../database/lock-league.ts'
import type { Database } from '../database/schema.ts'
import { inTransaction } from '../database/transaction.ts'
import { type JobCheckpoint, type JobOutcome, type JobProgress, LeaseLostError } from './league-job.ts'

export type JobRequest = {
  leagueId: number
  kind: LeagueJobName
  payload: unknown
  /** null for the schedule. */
  requestedBy: number | null
}

/** The right to a job, for a while. */
export type Lease = { token: string; until: Date }

export type LeasedJob = { id: number; leagueId: number; kind: LeagueJobName; payload: unknown; token: string }

/** Why a job was not made: this one of the league has not ended. */
export type UnfinishedJob = { open: LeagueJobName; id: number; isScheduled: boolean }

export type LeagueJobRow = Selectable<LeagueJobsTable> & { asker: string | null }

export type LeagueJobStore = ReturnType<typeof leagueJobStore>

/** Leases go by the clock of the machine (`at`), all else by the clock of the product (`now`). */
export function leagueJobStore(db: Db) {
  return {
    /**
     * Makes a job, held by `lease` where one is given. A refresh that waits, or whose process has died,
     * becomes the one that is asked for.
     */
    async request(
      asked: JobRequest,
      { now, at, lease }: { now: Date; at: Date; lease: Lease | null },
    ): Promise<{ id: number } | UnfinishedJob> {
      return inTransaction(db, async (transaction) => {
        await lockLeague(transaction, asked.leagueId)
        const open = await transaction
          .selectFrom('league_jobs')
          .select(['id', 'kind', 'asked_by', 'lease_until'])
          .where('league_id', '=', asked.leagueId)
          .where('ended_at', 'is', null)
          .executeTakeFirst()
        if (open === undefined) return { id: await insertJob(transaction, asked, now, lease) }
        const isSame = open.kind === 'refresh' && asked.kind === 'refresh' && asked.requestedBy !== null
        if (!isLeaseExpired(open.lease_until, at) || !isSame) {
          const isScheduled = open.kind === 'refresh' && open.asked_by === null
          return { open: open.kind, id: open.id, isScheduled }
        }
        await transaction
          .updateTable('league_jobs')
          .set({
            plan: JSON.stringify(asked.payload),
            asked_by: asked.requestedBy,
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
     * The next job of these kinds that nobody holds, one that people wait for first; null when there is
     * none. What runs here is left out: after the clock is set forward its lease seems to have ended.
     */
    async findNextAvailable(
      at: Date,
      kinds: readonly LeagueJobName[],
      runHere: readonly number[],
    ): Promise<number | null> {
      const row = await db
        .selectFrom('league_jobs')
        .select('id')
        .where('ended_at', 'is', null)
        .where('kind', 'in', kinds)
        .$if(runHere.length > 0, (query) => query.where('id', 'not in', runHere))
        .where(leaseExpired(at))
        .orderBy((eb) => eb.case().when('asked_by', 'is', null).then(1).else(0).end())
        .orderBy('id')
        .limit(1)
        .executeTakeFirst()
      return row?.id ?? null
    },

    /** Takes a job for this run alone; null when somebody else was quicker. */
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

    /** Lengthens leases; answers the tokens of those that were not lost. */
    async renew(tokens: readonly string[], until: Date): Promise<string[]> {
      const rows = await db
        .updateTable('league_jobs')
        .set({ lease_until: until.getTime() })
        .where('lease_token', 'in', tokens)
        .returning('lease_token')
        .execute()
      return rows.flatMap((row) => row.lease_token ?? [])
    },

    /** Writes down how far a job is, and tells it; throws a LeaseLostError. */
    async reportProgress(job: LeasedJob, progress: JobProgress, now: Date): Promise<void> {
      await inTransaction(db, (transaction) => updateProgress(transaction, job, progress, now))
    },

    /** What `LeagueJobRun.store` promises. */
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

    /** Does nothing when the lease was lost. */
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

    /** Lets others take a job that was stopped before its end. */
    async release({ id, token }: LeasedJob): Promise<void> {
      await db
        .updateTable('league_jobs')
        .set({ status: 'queued', lease_token: null, lease_until: null })
        .where('id', '=', id)
        .where('lease_token', '=', token)
        .execute()
    },

    /** How a job ended; null while it has not, undefined when it went with its league. */
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

    /** The newest jobs of a league, newest first, with the username of who asked for each. */
    async listNewest(leagueId: number, limit: number): Promise<LeagueJobRow[]> {
      return db
        .selectFrom('league_jobs')
        .leftJoin('users', 'users.id', 'league_jobs.asked_by')
        .selectAll('league_jobs')
        .select('users.username as asker')
        .where('league_jobs.league_id', '=', leagueId)
        .orderBy('league_jobs.id', 'desc')
        .limit(limit)
        .execute()
    },
  }
}

/** Lets go of everything that is held, because whoever held it is gone for certain. */
export async function releaseAllLeases(db: Db): Promise<void> {
  await db
    .updateTable('league_jobs')
    .set({ status: 'queued', lease_token: null, lease_until: null })
    .where('status', '=', 'running')
    .execute()
  await db.updateTable('scheduled_jobs').set({ lease_token: null, lease_until: null }).execute()
}

/** Of what the schedule began, only the newest is kept of each league. */
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
  if (numUpdatedRows === 0n) throw new LeaseLostError('the job is held by somebody else')
  const data = { job: job.kind, state: 'running', ...progress } as const
  await recordEvent(transaction, job.leagueId, { name: 'refresh', data }, now)
}
