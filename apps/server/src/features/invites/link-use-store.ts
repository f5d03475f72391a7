import type { Kysely } from 'kysely'
import type { Database } from '../../database/schema/schema.ts'
import { type OwnedTeam, replaceTeamUser } from '../../repositories/leagues/assign-team.ts'
import type { InviteLinkRow } from './link-store.ts'

/** A viewer who joined through an invite link becomes a player with their team. */
export async function claimTeam(
  db: Kysely<Database>,
  leagueId: number,
  userId: number,
  team: OwnedTeam,
  now: Date,
): Promise<void> {
  await replaceTeamUser(db, leagueId, team, { previousUserId: null, userId }, now)
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
  link: InviteLinkRow,
  userId: number,
  claim: { teamId: number | null; hasJoined: boolean } | null,
  now: Date,
): Promise<void> {
  const use = { used_at: now.getTime(), team_id: claim?.teamId ?? null }
  const claimed = claim === null ? null : now.getTime()
  const hasJoined = claim?.hasJoined === true
  const first = await db
    .insertInto('invite_uses')
    .values({
      link_id: link.id,
      user_id: userId,
      ...use,
      has_joined: hasJoined ? 1 : 0,
      claimed_at: claimed,
      undone_at: null,
    })
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
      .set({ ...use, claimed_at: claimed, ...(hasJoined ? { has_joined: 1 } : {}) })
      .where('link_id', '=', link.id)
      .where('user_id', '=', userId)
      .execute()
  }
}

/** Approves the pending request of a user who has joined without waiting for it. */
export async function approveOwnRequest(
  db: Kysely<Database>,
  leagueId: number,
  userId: number,
  now: Date,
): Promise<void> {
  await db
    .updateTable('join_requests')
    .set({ status: 'approved', decided_at: now.getTime() })
    .where('user_id', '=', userId)
    .where('league_id', '=', leagueId)
    .where('status', '=', 'pending')
    .execute()
}
