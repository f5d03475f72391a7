import type { Db } from '../database/database.ts'
import { leaseExpired } from '../database/lease-expired.ts'

const MAX_ERROR_LENGTH = 500

/** A run of a job, known by a token that nobody else has. */
export type JobRun = { name: string; token: string }

export type JobStore = ReturnType<typeof jobStore>

export function jobStore(db: Db) {
  return {
    /** Makes a job known. One that waits for later than `next` was due by another schedule, and is moved. */
    async register(name: string, next: Date): Promise<void> {
      await db
        .insertInto('scheduled_jobs')
        .values({ name, due_at: next.getTime() })
        .onConflict((conflict) => conflict.column('name').doNothing())
        .execute()
      await db
        .updateTable('scheduled_jobs')
        .set({ due_at: next.getTime() })
        .where('name', '=', name)
        .where('due_at', '>', next.getTime())
        .execute()
    },

    /** The jobs that are due and that nobody runs. */
    async listDue(now: Date): Promise<string[]> {
      const rows = await db
        .selectFrom('scheduled_jobs')
        .select('name')
        .where('due_at', '<=', now.getTime())
        .where(leaseExpired(now))
        .orderBy('due_at')
        .execute()
      return rows.map((row) => row.name)
    },

    /** Takes a due job for this run alone, until its lease ends; false when somebody else was quicker. */
    async acquire({ name, token }: JobRun, now: Date, leaseUntil: Date): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('scheduled_jobs')
        .set({ lease_token: token, lease_until: leaseUntil.getTime() })
        .where('name', '=', name)
        .where('due_at', '<=', now.getTime())
        .where(leaseExpired(now))
        .executeTakeFirst()
      return numUpdatedRows === 1n
    },

    /** Lengthens a lease; false when it was lost. */
    async renew({ name, token }: JobRun, leaseUntil: Date): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('scheduled_jobs')
        .set({ lease_until: leaseUntil.getTime() })
        .where('name', '=', name)
        .where('lease_token', '=', token)
        .executeTakeFirst()
      return numUpdatedRows === 1n
    },

    /** Writes down how a run ended and when the next is due. Does nothing when the lease was lost. */
    async finish(run: JobRun, ended: { now: Date; next: Date; error: string | null }): Promise<void> {
      await releaseLease(run, {
        due_at: ended.next.getTime(),
        last_run_at: ended.now.getTime(),
        last_error: ended.error?.slice(0, MAX_ERROR_LENGTH) ?? null,
      })
    },

    /** Gives back a run that was stopped before its end: the job stays due. */
    async release(run: JobRun): Promise<void> {
      await releaseLease(run, {})
    },
  }

  async function releaseLease({ name, token }: JobRun, more: object): Promise<void> {
    await db
      .updateTable('scheduled_jobs')
      .set({ ...more, lease_until: null, lease_token: null })
      .where('name', '=', name)
      .where('lease_token', '=', token)
      .execute()
  }
}
