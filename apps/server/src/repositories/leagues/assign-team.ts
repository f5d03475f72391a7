import type { Kysely } from 'kysely'
import type { Database } from '../../database/schema/schema.ts'
import { addMember } from './memberships.ts'

/** A team of a season with the account of its primary owner. */
export type OwnedTeam = { teamId: number; season: number; memberId: string | null }

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
