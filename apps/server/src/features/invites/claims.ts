import { displayNameOf } from '@fieldhouse/domain/names'
import type { Kysely } from 'kysely'
import type { Db } from '../../database/engine/database.ts'
import type { Database } from '../../database/schema/schema.ts'
import { type OwnedTeam, replaceTeamUser } from '../../repositories/leagues/assign-team.ts'
import { listSeasons } from '../../repositories/season-documents/stored-seasons.ts'
import { LISTED_MS } from './read-links.ts'

/**
 * What people got through a link without an approval in the last 30 days, and still have, newest first. `team` is null for
 * a viewer.
 */
export async function listClaims(db: Db, leagueId: number, now: Date) {
  const rows = await selectClaims(db, leagueId)
    .select(['assigned.season', 'users.username'])
    .select(['users.first_name as firstName', 'users.last_name as lastName'])
    .where('use.claimed_at', '>', now.getTime() - LISTED_MS)
    .orderBy('use.claimed_at', 'desc')
    .orderBy('users.username_key')
    .execute()
  const seasons = await listSeasons(db, leagueId)
  return rows.map((row) => {
    const season = seasons.find((each) => each.season === row.season)
    return {
      link: row.link_id,
      username: row.username,
      name: displayNameOf(row),
      team: season?.teams.find(({ teamId }) => teamId === row.team_id)?.name ?? null,
      at: new Date(row.claimed_at ?? 0).toISOString(),
    }
  })
}

/** The uses without an approval whose team the user still has, or through which they are a member without a team. */
export function selectClaims(db: Pick<Db, 'selectFrom'>, leagueId: number) {
  return db
    .selectFrom('invite_uses as use')
    .innerJoin('invite_links as link', 'link.id', 'use.link_id')
    .innerJoin('users', 'users.id', 'use.user_id')
    .innerJoin('memberships as member', (join) =>
      join.onRef('member.league_id', '=', 'link.league_id').onRef('member.user_id', '=', 'use.user_id'),
    )
    .leftJoin('team_assignments as assigned', (join) =>
      join.onRef('assigned.league_id', '=', 'link.league_id').onRef('assigned.user_id', '=', 'use.user_id'),
    )
    .select(['use.link_id', 'use.claimed_at', 'use.has_joined', 'assigned.team_id'])
    .where('link.league_id', '=', leagueId)
    .where('member.role', '!=', 'admin')
    .where('use.claimed_at', 'is not', null)
    .where('use.undone_at', 'is', null)
    .where((eb) =>
      eb.or([
        eb('assigned.team_id', '=', eb.ref('use.team_id')),
        eb.and([eb('assigned.user_id', 'is', null), eb('use.has_joined', '=', 1)]),
      ]),
    )
}

/** A viewer who joined through an invite link becomes a player with their team. */
export async function claimTeam(
  db: Kysely<Database>,
  leagueId: number,
  userId: number,
  team: OwnedTeam,
  now: Date,
): Promise<void> {
  await replaceTeamUser(db, leagueId, team, { previousUserIds: [], userId }, now)
  await db
    .updateTable('memberships')
    .set({ role: 'player' })
    .where('league_id', '=', leagueId)
    .where('user_id', '=', userId)
    .where('role', '=', 'viewer')
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('invite_uses')
          .innerJoin('invite_links', 'invite_links.id', 'invite_uses.link_id')
          .select('link_id')
          .where('invite_uses.user_id', '=', userId)
          .where('invite_uses.has_joined', '=', 1)
          .where('invite_links.league_id', '=', leagueId),
      ),
    )
    .execute()
}

/** Counts each user once. `claim` is null for somebody who has to be approved. */
export async function recordUse(
  db: Kysely<Database>,
  link: { id: number; uses: number },
  userId: number,
  claim: { teamId: number | null; hasJoined: boolean } | null,
  now: Date,
): Promise<void> {
  const use = {
    used_at: now.getTime(),
    team_id: claim?.teamId ?? null,
    claimed_at: claim === null ? null : now.getTime(),
  }
  const joined = { has_joined: claim?.hasJoined === true ? 1 : 0 }
  const first = await db
    .insertInto('invite_uses')
    .values({ link_id: link.id, user_id: userId, ...use, ...joined, undone_at: null })
    .onConflict((conflict) => conflict.columns(['link_id', 'user_id']).doNothing())
    .returning('link_id')
    .executeTakeFirst()
  if (first !== undefined) {
    await db
      .updateTable('invite_links')
      .set({ uses: link.uses + 1 })
      .where('id', '=', link.id)
      .execute()
  } else if (claim !== null) {
    await db
      .updateTable('invite_uses')
      .set({ ...use, ...(claim.hasJoined ? joined : {}) })
      .where('link_id', '=', link.id)
      .where('user_id', '=', userId)
      .execute()
  }
}
