import { assignUsers, type TeamAssignment } from '@fieldhouse/domain/league/team-assignments'
import type { Db } from '../../database/engine/database.ts'

type LeagueAndSeason = { leagueId: number; season: number }

/** An assignment whose owner has no team in the newest season. */
export type EndedAssignment = {
  username: string
  /** The owner's name in the last season with a team; null if the team had no owner. */
  owner: string | null
  /** The name of the owner's last team. */
  team: string
  /** The last season in which the owner had a team. */
  lastSeason: number
}

/** Every query takes a database or a transaction, so that it can run in the transaction of a change. */
type Reader = Pick<Db, 'selectFrom'>

/** The ID of the user of each assigned team in a season, by team ID. */
export async function listTeamUsers(
  db: Reader,
  leagueId: number,
  season: number,
): Promise<Map<number, number>> {
  return (await listUsersByLeague(db, [{ leagueId, season }])).get(leagueId) ?? new Map()
}

/** The ID of the user of each assigned team by team ID, for one season of each league. */
export async function listUsersByLeague(
  db: Reader,
  seasons: readonly LeagueAndSeason[],
): Promise<Map<number, Map<number, number>>> {
  if (seasons.length === 0) return new Map()
  const leagueIds = seasons.map(({ leagueId }) => leagueId)
  const assignments = await selectAssignments(db, leagueIds)
  if (assignments.length === 0) return new Map()
  const teams = await selectOwnedTeams(db, leagueIds, [...new Set(seasons.map(({ season }) => season))])
  const personOf = await readPersons(db, leagueIds)
  const assignmentsByLeague = Map.groupBy(assignments, ({ leagueId }) => leagueId)
  const teamsByLeague = Map.groupBy(teams, ({ leagueId }) => leagueId)
  return new Map(
    seasons.map(({ leagueId, season }) => {
      const seasonTeams = teamsByLeague.get(leagueId)?.filter((team) => team.season === season) ?? []
      const users = assignUsers(
        assignmentsByLeague.get(leagueId) ?? [],
        { season, teams: seasonTeams },
        (memberId) => personOf(leagueId, memberId),
      )
      return [leagueId, users]
    }),
  )
}

/** The assignments of a league that have no team in its newest season, by username. */
export async function listEndedAssignments(db: Reader, leagueId: number): Promise<EndedAssignment[]> {
  const teams = await db
    .selectFrom('season_teams')
    .leftJoin('season_team_owners as owner', (join) =>
      join
        .onRef('owner.league_id', '=', 'season_teams.league_id')
        .onRef('owner.season', '=', 'season_teams.season')
        .onRef('owner.team_id', '=', 'season_teams.team_id'),
    )
    .leftJoin('season_members as member', (join) =>
      join
        .onRef('member.league_id', '=', 'owner.league_id')
        .onRef('member.season', '=', 'owner.season')
        .onRef('member.member_id', '=', 'owner.member_id'),
    )
    .select([
      'season_teams.season',
      'season_teams.team_id',
      'season_teams.name as team',
      'owner.member_id',
      'member.name as owner',
    ])
    .where('season_teams.league_id', '=', leagueId)
    .orderBy('season_teams.season', 'desc')
    .orderBy('owner.position')
    .execute()
  const newest = teams[0]?.season
  if (newest === undefined) return []
  const assignments = await selectAssignments(db, [leagueId])
  const users = await listTeamUsers(db, leagueId, newest)
  const personOf = await readPersons(db, [leagueId])
  const current = new Set(users.values())
  return assignments
    .filter(({ userId }) => !current.has(userId))
    .flatMap(({ username, memberId, teamId, season }) => {
      const last = teams.find((team) =>
        memberId === null
          ? team.team_id === teamId && team.season === season
          : team.member_id !== null && personOf(leagueId, team.member_id) === personOf(leagueId, memberId),
      )
      return last === undefined
        ? []
        : [{ username, owner: last.owner, team: last.team, lastSeason: last.season }]
    })
}

async function selectAssignments(
  db: Reader,
  leagueIds: readonly number[],
): Promise<(TeamAssignment & { leagueId: number; username: string })[]> {
  const rows = await db
    .selectFrom('team_assignments')
    .innerJoin('users', 'users.id', 'team_assignments.user_id')
    .select(['league_id', 'user_id', 'team_id', 'season', 'member_id', 'users.username'])
    .where('league_id', 'in', leagueIds)
    .orderBy('users.username_key')
    .execute()
  return rows.map((row) => ({
    leagueId: row.league_id,
    userId: row.user_id,
    username: row.username,
    teamId: row.team_id,
    season: row.season,
    memberId: row.member_id,
  }))
}

async function selectOwnedTeams(db: Reader, leagueIds: readonly number[], seasons: readonly number[]) {
  const rows = await db
    .selectFrom('season_teams as team')
    .leftJoin('season_team_owners as owner', (join) =>
      join
        .onRef('owner.league_id', '=', 'team.league_id')
        .onRef('owner.season', '=', 'team.season')
        .onRef('owner.team_id', '=', 'team.team_id'),
    )
    .select(['team.league_id', 'team.season', 'team.team_id', 'owner.member_id'])
    .where('team.league_id', 'in', leagueIds)
    .where('team.season', 'in', seasons)
    .orderBy('owner.position')
    .execute()
  const teams = new Map<string, LeagueAndSeason & { teamId: number; ownerIds: string[] }>()
  for (const { league_id: leagueId, season, team_id: teamId, member_id } of rows) {
    const key = `${leagueId} ${season} ${teamId}`
    const team = teams.get(key) ?? { leagueId, season, teamId, ownerIds: [] }
    teams.set(key, team)
    if (member_id !== null) team.ownerIds.push(member_id)
  }
  return [...teams.values()]
}

/** Returns a function from an account of a league to the account that represents its owner. */
async function readPersons(
  db: Reader,
  leagueIds: readonly number[],
): Promise<(leagueId: number, memberId: string) => string> {
  const rows = await db
    .selectFrom('owner_merges')
    .select(['league_id', 'member_id', 'person_id'])
    .where('league_id', 'in', leagueIds)
    .execute()
  const persons = new Map(rows.map((row) => [`${row.league_id} ${row.member_id}`, row.person_id]))
  return (leagueId, memberId) => persons.get(`${leagueId} ${memberId}`) ?? memberId
}
