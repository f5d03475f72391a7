import type { Kysely } from 'kysely'
import type { Database } from '../../database/schema/schema.ts'
import { findTeamOwner } from '../season-documents/stored-seasons.ts'
import { listTeamUsers } from './assignment-reader.ts'
import { addMember } from './memberships.ts'

/** A team of a season with the account of its primary owner. */
export type OwnedTeam = { teamId: number; season: number; memberId: string | null }

/**
 * A team of the newest season that nobody has or that the user has, and the ID of the team that they have, if any. The
 * league should be locked.
 */
export async function findFreeTeam(
  db: Kysely<Database>,
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
  if (users.has(teamId) && users.get(teamId) !== userId) return 'team_taken'
  const [userTeamId = null] = [...users].find(([, user]) => user === userId) ?? []
  return { teamId, ...owner, userTeamId }
}

/**
 * Replaces the users of a team. `previousUserId` loses it, and the new user loses any other team of the league and
 * joins as a player if they are not a member yet. The league should be locked.
 */
export async function replaceTeamUser(
  db: Kysely<Database>,
  leagueId: number,
  { teamId, season, memberId }: OwnedTeam,
  users: { previousUserId: number | null; userId: number | null },
  now: Date,
): Promise<void> {
  const { previousUserId, userId } = users
  await db
    .deleteFrom('team_assignments')
    .where('league_id', '=', leagueId)
    .where('user_id', 'in', [previousUserId ?? 0, userId ?? 0])
    .execute()
  if (userId === null) return
  await db
    .insertInto('team_assignments')
    .values({ league_id: leagueId, user_id: userId, team_id: teamId, season, member_id: memberId })
    .execute()
  await addMember(db, leagueId, userId, 'player', now)
}
