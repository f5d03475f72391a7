import { displayNameOf } from '@fieldhouse/domain/names'
import type { Points } from '@fieldhouse/domain/points'
import { shownRank, type TeamRecord } from '@fieldhouse/domain/season'
import type { Db } from '../../database/database.ts'

/** A team's line in the table of a season. */
export type StandingTeam = {
  teamId: number
  name: string
  abbrev: string
  logo: string | null
  record: TeamRecord
  rank: number | null
  pointsFor: Points
  pointsAgainst: Points
  /** Who was given the team here; null without an assignment. */
  assigned: { userId: number; username: string; name: string } | null
  /** Names as the provider has them, the primary owner first. */
  owners: string[]
  /** Of the weeks that are over, in their order. */
  weeks: { week: number; points: Points }[]
}

export type SeasonSummary = { playoffTeams: number | null; isFinished: boolean }

export type StandingsStore = ReturnType<typeof standingsStore>

export function standingsStore(db: Db) {
  return {
    /** null when the season is not stored. */
    async seasonOf(leagueId: number, season: number): Promise<SeasonSummary | null> {
      const row = await db
        .selectFrom('seasons')
        .select(['playoff_teams', 'is_finished'])
        .where('league_id', '=', leagueId)
        .where('season', '=', season)
        .executeTakeFirst()
      if (row === undefined) return null
      return { playoffTeams: row.playoff_teams, isFinished: row.is_finished === 1 }
    },

    /** Every team of a season, in the order of the provider's numbers. */
    async teamsOf(leagueId: number, season: number): Promise<StandingTeam[]> {
      const [rows, owners, weeks, stillOwned] = await Promise.all([
        teamRows(leagueId, season),
        ownerNames(leagueId, season),
        weeklyPoints(leagueId, season),
        teamsStillOwned(leagueId, season),
      ])
      return rows.map((row) => ({
        teamId: row.team_id,
        name: row.name,
        abbrev: row.abbrev,
        logo: row.logo,
        record: { wins: row.wins, losses: row.losses, ties: row.ties },
        rank: shownRank({ finalRank: row.final_rank, playoffSeed: row.playoff_seed }),
        pointsFor: row.points_for as Points,
        pointsAgainst: row.points_against as Points,
        assigned: stillOwned === null || stillOwned.has(row.team_id) ? assignedIn(row) : null,
        owners: owners.get(row.team_id) ?? [],
        weeks: weeks.get(row.team_id) ?? [],
      }))
    },

    /** The team that a user was given, in a season; null without an assignment or when it is not in that season. */
    async teamOfUser(leagueId: number, season: number, userId: number): Promise<StandingTeam | null> {
      const teams = await this.teamsOf(leagueId, season)
      return teams.find((team) => team.assigned?.userId === userId) ?? null
    },
  }

  function teamRows(leagueId: number, season: number) {
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

  async function ownerNames(leagueId: number, season: number): Promise<Map<number, string[]>> {
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
    return groupedByTeam(rows, (row) => row.name)
  }

  /**
   * A team's number is no person: of an earlier season, the teams that have an owner in common with
   * the newest one, for which alone an assignment holds. null for the newest season itself.
   */
  async function teamsStillOwned(leagueId: number, season: number): Promise<Set<number> | null> {
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

  async function weeklyPoints(leagueId: number, season: number) {
    const rows = await db
      .selectFrom('season_weeks')
      .innerJoin('seasons', (join) =>
        join
          .onRef('seasons.league_id', '=', 'season_weeks.league_id')
          .onRef('seasons.season', '=', 'season_weeks.season'),
      )
      .select(['season_weeks.team_id', 'season_weeks.week', 'season_weeks.points'])
      .where('season_weeks.league_id', '=', leagueId)
      .where('season_weeks.season', '=', season)
      // What was scored in a week that is still played is no week's score yet.
      .where((eb) =>
        eb.or([
          eb('seasons.is_finished', '=', 1),
          eb('season_weeks.week', '<', eb.ref('seasons.current_week')),
        ]),
      )
      .orderBy('season_weeks.week')
      .execute()
    return groupedByTeam(rows, ({ week, points }) => ({ week, points: points as Points }))
  }
}

function assignedIn(row: {
  user_id: number | null
  username: string | null
  first_name: string | null
  last_name: string | null
}): StandingTeam['assigned'] {
  if (row.user_id === null || row.username === null) return null
  const name = displayNameOf({
    username: row.username,
    firstName: row.first_name ?? '',
    lastName: row.last_name ?? '',
  })
  return { userId: row.user_id, username: row.username, name }
}

function groupedByTeam<Row extends { team_id: number }, Item>(
  rows: readonly Row[],
  itemOf: (row: Row) => Item,
) {
  const groups = new Map<number, Item[]>()
  for (const row of rows) {
    const group = groups.get(row.team_id)
    if (group === undefined) groups.set(row.team_id, [itemOf(row)])
    else group.push(itemOf(row))
  }
  return groups
}
