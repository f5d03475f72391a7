import { MINUTE_MS } from '@fieldhouse/domain/duration'
import type { Db } from '../../database/engine/database.ts'

const MAX_ERROR_LENGTH = 500

/** A fetch that is not completed within this time is assumed to have crashed. */
const LEASE_MS = 2 * MINUTE_MS

/** An external source, or a part of it that is fetched separately. */
export type ExternalFetch = { source: ExternalSource; part: string }

export const EXTERNAL_SOURCES = ['schedule', 'scoreboard', 'weather', 'player news', 'news search'] as const

export type ExternalSource = (typeof EXTERNAL_SOURCES)[number]

/** The last attempt and its outcome. `error` says why the last attempt failed, null if it succeeded. */
export type LastFetch = {
  attemptedAt: Date
  succeededAt: Date | null
  error: string | null
  retryAt: Date | null
}

export type ExternalFetchStore = ReturnType<typeof externalFetchStore>

/** Coordinates the fetches of external data between all processes. */
export function externalFetchStore(db: Db) {
  return {
    /**
     * Acquires the right to fetch. Returns false if the last success is less than `maxAgeMs` ago, if another
     * process is fetching, and until the retry time after a failure.
     */
    async acquire({ source, part }: ExternalFetch, maxAgeMs: number, now: Date): Promise<boolean> {
      const at = now.getTime()
      const leased = { asked_at: at, retry_at: at + LEASE_MS }
      const row = await db
        .insertInto('outside_reads')
        .values({ source, part, ...leased })
        .onConflict((conflict) =>
          conflict
            .columns(['source', 'part'])
            .doUpdateSet(leased)
            .where((eb) =>
              eb.and([
                eb.or([
                  eb('outside_reads.ok_at', 'is', null),
                  eb('outside_reads.ok_at', '<=', at - Math.min(maxAgeMs, at)),
                ]),
                eb.or([eb('outside_reads.retry_at', 'is', null), eb('outside_reads.retry_at', '<=', at)]),
              ]),
            ),
        )
        .returning('source')
        .executeTakeFirst()
      return row !== undefined
    },

    /** Records a successful fetch. */
    async recordSuccess({ source, part }: ExternalFetch, now: Date): Promise<void> {
      const at = now.getTime()
      const succeeded = { asked_at: at, ok_at: at, error: null, retry_at: null }
      await db
        .insertInto('outside_reads')
        .values({ source, part, ...succeeded })
        .onConflict((conflict) => conflict.columns(['source', 'part']).doUpdateSet(succeeded))
        .execute()
    },

    /** Records a failed fetch. The next one is not granted before `retryAt`. */
    async recordFailure(
      { source, part }: ExternalFetch,
      failure: { error: string; retryAt: Date },
      now: Date,
    ): Promise<void> {
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

    /** The last fetch of a source, or of the given part; null before the first one. */
    async findLastFetch(source: ExternalSource, part?: string): Promise<LastFetch | null> {
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

    /** Deletes the records of weeks and games that were last fetched before `at`. */
    async deleteBefore(at: Date): Promise<void> {
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
