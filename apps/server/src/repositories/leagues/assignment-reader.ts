import { assignUsers, type TeamAssignment } from '@fieldhouse/domain/seasons/season-views'
import type { Db } from '../../database/engine/database.ts'
import { listSeasons, listSeasonsOf, type StoredSeason } from '../season-documents/stored-seasons.ts'

type LeagueAndSeason = { leagueId: number; season: number }

export async function listTeamUsers(
  db: Db,
  leagueId: number,
  season: number,
): Promise<Map<number, number[]>> {
  return (await listUsersByLeague(db, [{ leagueId, season }])).get(leagueId) ?? new Map()
}

export async function listUsersByLeague(
  db: Db,
  seasons: readonly LeagueAndSeason[],
): Promise<Map<number, Map<number, number[]>>> {
  if (seasons.length === 0) return new Map()
  const leagueIds = seasons.map(({ leagueId }) => leagueId)
  const assignments = await selectAssignments(db, leagueIds)
  if (assignments.length === 0) return new Map()
  const stored = await listSeasonsOf(db, seasons)
  const personOf = await readPersons(db, leagueIds)
  const assignmentsByLeague = Map.groupBy(assignments, ({ leagueId }) => leagueId)
  return new Map(
    seasons.map(({ leagueId, season }) => {
      const users = assignUsers(
        assignmentsByLeague.get(leagueId) ?? [],
        { season, teams: stored.get(leagueId)?.teams ?? [] },
        (memberId) => personOf(leagueId, memberId),
      )
      return [leagueId, users]
    }),
  )
}

/**
 * The assignments of a league that have no team in its newest season, by username, each with the owner's name and the
 * team of the last season with a team. The name is null if the team had no owner.
 */
export async function listEndedAssignments(db: Db, leagueId: number) {
  const teams = (await listSeasons(db, leagueId)).reverse().flatMap(toOwnedTeams)
  const newest = teams[0]?.season
  if (newest === undefined) return []
  const assignments = await selectAssignments(db, [leagueId])
  const users = await listTeamUsers(db, leagueId, newest)
  const personOf = await readPersons(db, [leagueId])
  const current = new Set([...users.values()].flat())
  return assignments
    .filter(({ userId }) => !current.has(userId))
    .flatMap(({ username, memberId, teamId, season }) => {
      const last = teams.find((team) =>
        memberId === null
          ? team.teamId === teamId && team.season === season
          : team.memberId !== null && personOf(leagueId, team.memberId) === personOf(leagueId, memberId),
      )
      return last === undefined
        ? []
        : [{ username, owner: last.owner, team: last.team, lastSeason: last.season }]
    })
}

/** The teams of a season, once for each owner, those with their primary owners first. */
function toOwnedTeams({ season, teams, members }: StoredSeason) {
  const names = new Map(members.map(({ memberId, name }) => [memberId, name]))
  return teams
    .flatMap(({ teamId, name, ownerIds }) =>
      (ownerIds.length === 0 ? [null] : ownerIds).map((memberId, position) => ({
        season,
        teamId,
        team: name,
        memberId,
        owner: memberId === null ? null : (names.get(memberId) ?? null),
        position,
      })),
    )
    .sort((a, b) => a.position - b.position)
}

/** In the order of usernames. */
export function selectAssignments(
  db: Db,
  leagueIds: readonly number[],
): Promise<(TeamAssignment & { leagueId: number; username: string })[]> {
  return db
    .selectFrom('team_assignments')
    .innerJoin('users', 'users.id', 'team_assignments.user_id')
    .select(['league_id as leagueId', 'user_id as userId', 'team_id as teamId', 'season'])
    .select(['member_id as memberId', 'users.username'])
    .where('league_id', 'in', leagueIds)
    .orderBy('users.username_key')
    .execute()
}

/** Returns a function from an account of a league to the account that represents its owner. */
export async function readPersons(
  db: Db,
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
