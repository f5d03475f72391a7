import { displayNameOf } from '@fieldhouse/domain/names'
import type { Points } from '@fieldhouse/domain/points'
import { displayRank, type TeamRecord } from '@fieldhouse/domain/season'
import type { Db } from './database.ts'

/** A team of a season, and who was given it here. */
export type LeagueTeam = {
  teamId: number
  name: string
  abbrev: string
  logo: string | null
  record: TeamRecord
  rank: number | null
  pointsFor: Points
  pointsAgainst: Points
  /** null without an assignment. */
  assignment: { userId: number; username: string; name: string } | null
}

export type TeamReader = ReturnType<typeof teamReader>

/** Questions about teams that more than one feature asks. */
export function teamReader(db: Db) {
  return {
    /** Every team of a season, in the order of the provider's numbers. */
    async listTeams(leagueId: number, season: number): Promise<LeagueTeam[]> {
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

    /** The team that a user was given, in a season; null without an assignment or when it is not in that season. */
    async findUserTeam(leagueId: number, season: number, userId: number): Promise<LeagueTeam | null> {
      const teams = await this.listTeams(leagueId, season)
      return teams.find((team) => team.assignment?.userId === userId) ?? null
    },

    /** Names as the provider has them, by team, the primary owner first. A team that nobody owns is not in it. */
    async listOwnerNames(leagueId: number, season: number): Promise<Map<number, string[]>> {
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
   * A team's number is no person: of an earlier season, the teams that have an owner in common with
   * the newest one, for which alone an assignment holds. null for the newest season itself.
   */
  async function listStillOwnedTeamIds(leagueId: number, season: number): Promise<Set<number> | null> {
    const { newest } = await db
      .selectFrom('seasons')
      .select(({ fn }) => fn.max('season').as('newest'))
      .where('league_id', '=', leagueId)
      .executeTakeFirstOrThrow()
    if (newest === null || newest === season) return null
    const rows = await db
      .selectFrom('season_team_owners as then')
      .innerJoin('season_team_owners as now', (join) =>
        join
          .onRef('now.league_id', '=', 'then.league_id')
          .onRef('now.team_id', '=', 'then.team_id')
          .onRef('now.member_id', '=', 'then.member_id')
          .on('now.season', '=', newest),
      )
      .select('then.team_id')
      .where('then.league_id', '=', leagueId)
      .where('then.season', '=', season)
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
