import type { Db } from '../database/engine/database.ts'
import { leaseExpired } from '../database/engine/lease-expired.ts'

const MAX_ERROR_LENGTH = 500

/** A run of a job. The token is unique to the run and identifies its lease. */
export type JobRun = { name: string; token: string }

export type JobStore = ReturnType<typeof jobStore>

export function jobStore(db: Db) {
  return {
    /** Adds a job if it is new. If it is due later than `next`, its schedule has changed and `next` applies. */
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

    /** The names of the jobs that are due and not running, in the order in which they became due. */
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

    /** Acquires the lease of a due job; false if another process has acquired it first. */
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

    /** Extends a lease; false if it was lost. */
    async renew({ name, token }: JobRun, leaseUntil: Date): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('scheduled_jobs')
        .set({ lease_until: leaseUntil.getTime() })
        .where('name', '=', name)
        .where('lease_token', '=', token)
        .executeTakeFirst()
      return numUpdatedRows === 1n
    },

    /** Records the result of a run and when the next one is due. Does nothing if the lease was lost. */
    async finish(run: JobRun, result: { now: Date; next: Date; error: string | null }): Promise<void> {
      await releaseLease(run, {
        due_at: result.next.getTime(),
        last_run_at: result.now.getTime(),
        last_error: result.error?.slice(0, MAX_ERROR_LENGTH) ?? null,
      })
    },

    /** Releases the lease of a run that was stopped before it finished. The job stays due. */
    async release(run: JobRun): Promise<void> {
      await releaseLease(run, {})
    },
  }

  async function releaseLease({ name, token }: JobRun, changes: object): Promise<void> {
    await db
      .updateTable('scheduled_jobs')
      .set({ ...changes, lease_until: null, lease_token: null })
      .where('name', '=', name)
      .where('lease_token', '=', token)
      .execute()
  }
}
