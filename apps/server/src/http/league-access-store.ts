import { normalizeName } from '@fieldhouse/domain/names'
import type { LeagueRole } from '@fieldhouse/domain/roles'
import type { Db } from '../database/database.ts'

/** The league that a call is about, and what the caller is in it. */
export type LeagueScope = {
  id: number
  name: string
  espnLeagueId: number
  hasBetslip: boolean
  /** Shown above the roster; null for none. */
  seasonNote: string | null
  /** null when the caller is no member. */
  role: LeagueRole | null
}

export type LeagueAccessStore = ReturnType<typeof leagueAccessStore>

export function leagueAccessStore(db: Db) {
  return {
    /** The league of that name, without regard to case; null when there is none. */
    async findLeague(name: string, userId: number | null): Promise<LeagueScope | null> {
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

    /** Of every league that the person is a member of. */
    async listLeagueIds(userId: number): Promise<number[]> {
      const rows = await db
        .selectFrom('memberships')
        .select('league_id')
        .where('user_id', '=', userId)
        .orderBy('league_id')
        .execute()
      return rows.map((row) => row.league_id)
    },

    /** Of every league that the person is admin of. */
    async listManagedLeagueIds(userId: number): Promise<number[]> {
      const rows = await db
        .selectFrom('memberships')
        .select('league_id')
        .where('user_id', '=', userId)
        .where('role', '=', 'admin')
        .orderBy('league_id')
        .execute()
      return rows.map((row) => row.league_id)
    },

    /** Whether the person is admin of any league. */
    async isAnyLeagueAdmin(userId: number): Promise<boolean> {
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
