import type { Kysely } from 'kysely'
import type { Database } from '../../database/schema/schema.ts'
import { findSeason, listSeasons } from '../season-documents/stored-seasons.ts'

/**
 * Adds the owner to the assignments of a league that have none: the team had no owner when it was assigned, or the
 * assignment is from an archive of an older release. Must be called when seasons change.
 */
export async function bindAssignments(db: Kysely<Database>, leagueId: number): Promise<void> {
  const assignments = await db
    .selectFrom('team_assignments')
    .select(['user_id', 'team_id', 'season'])
    .where('league_id', '=', leagueId)
    .where('member_id', 'is', null)
    .execute()
  for (const { user_id, team_id, season: assignedSeason } of assignments) {
    const owner = await findTeamOwner(db, leagueId, team_id, assignedSeason)
    if (owner === null) continue
    await db
      .updateTable('team_assignments')
      .set({ season: owner.season, member_id: owner.memberId })
      .where('league_id', '=', leagueId)
      .where('user_id', '=', user_id)
      .execute()
  }
}

/**
 * The account of a team's primary owner, in the newest season with the team if `season` is null. null if the team
 * is not stored.
 */
export async function findTeamOwner(
  db: Pick<Kysely<Database>, 'selectFrom'>,
  leagueId: number,
  teamId: number,
  season: number | null,
): Promise<{ season: number; memberId: string | null } | null> {
  const seasons = season === null ? await listSeasons(db, leagueId) : [await findSeason(db, leagueId, season)]
  for (const stored of seasons.reverse()) {
    const team = stored?.teams.find((each) => each.teamId === teamId)
    if (stored != null && team !== undefined)
      return { season: stored.season, memberId: team.ownerIds[0] ?? null }
  }
  return null
}
