import * as contract from '@fieldhouse/contract/invites'
import { DAY_MS } from '@fieldhouse/domain/duration'
import { displayNameOf } from '@fieldhouse/domain/names'
import { hashToken, newLinkCode } from '../../crypto/crypto.ts'
import type { Db } from '../../database/engine/database.ts'
import { ApiError } from '../../http/errors/api-error.ts'
import { operation } from '../../http/operation.ts'
import { findFreeTeam, type OwnedTeam, replaceTeamUser } from '../../repositories/assign-team.ts'
import { changeLeague, recordEvent } from '../../repositories/change-league.ts'
import { addMember, findRole, findUser, upsertJoinRequest } from '../../repositories/memberships.ts'
import { listSeasons } from '../../repositories/stored-seasons.ts'
import {
  findLink,
  LISTED_MS,
  presentLink,
  requireLink,
  requiresApproval,
  requireUsable,
  stateOf,
} from './read-links.ts'

/** Per league. */
const MAX_ACTIVE_LINKS = 20

export const invites = [
  /** Newest first, with the links that ended in the last 30 days. */
  operation(contract.listInviteLinks, async ({ ctx, league }) => {
    const now = ctx.now()
    const since = now.getTime() - LISTED_MS
    const rows = await ctx.db
      .selectFrom('invite_links')
      .leftJoin('users', 'users.id', 'invite_links.created_by')
      .selectAll('invite_links')
      .select('users.username')
      .where('league_id', '=', league.id)
      .where('expires_at', '>', since)
      .where((eb) => eb.or([eb('revoked_at', 'is', null), eb('revoked_at', '>', since)]))
      .orderBy('invite_links.created_at', 'desc')
      .orderBy('invite_links.id', 'desc')
      .execute()
    const links = rows.map((row) => presentLink(row, row.username, now))
    return { links, claims: await listClaims(ctx.db, league.id, now) }
  }),

  /** Of its code, only the hash is stored. */
  operation(contract.createInviteLink, async (call) => {
    const { league, user, body, reply } = call
    const { days, max_uses = null, needs_approval } = body
    const code = newLinkCode()
    const created = await changeLeague(call, async ({ transaction, now, audit }) => {
      const links = await transaction
        .selectFrom('invite_links')
        .selectAll()
        .where('league_id', '=', league.id)
        .where('expires_at', '>', now.getTime())
        .where('revoked_at', 'is', null)
        .execute()
      if (links.filter((row) => stateOf(row, now) === 'active').length >= MAX_ACTIVE_LINKS)
        throw new ApiError('invite_limit')
      const row = await transaction
        .insertInto('invite_links')
        .values({
          league_id: league.id,
          code_hash: hashToken(code),
          created_by: user.userId,
          created_at: now.getTime(),
          expires_at: now.getTime() + days * DAY_MS,
          revoked_at: null,
          uses: 0,
          max_uses,
          needs_approval: needs_approval ? 1 : 0,
        })
        .returningAll()
        .executeTakeFirstOrThrow()
      await audit('league.create-invite', { id: row.id, days, max_uses, needs_approval })
      return presentLink(row, user.username, now)
    })
    reply.header('cache-control', 'no-store')
    return { message: "Copy the link now. It won't be shown again.", path: `/join/${code}`, created }
  }),

  operation(contract.revokeInviteLink, async (call) => {
    const { league, body } = call
    await changeLeague(call, async ({ transaction, now, audit }) => {
      const revoked = await transaction
        .updateTable('invite_links')
        .set({ revoked_at: now.getTime() })
        .where((eb) => eb.and({ id: body.id, league_id: league.id }))
        .where('revoked_at', 'is', null)
        .where('expires_at', '>', now.getTime())
        .returning('id')
        .executeTakeFirst()
      if (revoked === undefined)
        throw new ApiError('invite_not_found', { message: 'That invite link has already ended.' })
      await audit('league.revoke-invite', { id: body.id })
    })
    return { message: "The invite link is revoked. It doesn't work any more." }
  }),

  /**
   * Takes back the team that a user got through a link, and their membership if it came from the link as well. Fails if
   * they have neither any more, or are an admin of the league now.
   */
  operation(contract.undoInviteClaim, async (call) => {
    const { league, body } = call
    return changeLeague(call, async ({ transaction, now, audit }) => {
      const user = await findUser(transaction, body.username)
      const claim = await selectClaims(transaction, league.id)
        .where((eb) => eb.and({ 'use.link_id': body.link, 'use.user_id': user?.id ?? 0 }))
        .executeTakeFirst()
      if (user === null || claim === undefined) throw new ApiError('claim_not_found')
      const tables = ['team_assignments', 'memberships'] as const
      for (const table of claim.has_joined === 1 ? tables : tables.slice(0, 1))
        await transaction
          .deleteFrom(table)
          .where((eb) => eb.and({ league_id: league.id, user_id: user.id }))
          .execute()
      await transaction
        .updateTable('invite_uses')
        .set({ undone_at: now.getTime() })
        .where((eb) => eb.and({ link_id: body.link, user_id: user.id }))
        .execute()
      // Ends the event stream of a person who is no member any more, which closes the league on their page.
      await recordEvent(transaction, league.id, { name: 'inbox', data: { user: user.id } }, now)
      const { username, name } = user
      await audit('league.undo-claim', { id: body.link, username, team_id: claim.team_id })
      return { message: `Undid the claim of ${name}. They need your approval to join again.` }
    })
  }),

  /** The teams without a user are sorted by name. */
  operation(contract.readInvite, async ({ ctx, user, body, request, reply }) => {
    const userId = user?.userId ?? null
    const link = await requireLink(ctx, request, body.code, userId)
    const leagueId = link.league_id
    const isMember = userId !== null && (await findRole(ctx.db, leagueId, userId)) !== null
    const needsApproval =
      userId === null ? link.needs_approval === 1 : await requiresApproval(ctx.db, link, userId)
    const joinRequest = await ctx.db
      .selectFrom('join_requests')
      .select('team_id')
      .where((eb) => eb.and({ user_id: userId ?? 0, league_id: leagueId, status: 'pending' }))
      .executeTakeFirst()
    const league = await ctx.leagues.get(leagueId)
    const year = league.currentSeason(ctx.now())
    const owners = league.ownerNames(year)
    const teams = league.teams(year)
    const open = teams.filter(({ assignment }) => assignment === null)
    reply.header('cache-control', 'no-store')
    return {
      league: link.league,
      season: year,
      needs_approval: needsApproval,
      teams: open
        .toSorted((a, b) => a.name.localeCompare(b.name, 'en-US'))
        .map((team) => ({
          ...team,
          league_team_id: team.teamId,
          owners: owners.get(team.teamId) ?? [],
        })),
      has_claimed_teams: open.length < teams.length,
      me:
        userId === null
          ? null
          : {
              is_member: isMember,
              team: league.teamOf(year, userId)?.name ?? null,
              is_waiting: joinRequest !== undefined,
              requested_team_id: joinRequest?.team_id ?? null,
            },
    }
  }),

  /**
   * Makes the user a member and assigns them the team, or stores a request for both if the link needs an approval, or if
   * an admin has undone what the user got before. Without a team, they join as a viewer. The same again changes nothing.
   * Of several people who claim a team, one gets it.
   */
  operation(contract.acceptInvite, async ({ ctx, user, body, request }) => {
    const { code, league_team_id: teamId } = body
    const { userId } = user
    const { league_id: leagueId, league } = await requireLink(ctx, request, code, userId)
    const inLeague = { ctx, user, league: { id: leagueId } }
    const outcome = await changeLeague(inLeague, async (change): Promise<'joined' | 'requested'> => {
      const { transaction, now, audit } = change
      // Read again: the link may have been used or revoked while this transaction waited.
      const link = await requireUsable(transaction, await findLink(transaction, code), userId, now)
      const role = await findRole(transaction, leagueId, userId)
      const team = teamId === null ? null : await findFreeTeam(transaction, leagueId, teamId, userId)
      if (typeof team === 'string') throw new ApiError(team)
      const hasAll = team === null ? role !== null : team.userTeamId === teamId
      if (hasAll) return 'joined'
      if (team !== null && team.userTeamId !== null) throw new ApiError('has_team')
      if (await requiresApproval(transaction, link, userId)) {
        await upsertJoinRequest(transaction, userId, leagueId, { team_id: teamId }, now)
        await recordUse(transaction, link, userId, null, now)
        return 'requested'
      }
      if (team === null) await addMember(transaction, leagueId, userId, 'viewer', now)
      else await claimTeam(transaction, leagueId, userId, team, now)
      await recordUse(transaction, link, userId, { teamId, hasJoined: role === null }, now)
      // Nobody decides any more about the request of a user who has joined without waiting for it.
      await transaction
        .updateTable('join_requests')
        .set({ status: 'approved', decided_at: now.getTime() })
        .where((eb) => eb.and({ user_id: userId, league_id: leagueId, status: 'pending' }))
        .execute()
      await audit('league.use-invite', { id: link.id, team_id: teamId })
      return 'joined'
    })
    const message =
      outcome === 'joined' ? `Welcome to ${league}.` : `Your commissioner has to approve you for ${league}.`
    return { message, league, outcome }
  }),
]

/**
 * What people got through a link without an approval in the last 30 days, and still have, newest first. `team` is null for
 * a viewer.
 */
async function listClaims(db: Db, leagueId: number, now: Date) {
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
function selectClaims(db: Db, leagueId: number) {
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
async function claimTeam(db: Db, leagueId: number, userId: number, team: OwnedTeam, now: Date) {
  await replaceTeamUser(db, leagueId, team, { previousUserIds: [], userId }, now)
  await db
    .updateTable('memberships')
    .set({ role: 'player' })
    .where((eb) => eb.and({ league_id: leagueId, user_id: userId, role: 'viewer' }))
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('invite_uses')
          .innerJoin('invite_links', 'invite_links.id', 'invite_uses.link_id')
          .select('link_id')
          .where((eb) => eb.and({ 'invite_uses.user_id': userId, 'invite_uses.has_joined': 1 }))
          .where('invite_links.league_id', '=', leagueId),
      ),
    )
    .execute()
}

/** Counts each user once. `claim` is null for somebody who has to be approved. */
async function recordUse(
  db: Db,
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
      .where((eb) => eb.and({ link_id: link.id, user_id: userId }))
      .execute()
  }
}
