import { displayNameOf } from '@fieldhouse/domain/names'
import type { Points } from '@fieldhouse/domain/points'
import { displayRank, type TeamRecord } from '@fieldhouse/domain/seasons/season'
import type { Db } from '../../database/engine/database.ts'

/** A team of a season with the user it is assigned to. */
export type LeagueTeam = {
  teamId: number
  name: string
  abbrev: string
  logo: string | null
  record: TeamRecord
  rank: number | null
  pointsFor: Points
  pointsAgainst: Points
  /** null if the team is not assigned. */
  assignment: { userId: number; username: string; name: string } | null
}

/** Queries on teams that several features share. */
export interface TeamReader {
  /** Every team of a season, ordered by team id. */
  listTeams(leagueId: number, season: number): Promise<LeagueTeam[]>
  /** The team assigned to a user; null without an assignment, or if the team is not in that season. */
  findUserTeam(leagueId: number, season: number, userId: number): Promise<LeagueTeam | null>
  /** Owner names from the provider by team id, primary owner first. Teams without owners are not included. */
  listOwnerNames(leagueId: number, season: number): Promise<Map<number, string[]>>
}

export function teamReader(db: Db): TeamReader {
  return {
    async listTeams(leagueId, season) {
      const [rows, stillOwned] = await Promise.all([
        selectTeams(leagueId, season),
        listStillOwnedTeamIds(leagueId, season),
      ])
      return rows.map((row) => ({
        teamId: row.team_id,
        name: row.name,
        abbrev: row.abbrev,
        logo: row.logo,
        record: { wins: row.wins, losses: row.losses, ties: row.ties },
        rank: displayRank({ finalRank: row.final_rank, playoffSeed: row.playoff_seed }),
        pointsFor: row.points_for as Points,
        pointsAgainst: row.points_against as Points,
        assignment: stillOwned === null || stillOwned.has(row.team_id) ? toAssignment(row) : null,
      }))
    },

    async findUserTeam(leagueId, season, userId) {
      const teams = await this.listTeams(leagueId, season)
      return teams.find((team) => team.assignment?.userId === userId) ?? null
    },

    async listOwnerNames(leagueId, season) {
      const rows = await db
        .selectFrom('season_team_owners')
        .innerJoin('season_members', (join) =>
          join
            .onRef('season_members.league_id', '=', 'season_team_owners.league_id')
            .onRef('season_members.season', '=', 'season_team_owners.season')
            .onRef('season_members.member_id', '=', 'season_team_owners.member_id'),
        )
        .select(['season_team_owners.team_id', 'season_members.name'])
        .where('season_team_owners.league_id', '=', leagueId)
        .where('season_team_owners.season', '=', season)
        .orderBy('season_team_owners.position')
        .execute()
      const names = new Map<number, string[]>()
      for (const { team_id, name } of rows) names.set(team_id, [...(names.get(team_id) ?? []), name])
      return names
    },
  }

  function selectTeams(leagueId: number, season: number) {
    return db
      .selectFrom('season_teams')
      .leftJoin('team_assignments', (join) =>
        join
          .onRef('team_assignments.league_id', '=', 'season_teams.league_id')
          .onRef('team_assignments.team_id', '=', 'season_teams.team_id'),
      )
      .leftJoin('users', 'users.id', 'team_assignments.user_id')
      .select([
        'season_teams.team_id',
        'season_teams.name',
        'season_teams.abbrev',
        'season_teams.logo',
        'season_teams.wins',
        'season_teams.losses',
        'season_teams.ties',
        'season_teams.points_for',
        'season_teams.points_against',
        'season_teams.playoff_seed',
        'season_teams.final_rank',
        'users.id as user_id',
        'users.username',
        'users.first_name',
        'users.last_name',
      ])
      .where('season_teams.league_id', '=', leagueId)
      .where('season_teams.season', '=', season)
      .orderBy('season_teams.team_id')
      .execute()
  }

  /**
   * The teams that share an owner with the team of the same id in the newest season. Assignments are made for the
   * newest season, and in an earlier season the same id can belong to someone else. null for the newest season.
   */
  async function listStillOwnedTeamIds(leagueId: number, season: number): Promise<Set<number> | null> {
    const { newest } = await db
      .selectFrom('seasons')
      .select(({ fn }) => fn.max('season').as('newest'))
      .where('league_id', '=', leagueId)
      .executeTakeFirstOrThrow()
    if (newest === null || newest === season) return null
    const rows = await db
      .selectFrom('season_team_owners as earlier')
      .innerJoin('season_team_owners as current', (join) =>
        join
          .onRef('current.league_id', '=', 'earlier.league_id')
          .onRef('current.team_id', '=', 'earlier.team_id')
          .onRef('current.member_id', '=', 'earlier.member_id')
          .on('current.season', '=', newest),
      )
      .select('earlier.team_id')
      .where('earlier.league_id', '=', leagueId)
      .where('earlier.season', '=', season)
      .execute()
    return new Set(rows.map((row) => row.team_id))
  }
}

function toAssignment(row: {
  user_id: number | null
  username: string | null
  first_name: string | null
  last_name: string | null
}): LeagueTeam['assignment'] {
  if (row.user_id === null || row.username === null) return null
  const name = displayNameOf({
    username: row.username,
    firstName: row.first_name ?? '',
    lastName: row.last_name ?? '',
  })
  return { userId: row.user_id, username: row.username, name }
}
