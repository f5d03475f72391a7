import type { Db } from '../database/engine/database.ts'
import { listTeamUsers, selectAssignments } from './league.ts'
import { addMember } from './memberships.ts'
import { findSeason, findTeamOwner } from './stored-seasons.ts'

export type OwnedTeam = { teamId: number; season: number; memberId: string | null }

/** A team that nobody has or that the user has, and the ID of the user's own, if any. The league should be locked. */
export async function findFreeTeam(
  db: Db,
  leagueId: number,
  teamId: number,
  userId: number,
): Promise<(OwnedTeam & { userTeamId: number | null }) | 'team_not_found' | 'team_taken'> {
  const { season } = await db
    .selectFrom('seasons')
    .select(({ fn }) => fn.max('season').as('season'))
    .where('league_id', '=', leagueId)
    .executeTakeFirstOrThrow()
  const owner = season === null ? null : await findTeamOwner(db, leagueId, teamId, season)
  if (owner === null) return 'team_not_found'
  const users = await listTeamUsers(db, leagueId, owner.season)
  if (users.get(teamId)?.includes(userId) === false) return 'team_taken'
  const [userTeamId = null] = [...users].find(([, ids]) => ids.includes(userId)) ?? []
  return { teamId, ...owner, userTeamId }
}

/** An owner of the team whom no user has, or else the primary owner. null if the team has no owner. */
export async function findOtherOwner(
  db: Db,
  leagueId: number,
  { teamId, season, memberId }: OwnedTeam,
): Promise<string | null> {
  const stored = await findSeason(db, leagueId, season)
  const ownerIds = stored?.teams.find((team) => team.teamId === teamId)?.ownerIds ?? []
  const taken = new Set((await selectAssignments(db, [leagueId])).map((assignment) => assignment.memberId))
  return ownerIds.find((ownerId) => ownerId !== memberId && !taken.has(ownerId)) ?? memberId
}

/**
 * `previousUserIds` lose it, and the new user loses any other team of the league and joins as a player if they are not
 * a member yet. The league should be locked.
 */
export async function replaceTeamUser(
  db: Db,
  leagueId: number,
  { teamId, season, memberId }: OwnedTeam,
  users: { previousUserIds: readonly number[]; userId: number | null },
  now: Date,
): Promise<void> {
  const { previousUserIds, userId } = users
  await db
    .deleteFrom('team_assignments')
    .where('league_id', '=', leagueId)
    .where('user_id', 'in', [...previousUserIds, userId ?? 0])
    .execute()
  if (userId === null) return
  await db
    .insertInto('team_assignments')
    .values({ league_id: leagueId, user_id: userId, team_id: teamId, season, member_id: memberId })
    .execute()
  await addMember(db, leagueId, userId, 'player', now)
}
