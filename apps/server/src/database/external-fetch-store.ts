import type { Db } from './database.ts'

const MAX_ERROR_LENGTH = 500

/** Whoever has taken a reading and does not end it within this is taken to have died. */
const LEASE_MS = 2 * 60 * 1000

/** One source, or a part of it that is read by itself. */
export type ExternalFetch = { source: ExternalSource; part: string }

export const EXTERNAL_SOURCES = ['schedule', 'scoreboard', 'weather', 'player news', 'news search'] as const

export type ExternalSource = (typeof EXTERNAL_SOURCES)[number]

/** `okAt` is when it was last read well; `error` says why the last reading was not. */
export type LastFetch = {
  attemptedAt: Date
  succeededAt: Date | null
  error: string | null
  retryAt: Date | null
}

export type ExternalFetchStore = ReturnType<typeof externalFetchStore>

/** Who reads what when, for all processes. */
export function externalFetchStore(db: Db) {
  return {
    /**
     * Takes the right to read something; false while what was read is younger than `everyMs`, while
     * somebody else reads it, and while a failure forbids it.
     */
    async acquire({ source, part }: ExternalFetch, everyMs: number, now: Date): Promise<boolean> {
      const at = now.getTime()
      const taken = { asked_at: at, retry_at: at + LEASE_MS }
      const row = await db
        .insertInto('outside_reads')
        .values({ source, part, ...taken })
        .onConflict((conflict) =>
          conflict
            .columns(['source', 'part'])
            .doUpdateSet(taken)
            .where((eb) =>
              eb.and([
                eb.or([
                  eb('outside_reads.ok_at', 'is', null),
                  eb('outside_reads.ok_at', '<=', at - Math.min(everyMs, at)),
                ]),
                eb.or([eb('outside_reads.retry_at', 'is', null), eb('outside_reads.retry_at', '<=', at)]),
              ]),
            ),
        )
        .returning('source')
        .executeTakeFirst()
      return row !== undefined
    },

    /** Notes that it was read well. */
    async recordSuccess({ source, part }: ExternalFetch, now: Date): Promise<void> {
      const at = now.getTime()
      const good = { asked_at: at, ok_at: at, error: null, retry_at: null }
      await db
        .insertInto('outside_reads')
        .values({ source, part, ...good })
        .onConflict((conflict) => conflict.columns(['source', 'part']).doUpdateSet(good))
        .execute()
    },

    /** Notes why it could not be read; nobody asks before `retryAt`. */
    async recordFailure(
      { source, part }: ExternalFetch,
      failed: { error: string; retryAt: Date },
      now: Date,
    ): Promise<void> {
      const bad = {
        asked_at: now.getTime(),
        error: failed.error.slice(0, MAX_ERROR_LENGTH),
        retry_at: failed.retryAt.getTime(),
      }
      await db
        .insertInto('outside_reads')
        .values({ source, part, ...bad })
        .onConflict((conflict) => conflict.columns(['source', 'part']).doUpdateSet(bad))
        .execute()
    },

    /** The last reading of a source, of whichever part unless one is named; null before the first. */
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

    /** Forgets the weeks and games that were last asked for before an instant. */
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
