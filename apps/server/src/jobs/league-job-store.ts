import type { Selectable, Transaction } from 'kysely'
import type { Db } from '../database/database.ts'
import { recordEvent } from '../database/league-events.ts'
import type { LeagueJobName, LeagueJobsTable } from '../database/league-job-tables.ts'
import { takeLeagueTurn } from '../database/league-turn.ts'
import { hasNoLease, isFree } from '../database/no-lease.ts'
import type { Database } from '../database/schema.ts'
import { inTransaction } from '../database/transaction.ts'
import { type JobOutcome, LeaseLostError, type Left, type Progress } from './league-job.ts'

export type AskedJob = {
  leagueId: number
  kind: LeagueJobName
  plan: unknown
  /** null for the schedule. */
  askedBy: number | null
}

/** The right to a job, for a while. */
export type Lease = { token: string; until: Date }

export type TakenJob = { id: number; leagueId: number; kind: LeagueJobName; plan: unknown; token: string }

/** Why a job was not made: this one of the league has not ended. */
export type OpenJob = { open: LeagueJobName; id: number; isScheduled: boolean }

export type LeagueJobRow = Selectable<LeagueJobsTable> & { asker: string | null }

export type LeagueJobStore = ReturnType<typeof leagueJobStore>

/** Leases go by the clock of the machine (`at`), all else by the clock of the product (`now`). */
export function leagueJobStore(db: Db) {
  return {
    /**
     * Makes a job, held by `lease` where one is given. A refresh that waits, or whose process has died,
     * becomes the one that is asked for.
     */
    async ask(
      asked: AskedJob,
      { now, at, lease }: { now: Date; at: Date; lease: Lease | null },
    ): Promise<{ id: number } | OpenJob> {
      return inTransaction(db, async (transaction) => {
        await takeLeagueTurn(transaction, asked.leagueId)
        const open = await transaction
          .selectFrom('league_jobs')
          .select(['id', 'kind', 'asked_by', 'lease_until'])
          .where('league_id', '=', asked.leagueId)
          .where('ended_at', 'is', null)
          .executeTakeFirst()
        if (open === undefined) return { id: await add(transaction, asked, now, lease) }
        const isSame = open.kind === 'refresh' && asked.kind === 'refresh' && asked.askedBy !== null
        if (!isFree(open.lease_until, at) || !isSame) {
          const isScheduled = open.kind === 'refresh' && open.asked_by === null
          return { open: open.kind, id: open.id, isScheduled }
        }
        await transaction
          .updateTable('league_jobs')
          .set({
            plan: JSON.stringify(asked.plan),
            asked_by: asked.askedBy,
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
    async nextFree(
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
        .where(hasNoLease(at))
        .orderBy((eb) => eb.case().when('asked_by', 'is', null).then(1).else(0).end())
        .orderBy('id')
        .limit(1)
        .executeTakeFirst()
      return row?.id ?? null
    },

    /** Takes a job for this run alone; null when somebody else was quicker. */
    async take(id: number, lease: Lease, { now, at }: { now: Date; at: Date }): Promise<TakenJob | null> {
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
        .where(hasNoLease(at))
        .returning(['league_id', 'kind', 'plan'])
        .executeTakeFirst()
      if (row === undefined) return null
      const plan: unknown = JSON.parse(row.plan)
      return { id, leagueId: row.league_id, kind: row.kind, plan, token: lease.token }
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
    async tell(job: TakenJob, progress: Progress, now: Date): Promise<void> {
      await inTransaction(db, (transaction) => advance(transaction, job, progress, now))
    },

    /** What `LeagueJobRun.store` promises. */
    async store<Result>(
      job: TakenJob,
      now: Date,
      work: (transaction: Transaction<Database>) => Promise<{ left: Left; result: Result }>,
    ): Promise<Result> {
      return inTransaction(db, async (transaction) => {
        await takeLeagueTurn(transaction, job.leagueId)
        const { left, result } = await work(transaction)
        await advance(transaction, job, left, now)
        return result
      })
    },

    /** Does nothing when the lease was lost. */
    async finish(job: TakenJob, { hasFailed, step, result }: JobOutcome, now: Date): Promise<void> {
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
    async giveBack({ id, token }: TakenJob): Promise<void> {
      await db
        .updateTable('league_jobs')
        .set({ status: 'queued', lease_token: null, lease_until: null })
        .where('id', '=', id)
        .where('lease_token', '=', token)
        .execute()
    },

    /** How a job ended; null while it has not, undefined when it went with its league. */
    async endOf(id: number): Promise<JobOutcome | null | undefined> {
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
    async newestOf(leagueId: number, limit: number): Promise<LeagueJobRow[]> {
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
export async function freeAllJobs(db: Db): Promise<void> {
  await db
    .updateTable('league_jobs')
    .set({ status: 'queued', lease_token: null, lease_until: null })
    .where('status', '=', 'running')
    .execute()
  await db.updateTable('scheduled_jobs').set({ lease_token: null, lease_until: null }).execute()
}

/** Of what the schedule began, only the newest is kept of each league. */
async function add(
  transaction: Transaction<Database>,
  { leagueId, kind, plan, askedBy }: AskedJob,
  now: Date,
  lease: Lease | null,
): Promise<number> {
  if (askedBy === null) {
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
      asked_by: askedBy,
      status: lease === null ? 'queued' : 'running',
      plan: JSON.stringify(plan),
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

async function advance(
  transaction: Transaction<Database>,
  job: TakenJob,
  { step, done, total, plan }: Progress & { plan?: unknown },
  now: Date,
): Promise<void> {
  const progress = { step, done, total }
  const { numUpdatedRows } = await transaction
    .updateTable('league_jobs')
    .set({ ...progress, ...(plan === undefined ? {} : { plan: JSON.stringify(plan) }) })
    .where('id', '=', job.id)
    .where('lease_token', '=', job.token)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw new LeaseLostError('the job is held by somebody else')
  const data = { job: job.kind, state: 'running', ...progress } as const
  await recordEvent(transaction, job.leagueId, { name: 'refresh', data }, now)
}
