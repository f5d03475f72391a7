import { type CompiledQuery, sql } from 'kysely'
import type { Db } from '../../database/engine/database.ts'
import { executeTogether, lockRows, usesPostgres } from '../../database/engine/dialect.ts'

/** `slowModeSeconds`: how long members wait between posts; null while slow mode is off. */
export type LockedLeague = { id: number; slowModeSeconds: number | null }

/**
 * Other transactions that change the league wait until this one ends. Waits for the checks of the request, like a
 * write.
 */
export async function lockLeague(transaction: Db, leagueId: number): Promise<void> {
  const league = transaction.selectFrom('leagues').select('id').where('id', '=', leagueId)
  await executeTogether(transaction, [lockRows(transaction, league, 'for no key update').compile()])
}

/**
 * The query that locks the row of a league for transactions that may run at the same time, because each changes rows
 * of its own. They wait for those that have called `lockLeague`, which wait for them.
 */
export function sharedLeagueLock(db: Db, leagueId: number): CompiledQuery<LockedLeague> {
  const league = db
    .selectFrom('leagues')
    .select('id')
    .select((eb) =>
      eb
        .selectFrom('slow_modes')
        .select('seconds')
        .whereRef('slow_modes.league_id', '=', 'leagues.id')
        .as('slowModeSeconds'),
    )
    .where('id', '=', leagueId)
  return lockRows(db, league, 'for share').compile()
}

/** The query that makes transactions wait for each other that change what one person has in a league. */
export function personLock(db: Db, leagueId: number, userId: number): CompiledQuery {
  const lock = sql`pg_advisory_xact_lock(${leagueId}::int, ${userId}::int)`
  // SQLite has one writer at a time.
  return db.selectNoFrom((usesPostgres(db) ? lock : sql`null`).as('locked')).compile()
}
