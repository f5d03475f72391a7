import type { LeagueRole } from '@fieldhouse/domain/league/roles'
import { normalizeName } from '@fieldhouse/domain/names'
import type { Db } from '../database/engine/database.ts'

/** A league and the current user's role in it. */
export type LeagueScope = {
  id: number
  name: string
  espnLeagueId: number
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
}

export function leagueAccessStore(db: Db): LeagueAccessStore {
  return {
    async findLeague(name, userId) {
      const row = await db
        .selectFrom('leagues')
        .leftJoin('memberships', (join) =>
          join.onRef('memberships.league_id', '=', 'leagues.id').on('memberships.user_id', '=', userId ?? 0),
        )
        .select([
          'leagues.id',
          'leagues.name',
          'leagues.espn_league_id',
          'leagues.has_betslip',
          'leagues.season_note',
          'memberships.role',
        ])
        .where('leagues.name_key', '=', normalizeName(name.trim()))
        .executeTakeFirst()
      if (row === undefined) return null
      return {
        id: row.id,
        name: row.name,
        espnLeagueId: row.espn_league_id,
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
  }
}
