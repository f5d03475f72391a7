import type { LeagueRole } from '@fieldhouse/domain/league/roles'
import { normalizeName } from '@fieldhouse/domain/names'
import { displayRank } from '@fieldhouse/domain/seasons/season'
import type { Db } from '../../database/engine/database.ts'
import { isUniqueViolation } from '../../database/engine/database-errors.ts'
import { inTransaction } from '../../database/engine/transaction.ts'
import { type Actor, recordAuditEntry } from '../../repositories/audit/audit.ts'
import { findUser } from '../../repositories/leagues/memberships.ts'

export type NewLeague = {
  name: string
  espnLeagueId: number
  sheetId: string | null
  sheetGid: string | null
  hasBetslip: boolean
}

export type UserLeague = {
  name: string
  role: LeagueRole
  season: number | null
  team: {
    name: string
    logo: string | null
    rank: number | null
    wins: number
    losses: number
    ties: number
  } | null
}

export interface LeagueStore {
  /** The names of all leagues, in alphabetical order. */
  listNames(): Promise<string[]>
  /** Creates a league and makes its creator the admin. Returns false if the name is taken. */
  create(league: NewLeague, creator: Actor, now: Date): Promise<boolean>
  /** A user's leagues by name, each with its newest season; null if the user does not exist. */
  listByUser(username: string): Promise<UserLeague[] | null>
}

export function leagueStore(db: Db): LeagueStore {
  return {
    async listNames() {
      const rows = await db.selectFrom('leagues').select('name').orderBy('name_key').execute()
      return rows.map((row) => row.name)
    },

    async create(league, creator, now) {
      try {
        await inTransaction(db, async (transaction) => {
          const { id } = await transaction
            .insertInto('leagues')
            .values({
              name: league.name,
              name_key: normalizeName(league.name),
              espn_league_id: league.espnLeagueId,
              sheet_id: league.sheetId,
              sheet_gid: league.sheetGid,
              has_betslip: league.hasBetslip ? 1 : 0,
              created_at: now.getTime(),
            })
            .returning('id')
            .executeTakeFirstOrThrow()
          await transaction
            .insertInto('memberships')
            .values({ league_id: id, user_id: creator.userId, role: 'admin', created_at: now.getTime() })
            .execute()
          await recordAuditEntry(transaction, {
            at: now,
            actor: creator,
            action: 'league.create',
            leagueId: id,
            detail: { name: league.name, espn_league_id: league.espnLeagueId },
          })
        })
        return true
      } catch (error) {
        if (isUniqueViolation(error)) return false
        throw error
      }
    },

    async listByUser(username) {
      const user = await findUser(db, username)
      if (user === null) return null
      const rows = await listLeaguesWithTeams(user.id)
      return rows.map((row) => ({
        name: row.league,
        role: row.role,
        season: row.season,
        team: toTeam(row),
      }))
    },
  }

  function listLeaguesWithTeams(userId: number) {
    const userLeagues = db
      .selectFrom('memberships')
      .innerJoin('leagues', 'leagues.id', 'memberships.league_id')
      .leftJoin('seasons', 'seasons.league_id', 'leagues.id')
      .select(({ fn }) => [
        'leagues.id',
        'leagues.name as league',
        'leagues.name_key',
        'memberships.role',
        fn.max('seasons.season').as('season'),
      ])
      .where('memberships.user_id', '=', userId)
      .groupBy(['leagues.id', 'leagues.name', 'leagues.name_key', 'memberships.role'])
      .as('user_leagues')
    return db
      .selectFrom(userLeagues)
      .leftJoin('team_assignments', (join) =>
        join
          .onRef('team_assignments.league_id', '=', 'user_leagues.id')
          .on('team_assignments.user_id', '=', userId),
      )
      .leftJoin('season_teams', (join) =>
        join
          .onRef('season_teams.league_id', '=', 'user_leagues.id')
          .onRef('season_teams.season', '=', 'user_leagues.season')
          .onRef('season_teams.team_id', '=', 'team_assignments.team_id'),
      )
      .select([
        'user_leagues.league',
        'user_leagues.role',
        'user_leagues.season',
        'season_teams.name',
        'season_teams.logo',
        'season_teams.final_rank',
        'season_teams.playoff_seed',
        'season_teams.wins',
        'season_teams.losses',
        'season_teams.ties',
      ])
      .orderBy('user_leagues.name_key')
      .execute()
  }
}

function toTeam(row: {
  name: string | null
  logo: string | null
  final_rank: number | null
  playoff_seed: number | null
  wins: number | null
  losses: number | null
  ties: number | null
}): UserLeague['team'] {
  if (row.name === null) return null
  return {
    name: row.name,
    logo: row.logo,
    rank: displayRank({ finalRank: row.final_rank, playoffSeed: row.playoff_seed }),
    wins: row.wins ?? 0,
    losses: row.losses ?? 0,
    ties: row.ties ?? 0,
  }
}
