import type { LeagueRole } from '@fieldhouse/domain/league/roles'
import { normalizeName } from '@fieldhouse/domain/names'
import type { QueryCreator } from 'kysely'
import type { Db } from '../database/engine/database.ts'
import { lockRows } from '../database/engine/dialect.ts'
import type { RunQuery } from '../database/engine/write-checks.ts'
import type { Database } from '../database/schema/schema.ts'
import type { CurrentUser } from './session-store.ts'

export type LeagueScope = NonNullable<Awaited<ReturnType<typeof findLeague>>>

/** Finds a league by name, ignoring case; null if it does not exist. */
export async function findLeague(db: Db, name: string, userId: number | null) {
  const row = await db
    .selectFrom('leagues')
    .leftJoin('memberships', (join) =>
      join.onRef('memberships.league_id', '=', 'leagues.id').on('memberships.user_id', '=', userId ?? 0),
    )
    .select(['leagues.id', 'leagues.name', 'leagues.espn_league_id', 'leagues.has_betslip'])
    .select(['leagues.season_note as seasonNote', 'memberships.role'])
    .where('leagues.name_key', '=', normalizeName(name.trim()))
    .executeTakeFirst()
  if (row === undefined) return null
  const { espn_league_id, has_betslip, ...league } = row
  return { ...league, espnLeagueId: espn_league_id || null, hasBetslip: has_betslip === 1 }
}

/** The IDs of the leagues that the user is a member of, or has the role in, in order. */
export async function listLeagueIds(db: Db, userId: number, role?: LeagueRole): Promise<number[]> {
  const rows = await db
    .selectFrom('memberships')
    .select('league_id')
    .where('user_id', '=', userId)
    .$if(role !== undefined, (query) => query.where('role', '=', role as LeagueRole))
    .orderBy('league_id')
    .execute()
  return rows.map((row) => row.league_id)
}

/**
 * Reads what the user may do at this moment, in the transaction of `run`, and keeps it from changing until that
 * transaction ends. Only reads it if `run` is null. The result is null if the session has ended or the API token was
 * revoked.
 */
export async function lockRights(
  db: Db,
  run: RunQuery | null,
  { userId, tokenHash, apiToken }: Pick<CurrentUser, 'userId' | 'tokenHash' | 'apiToken'>,
  leagueId: number | null,
) {
  const query = db
    .with('account', (creator) => {
      const session = creator
        .selectFrom('sessions')
        .innerJoin('users', 'users.id', 'sessions.user_id')
        .select(['users.is_admin', 'users.is_staff'])
        .where('sessions.token_hash', '=', tokenHash)
        .where('users.disabled_at', 'is', null)
      const token = creator
        .selectFrom('api_tokens')
        .innerJoin('users', 'users.id', 'api_tokens.user_id')
        .select(['users.is_admin', 'users.is_staff'])
        .where('api_tokens.id', '=', apiToken?.id ?? 0)
        .where('users.disabled_at', 'is', null)
      return apiToken === null ? lockRows(db, session, 'for share') : lockRows(db, token, 'for share')
    })
    .with('membership', (creator) =>
      lockRows(db, membershipsOf(creator).select('role').where('league_id', '=', leagueId), 'for share'),
    )
    .with('managed', (creator) =>
      lockRows(
        db,
        membershipsOf(creator).select('league_id').where('role', '=', 'admin').limit(1),
        'for share',
      ),
    )
    .selectFrom('account')
    .leftJoin('membership', (join) => join.onTrue())
    .leftJoin('managed', (join) => join.onTrue())
    .leftJoin('leagues', (join) => join.on('leagues.id', '=', leagueId))
    .select(['account.is_admin', 'account.is_staff', 'membership.role'])
    .select(['managed.league_id as managed_id', 'leagues.id as league_id'])
    .compile()
  const [row] = run === null ? (await db.executeQuery(query)).rows : await run(query)
  if (row === undefined) return null
  return {
    isAdmin: row.is_admin === 1,
    isStaff: row.is_staff === 1,
    isAnyLeagueAdmin: row.managed_id !== null,
    /** In the league; null without one, and if the user is not a member. */
    role: row.role,
    hasLeague: row.league_id !== null,
  }

  function membershipsOf(creator: QueryCreator<Database>) {
    return creator.selectFrom('memberships').where('user_id', '=', userId)
  }
}
