import type { Actor, LeagueRole } from '@fieldhouse/domain/league/roles'
import { normalizeName } from '@fieldhouse/domain/names'
import type { Kysely, QueryCreator, SelectQueryBuilder } from 'kysely'
import { compileOnce, lockRows, type ValueOf } from '../database/engine/compile-once.ts'
import type { Db } from '../database/engine/database.ts'
import type { RunQuery } from '../database/engine/write-checks.ts'
import type { Database } from '../database/schema/schema.ts'
import type { CurrentUser } from './session-store.ts'

/** A league and the current user's role in it. */
export type LeagueScope = {
  id: number
  name: string
  /** null for a league without an ESPN source. */
  espnLeagueId: number | null
  hasBetslip: boolean
  /** Shown above the roster; null without a note. */
  seasonNote: string | null
  /** null if the user is not a member. */
  role: LeagueRole | null
}

export interface LeagueAccessStore {
  /** Finds a league by name, ignoring case; null if it does not exist. */
  findLeague(name: string, userId: number | null): Promise<LeagueScope | null>
  /** The IDs of the leagues that the user is a member of, in order. */
  listLeagueIds(userId: number): Promise<number[]>
  /** The IDs of the leagues that the user is an admin of, in order. */
  listManagedLeagueIds(userId: number): Promise<number[]>
  /** Whether the user is an admin of any league. */
  isAnyLeagueAdmin(userId: number): Promise<boolean>
  /**
   * Reads what the user may do at this moment, in the transaction of `run`, and keeps it from changing until that
   * transaction ends. Only reads it if `run` is null. The result is null if the session has ended or the API token was
   * revoked.
   */
  lockRights(
    run: RunQuery | null,
    user: AuthenticatedUser,
    leagueId: number | null,
  ): Promise<CurrentRights | null>
}

/** The user of a session or an API token. */
type AuthenticatedUser = Pick<CurrentUser, 'userId' | 'tokenHash' | 'apiToken'>

export type CurrentRights = Actor & {
  /** In the league; null without one, and if the user is not a member. */
  role: LeagueRole | null
  /** Whether the league exists. */
  hasLeague: boolean
}

export function leagueAccessStore(db: Db): LeagueAccessStore {
  return {
    async findLeague(name, userId) {
      const key = normalizeName(name.trim())
      const [row] = await selectLeague(db, { key, userId: userId ?? 0 })
      if (row === undefined) return null
      return {
        id: row.id,
        name: row.name,
        espnLeagueId: row.espn_league_id || null,
        hasBetslip: row.has_betslip === 1,
        seasonNote: row.season_note,
        role: row.role,
      }
    },

    async listLeagueIds(userId) {
      const rows = await db
        .selectFrom('memberships')
        .select('league_id')
        .where('user_id', '=', userId)
        .orderBy('league_id')
        .execute()
      return rows.map((row) => row.league_id)
    },

    async listManagedLeagueIds(userId) {
      const rows = await db
        .selectFrom('memberships')
        .select('league_id')
        .where('user_id', '=', userId)
        .where('role', '=', 'admin')
        .orderBy('league_id')
        .execute()
      return rows.map((row) => row.league_id)
    },

    async isAnyLeagueAdmin(userId) {
      const row = await db
        .selectFrom('memberships')
        .select('league_id')
        .where('user_id', '=', userId)
        .where('role', '=', 'admin')
        .limit(1)
        .executeTakeFirst()
      return row !== undefined
    },

    async lockRights(run, { userId, tokenHash, apiToken }, leagueId) {
      const query =
        apiToken === null
          ? selectSessionRights.with(db, { userId, leagueId, tokenHash })
          : selectTokenRights.with(db, { userId, leagueId, tokenId: apiToken.id })
      const [row] = run === null ? (await db.executeQuery(query)).rows : await run(query)
      if (row === undefined) return null
      return {
        isAdmin: row.is_admin === 1,
        isStaff: row.is_staff === 1,
        isAnyLeagueAdmin: row.managed_id !== null,
        role: row.role,
        hasLeague: row.league_id !== null,
      }
    },
  }
}

const selectLeague = compileOnce((db, value: ValueOf<{ key: string; userId: number }>) =>
  db
    .selectFrom('leagues')
    .leftJoin('memberships', (join) =>
      join.onRef('memberships.league_id', '=', 'leagues.id').on('memberships.user_id', '=', value('userId')),
    )
    .select([
      'leagues.id',
      'leagues.name',
      'leagues.espn_league_id',
      'leagues.has_betslip',
      'leagues.season_note',
      'memberships.role',
    ])
    .where('leagues.name_key', '=', value('key')),
)

type RightsValues = { userId: number; leagueId: number | null }

const selectSessionRights = compileOnce((db, value: ValueOf<RightsValues & { tokenHash: string }>) =>
  selectRights(db, value, (query) =>
    query
      .selectFrom('sessions')
      .innerJoin('users', 'users.id', 'sessions.user_id')
      .select(['users.is_admin', 'users.is_staff'])
      .where('sessions.token_hash', '=', value('tokenHash'))
      .where('users.disabled_at', 'is', null),
  ),
)

const selectTokenRights = compileOnce((db, value: ValueOf<RightsValues & { tokenId: number }>) =>
  selectRights(db, value, (query) =>
    query
      .selectFrom('api_tokens')
      .innerJoin('users', 'users.id', 'api_tokens.user_id')
      .select(['users.is_admin', 'users.is_staff'])
      .where('api_tokens.id', '=', value('tokenId'))
      .where('users.disabled_at', 'is', null),
  ),
)

type Account = { is_admin: number; is_staff: number }

function selectRights(
  db: Kysely<Database>,
  value: ValueOf<RightsValues>,
  selectAccount: (query: QueryCreator<Database>) => SelectQueryBuilder<Database, 'users', Account>,
) {
  const memberships = (query: QueryCreator<Database>) =>
    query.selectFrom('memberships').where('user_id', '=', value('userId'))
  return db
    .with('account', (query) => lockRows(db, selectAccount(query), 'for share'))
    .with('membership', (query) =>
      lockRows(db, memberships(query).select('role').where('league_id', '=', value('leagueId')), 'for share'),
    )
    .with('managed', (query) =>
      lockRows(db, memberships(query).select('league_id').where('role', '=', 'admin').limit(1), 'for share'),
    )
    .selectFrom('account')
    .leftJoin('membership', (join) => join.onTrue())
    .leftJoin('managed', (join) => join.onTrue())
    .leftJoin('leagues', (join) => join.on('leagues.id', '=', value('leagueId')))
    .select([
      'account.is_admin',
      'account.is_staff',
      'membership.role',
      'managed.league_id as managed_id',
      'leagues.id as league_id',
    ])
}
