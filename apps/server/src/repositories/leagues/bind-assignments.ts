import type { Kysely } from 'kysely'
import type { Database } from '../../database/schema/schema.ts'

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
  const team = await db
    .selectFrom('season_teams as team')
    .leftJoin('season_team_owners as owner', (join) =>
      join
        .onRef('owner.league_id', '=', 'team.league_id')
        .onRef('owner.season', '=', 'team.season')
        .onRef('owner.team_id', '=', 'team.team_id'),
    )
    .select(['team.season', 'owner.member_id as memberId'])
    .where('team.league_id', '=', leagueId)
    .where('team.team_id', '=', teamId)
    .$if(season !== null, (query) => query.where('team.season', '=', season ?? 0))
    .orderBy('team.season', 'desc')
    .orderBy('owner.position')
    .limit(1)
    .executeTakeFirst()
  return team ?? null
}
