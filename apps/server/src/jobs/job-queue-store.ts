import type { Db, DbTransaction } from '../database/engine/database.ts'
import { insertInBatches, isLeaseExpired } from '../database/engine/queries.ts'
import type { LeagueJobName, LeagueJobRequest, NewJob, UnfinishedJob } from './job.ts'

export type Lease = { token: string; until: Date }

/** Jobs that a person waits for start first. */
const URGENT = 0
const NORMAL = 1

const AS_SOON_AS_POSSIBLE = 0

export const RELEASED = { status: 'queued', lease_token: null, lease_until: null } as const

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
export async function insertJob(db: Db, job: NewJob, now: Date, lease: Lease | null): Promise<number | null> {
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
export async function insertLeagueJob(
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
  const job = {
    kind,
    leagueId,
    payload,
    uniqueKey: leagueJobKey(leagueId),
    isUrgent: requestedBy !== null,
  }
  const { id } = await transaction
    .insertInto('jobs')
    .values({
      ...toRow(job, now),
      requested_by: requestedBy,
      ...(lease === null ? {} : leased(lease, now)),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

function toRow({ kind, leagueId, uniqueKey, destination, payload, isUrgent, runAt }: NewJob, now: Date) {
  return {
    kind,
    league_id: leagueId ?? null,
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
