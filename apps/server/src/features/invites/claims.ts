import type { InviteState } from '@fieldhouse/domain/league/invite-links'
import { displayNameOf } from '@fieldhouse/domain/names'
import type { Kysely } from 'kysely'
import { hashToken } from '../../crypto/tokens.ts'
import type { Db } from '../../database/engine/database.ts'
import { inTransaction } from '../../database/engine/transaction.ts'
import type { Database } from '../../database/schema/schema.ts'
import { type Actor, recordAuditEntry } from '../../repositories/audit/audit.ts'
import { recordEvent } from '../../repositories/events/league-events.ts'
import { findFreeTeam, type OwnedTeam, replaceTeamUser } from '../../repositories/leagues/assign-team.ts'
import { upsertJoinRequest } from '../../repositories/leagues/join-requests.ts'
import { lockLeague } from '../../repositories/leagues/lock-league.ts'
import { addMember, findRole, findUser } from '../../repositories/leagues/memberships.ts'
import { listSeasons } from '../../repositories/season-documents/stored-seasons.ts'
import { type InviteLinkRow, LISTED_MS, stateOf } from './links.ts'

/** Why a link doesn't work. */
type InviteFailure = `invite_${'not_found' | Exclude<InviteState, 'active'>}`

/** What a link offers to a person. */
export type Invite = {
  leagueId: number
  league: string
  needsApproval: boolean
  /** null if nobody is signed in. `request` waits for approval, and is null without one. */
  me: { isMember: boolean; request: { teamId: number | null } | null } | null
}

export type AcceptResult =
  | { kind: 'joined' | 'requested'; league: string }
  | { kind: InviteFailure | 'team_not_found' | 'team_taken' | 'has_team' }

/** A link that the user has used goes on working for them after others have used it up. */
export async function findInvite(
  db: Db,
  code: string,
  userId: number | null,
  now: Date,
): Promise<Invite | InviteFailure> {
  const found = await findUsableLink(db, code, userId, now)
  if (typeof found === 'string') return found
  const { link, league } = found
  const invite = { leagueId: link.league_id, league }
  if (userId === null) return { ...invite, needsApproval: link.needs_approval === 1, me: null }
  const role = await findRole(db, link.league_id, userId)
  const needsApproval = await requiresApproval(db, link, userId)
  const request = await db
    .selectFrom('join_requests')
    .select('team_id as teamId')
    .where('user_id', '=', userId)
    .where('league_id', '=', link.league_id)
    .where('status', '=', 'pending')
    .executeTakeFirst()
  return { ...invite, needsApproval, me: { isMember: role !== null, request: request ?? null } }
}

/**
 * Makes the user a member and assigns them the team, or stores a request for both if the link needs an approval, or if an
 * admin has undone what the user got before. Without a team, they join as a viewer. The same again changes nothing. Of
 * several people who claim a team, one gets it.
 */
export function acceptLink(
  db: Db,
  code: string,
  user: Actor,
  teamId: number | null,
  now: Date,
): Promise<AcceptResult> {
  return inTransaction(db, async (transaction): Promise<AcceptResult> => {
    const first = await findUsableLink(transaction, code, user.userId, now)
    if (typeof first === 'string') return { kind: first }
    const leagueId = first.link.league_id
    await lockLeague(transaction, leagueId)
    // Read again: the link may have been used or revoked while this transaction waited.
    const found = await findUsableLink(transaction, code, user.userId, now)
    if (typeof found === 'string') return { kind: found }
    const { link, league } = found
    const role = await findRole(transaction, leagueId, user.userId)
    const team = teamId === null ? null : await findFreeTeam(transaction, leagueId, teamId, user.userId)
    if (typeof team === 'string') return { kind: team }
    const hasAll = team === null ? role !== null : team.userTeamId === teamId
    if (hasAll) return { kind: 'joined', league }
    if (team !== null && team.userTeamId !== null) return { kind: 'has_team' }
    if (await requiresApproval(transaction, link, user.userId)) {
      await upsertJoinRequest(transaction, user.userId, leagueId, { team_id: teamId }, now)
      await recordUse(transaction, link, user.userId, null, now)
      return { kind: 'requested', league }
    }
    if (team === null) await addMember(transaction, leagueId, user.userId, 'viewer', now)
    else await claimTeam(transaction, leagueId, user.userId, team, now)
    await recordUse(transaction, link, user.userId, { teamId, hasJoined: role === null }, now)
    // Nobody decides any more about the request of a user who has joined without waiting for it.
    await transaction
      .updateTable('join_requests')
      .set({ status: 'approved', decided_at: now.getTime() })
      .where('user_id', '=', user.userId)
      .where('league_id', '=', leagueId)
      .where('status', '=', 'pending')
      .execute()
    const detail = { id: link.id, team_id: teamId }
    await recordAuditEntry(transaction, {
      at: now,
      actor: user,
      action: 'league.use-invite',
      leagueId,
      detail,
    })
    return { kind: 'joined', league }
  })
}

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
      at: new Date(row.claimed_at ?? 0),
    }
  })
}

/**
 * Takes back the team that a user got through a link, and their membership if it came from the link as well. Returns
 * false if they have neither any more, or are an admin of the league now.
 */
export function undoClaim(
  db: Db,
  leagueId: number,
  linkId: number,
  username: string,
  actor: Actor,
  now: Date,
): Promise<boolean> {
  return inTransaction(db, async (transaction) => {
    await lockLeague(transaction, leagueId)
    const user = await findUser(transaction, username)
    const claim = await selectClaims(transaction, leagueId)
      .where('use.link_id', '=', linkId)
      .where('use.user_id', '=', user?.id ?? 0)
      .executeTakeFirst()
    if (user === null || claim === undefined) return false
    const tables = ['team_assignments', 'memberships'] as const
    for (const table of claim.has_joined === 1 ? tables : tables.slice(0, 1)) {
      await transaction
        .deleteFrom(table)
        .where('league_id', '=', leagueId)
        .where('user_id', '=', user.id)
        .execute()
    }
    await transaction
      .updateTable('invite_uses')
      .set({ undone_at: now.getTime() })
      .where('link_id', '=', linkId)
      .where('user_id', '=', user.id)
      .execute()
    // Ends the event stream of a person who is no member any more, which closes the league on their page.
    await recordEvent(transaction, leagueId, { name: 'inbox', data: { user: user.id } }, now)
    const detail = { id: linkId, username: user.username, team_id: claim.team_id }
    await recordAuditEntry(transaction, { at: now, actor, action: 'league.undo-claim', leagueId, detail })
    return true
  })
}

async function findUsableLink(
  db: Pick<Db, 'selectFrom'>,
  code: string,
  userId: number | null,
  now: Date,
): Promise<{ link: InviteLinkRow; league: string } | InviteFailure> {
  const row = await db
    .selectFrom('invite_links')
    .innerJoin('leagues', 'leagues.id', 'invite_links.league_id')
    .selectAll('invite_links')
    .select('leagues.name as league')
    .where('code_hash', '=', hashToken(code))
    .executeTakeFirst()
  if (row === undefined) return 'invite_not_found'
  const { league, ...link } = row
  const state = stateOf(link, now)
  if (state === 'active') return { link, league }
  if (state !== 'used_up' || userId === null) return `invite_${state}`
  const ownUse = await db
    .selectFrom('invite_uses')
    .select('link_id')
    .where('link_id', '=', link.id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return ownUse === undefined ? 'invite_used_up' : { link, league }
}

/** Whether the link needs an approval, or an admin has undone what the user got through a link of the league. */
async function requiresApproval(
  db: Pick<Db, 'selectFrom'>,
  link: InviteLinkRow,
  userId: number,
): Promise<boolean> {
  if (link.needs_approval === 1) return true
  const undone = await db
    .selectFrom('invite_uses')
    .innerJoin('invite_links', 'invite_links.id', 'invite_uses.link_id')
    .select('link_id')
    .where('invite_uses.user_id', '=', userId)
    .where('invite_links.league_id', '=', link.league_id)
    .where('undone_at', 'is not', null)
    .limit(1)
    .executeTakeFirst()
  return undone !== undefined
}

/** The uses without an approval whose team the user still has, or through which they are a member without a team. */
function selectClaims(db: Pick<Db, 'selectFrom'>, leagueId: number) {
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
async function claimTeam(
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
async function recordUse(
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
