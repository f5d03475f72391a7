import type { Db } from '../database/engine/database.ts'
import { upsert } from '../database/engine/queries.ts'
import { ProviderError } from '../providers/http/attempts.ts'

const MAX_ERROR_LENGTH = 500

export type ExternalFetch = { source: ExternalSource; part: string }

export const EXTERNAL_SOURCES = [
  'schedule',
  'scoreboard',
  'weather',
  'player news',
  'news search',
  'sleeper players',
  'player names',
] as const

type ExternalSource = (typeof EXTERNAL_SOURCES)[number]

/** The kind of job that fetches from an external source. Its destination is the source. */
export const EXTERNAL_FETCH_JOB = 'external-fetch'

/**
 * Whether the last success is at least `maxAgeMs` ago, and the retry time after a failure has passed. That no two processes
 * fetch the same part is ensured by the key of the job.
 */
export async function isFetchDue(
  db: Db,
  { source, part }: ExternalFetch,
  maxAgeMs: number,
  now: Date,
): Promise<boolean> {
  const row = await db
    .selectFrom('external_fetches')
    .select(['ok_at', 'retry_at'])
    .where((eb) => eb.and({ source, part }))
    .executeTakeFirst()
  const at = now.getTime()
  const isStale = row?.ok_at == null || row.ok_at <= at - maxAgeMs
  return isStale && (row?.retry_at == null || row.retry_at <= at)
}

export function recordSuccess(db: Db, { source, part }: ExternalFetch, now: Date): Promise<void> {
  const at = now.getTime()
  return upsert(
    db,
    'external_fetches',
    { source, part },
    { asked_at: at, ok_at: at, error: null, retry_at: null },
  )
}

export function recordFailure(
  db: Db,
  { source, part }: ExternalFetch,
  error: unknown,
  retryAt: Date,
  now: Date,
): Promise<void> {
  const reason = error instanceof ProviderError ? error.message : 'unhandled error (see the server log)'
  const failed = { error: reason.slice(0, MAX_ERROR_LENGTH), retry_at: retryAt.getTime() }
  return upsert(db, 'external_fetches', { source, part }, { asked_at: now.getTime(), ...failed })
}

/**
 * The last fetch of a source, or of the given part; null before the first one. `error` says why it failed, null if it
 * succeeded.
 */
export async function findLastFetch(db: Db, source: ExternalSource, part?: string) {
  let query = db.selectFrom('external_fetches').selectAll().where('source', '=', source)
  if (part !== undefined) query = query.where('part', '=', part)
  const row = await query.orderBy('asked_at', 'desc').limit(1).executeTakeFirst()
  if (row === undefined) return null
  return {
    attemptedAt: new Date(row.asked_at),
    succeededAt: row.ok_at === null ? null : new Date(row.ok_at),
    error: row.error,
    retryAt: row.retry_at === null ? null : new Date(row.retry_at),
  }
}

/** Deletes the records of weeks and games that were last fetched before `at`. */
export async function deleteFetchesBefore(db: Db, at: Date): Promise<void> {
  await db
    .deleteFrom('external_fetches')
    .where('source', 'in', ['scoreboard', 'weather'])
    .where('asked_at', '<', at.getTime())
    .execute()
}
