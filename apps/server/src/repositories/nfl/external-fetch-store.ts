import type { Db } from '../../database/engine/database.ts'

const MAX_ERROR_LENGTH = 500

/** An external source, or a part of it that is fetched separately. */
export type ExternalFetch = { source: ExternalSource; part: string }

export const EXTERNAL_SOURCES = [
  'schedule',
  'scoreboard',
  'weather',
  'player news',
  'news search',
  'sleeper players',
  'player names',
  'player news',
  'news search',
] as const

export type ExternalSource = (typeof EXTERNAL_SOURCES)[number]

/** The last attempt and its outcome. `error` says why the last attempt failed, null if it succeeded. */
export type LastFetch = {
  attemptedAt: Date
  succeededAt: Date | null
  error: string | null
  retryAt: Date | null
}

/** The kind of job that fetches from an external source. Its destination is the source. */
export const EXTERNAL_FETCH_JOB = 'external-fetch'

/** When external data were last fetched. That no two processes fetch the same part is ensured by the key of the job. */
export interface ExternalFetchStore {
  /** Whether the last success is at least `maxAgeMs` ago, and the retry time after a failure has passed. */
  isDue(fetch: ExternalFetch, maxAgeMs: number, now: Date): Promise<boolean>
  recordSuccess(fetch: ExternalFetch, now: Date): Promise<void>
  /** Records a failed fetch. The next one is not due before `retryAt`. */
  recordFailure(fetch: ExternalFetch, failure: { error: string; retryAt: Date }, now: Date): Promise<void>
  /** The last fetch of a source, or of the given part; null before the first one. */
  findLastFetch(source: ExternalSource, part?: string): Promise<LastFetch | null>
  /** Deletes the records of weeks and games that were last fetched before `at`. */
  deleteBefore(at: Date): Promise<void>
}

export function externalFetchStore(db: Db): ExternalFetchStore {
  return {
    async isDue({ source, part }, maxAgeMs, now) {
      const row = await db
        .selectFrom('outside_reads')
        .select(['ok_at', 'retry_at'])
        .where('source', '=', source)
        .where('part', '=', part)
        .executeTakeFirst()
      const at = now.getTime()
      const isStale = row?.ok_at == null || row.ok_at <= at - maxAgeMs
      return isStale && (row?.retry_at == null || row.retry_at <= at)
    },

    async recordSuccess({ source, part }, now) {
      const at = now.getTime()
      const succeeded = { asked_at: at, ok_at: at, error: null, retry_at: null }
      await db
        .insertInto('outside_reads')
        .values({ source, part, ...succeeded })
        .onConflict((conflict) => conflict.columns(['source', 'part']).doUpdateSet(succeeded))
        .execute()
    },

    async recordFailure({ source, part }, failure, now) {
      const failed = {
        asked_at: now.getTime(),
        error: failure.error.slice(0, MAX_ERROR_LENGTH),
        retry_at: failure.retryAt.getTime(),
      }
      await db
        .insertInto('outside_reads')
        .values({ source, part, ...failed })
        .onConflict((conflict) => conflict.columns(['source', 'part']).doUpdateSet(failed))
        .execute()
    },

    async findLastFetch(source, part) {
      let query = db.selectFrom('outside_reads').selectAll().where('source', '=', source)
      if (part !== undefined) query = query.where('part', '=', part)
      const row = await query.orderBy('asked_at', 'desc').limit(1).executeTakeFirst()
      if (row === undefined) return null
      return {
        attemptedAt: new Date(row.asked_at),
        succeededAt: toDate(row.ok_at),
        error: row.error,
        retryAt: toDate(row.retry_at),
      }
    },

    async deleteBefore(at) {
      await db
        .deleteFrom('outside_reads')
        .where('source', 'in', ['scoreboard', 'weather'])
        .where('asked_at', '<', at.getTime())
        .execute()
    },
  }
}

function toDate(millis: number | null): Date | null {
  return millis === null ? null : new Date(millis)
}
