import { type CompiledQuery, type Kysely, sql } from 'kysely'
import {
  compileOnce,
  executeTogether,
  lockRows,
  usesPostgres,
  type ValueOf,
} from '../../database/engine/compile-once.ts'
import type { Database } from '../../database/schema/schema.ts'

type LeagueValue = { leagueId: number }

const selectLeague = (db: Kysely<Database>, value: ValueOf<LeagueValue>) =>
  db.selectFrom('leagues').select('id').where('id', '=', value('leagueId'))

const lockForOne = compileOnce((db, value: ValueOf<LeagueValue>) =>
  lockRows(db, selectLeague(db, value), 'for no key update'),
)

const lockForMany = compileOnce((db, value: ValueOf<LeagueValue>) =>
  lockRows(
    db,
    selectLeague(db, value).select((eb) =>
      eb
        .selectFrom('slow_modes')
        .select('seconds')
        .whereRef('slow_modes.league_id', '=', 'leagues.id')
        .as('slowModeSeconds'),
    ),
    'for share',
  ),
)

/** `slowModeSeconds`: how long members wait between posts; null while slow mode is off. */
export type LockedLeague = { id: number; slowModeSeconds: number | null }

/**
 * Locks the row of a league: other transactions that change the league wait until this one ends. Waits for the checks
 * of the request, like a write.
 */
export async function lockLeague(transaction: Kysely<Database>, leagueId: number): Promise<void> {
  await executeTogether(transaction, [lockForOne.with(transaction, { leagueId })])
}

/**
 * The query that locks the row of a league for transactions that may run at the same time, because each changes rows
 * of its own. They wait for those that have called `lockLeague`, which wait for them.
 */
export function sharedLeagueLock(db: Kysely<Database>, leagueId: number): CompiledQuery<LockedLeague> {
  return lockForMany.with(db, { leagueId })
}

const lockPerson = compileOnce((db, value: ValueOf<LeagueValue & { userId: number }>) => {
  const lock = sql`pg_advisory_xact_lock(${value('leagueId')}::int, ${value('userId')}::int)`
  // SQLite has one writer at a time.
  return db.selectNoFrom((usesPostgres(db) ? lock : sql`null`).as('locked'))
})

/** The query that makes transactions wait for each other that change what one person has in a league. */
export function personLock(db: Kysely<Database>, leagueId: number, userId: number): CompiledQuery {
  return lockPerson.with(db, { leagueId, userId })
}
