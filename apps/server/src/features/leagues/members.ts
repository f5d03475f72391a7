import { LEAGUE_ROLES, type LeagueRole } from '@fieldhouse/domain/league/roles'
import { displayNameOf } from '@fieldhouse/domain/names'
import type { Transaction } from 'kysely'
import type { Db } from '../../database/engine/database.ts'
import { inTransaction } from '../../database/engine/transaction.ts'
import type { Database } from '../../database/schema/schema.ts'
import { type Actor, recordAuditEntry } from '../../repositories/audit/audit.ts'
import { findFreeTeam, replaceTeamUser } from '../../repositories/leagues/assign-team.ts'
import { decidableIds, type Reviewer, upsertJoinRequest } from '../../repositories/leagues/join-requests.ts'
import { lockLeague } from '../../repositories/leagues/lock-league.ts'
import { addMember, findRole, findUser, hasOtherAdmin } from '../../repositories/leagues/memberships.ts'
import { listNewestSeasons } from '../../repositories/season-documents/stored-seasons.ts'

/** `league_required`: the request names no league, or there are several. */
type ApprovalResult =
  | { kind: 'approved'; username: string; league: string; role: LeagueRole; hasTeam: boolean }
  | { kind: 'user_not_found' | 'request_not_found' | 'league_required' | 'team_not_found' | 'team_taken' }

type RejectionResult =
  | { kind: 'rejected'; username: string; count: number }
  | { kind: 'user_not_found' | 'request_not_found' }

type RemovalResult =
  | { kind: 'removed'; username: string }
  | { kind: 'user_not_found' | 'member_not_found' | 'last_league_admin' }

/**
 * Requests to join a league, or any league if `leagueId` is null. A repeated request replaces the message and keeps its
 * place in the queue. Returns false, and stores nothing, for a member of the league.
 */
export async function requestToJoin(
  db: Db,
  userId: number,
  leagueId: number | null,
  message: string,
  now: Date,
): Promise<boolean> {
  try {
    await inTransaction(db, async (transaction) => {
      await upsertJoinRequest(transaction, userId, leagueId, { message }, now)
      // Checked after the insert, because the insert waits for a concurrent approval to commit.
      if (leagueId !== null && (await findRole(transaction, leagueId, userId)) !== null)
        throw new AlreadyMemberError()
    })
    return true
  } catch (error) {
    if (error instanceof AlreadyMemberError) return false
    throw error
  }
}

/** Rolls back the request of a user who is a member already. */
class AlreadyMemberError extends Error {
  override name = 'AlreadyMemberError'
}

/** All requests of a user, newest first. */
export async function listRequestsOf(db: Db, userId: number) {
  const rows = await db
    .selectFrom('join_requests')
    .leftJoin('leagues', 'leagues.id', 'join_requests.league_id')
    .select(['leagues.name as league', 'join_requests.message', 'join_requests.status'])
    .select('join_requests.created_at as createdAt')
    .where('join_requests.user_id', '=', userId)
    .orderBy('join_requests.created_at', 'desc')
    .orderBy('join_requests.id', 'desc')
    .execute()
  return rows.map((row) => ({ ...row, createdAt: new Date(row.createdAt) }))
}

/**
 * The pending requests that the reviewer can approve or reject, oldest first, with the team that they ask for, which is
 * null without one.
 */
export async function listDecidable(db: Db, reviewer: Reviewer) {
  const rows = await db
    .selectFrom('join_requests')
    .innerJoin('users', 'users.id', 'join_requests.user_id')
    .leftJoin('leagues', 'leagues.id', 'join_requests.league_id')
    .select(['users.username', 'users.first_name as firstName', 'users.last_name as lastName'])
    .select(['leagues.name as league', 'join_requests.message', 'join_requests.created_at as createdAt'])
    .select(['join_requests.league_id as leagueId', 'join_requests.team_id as teamId'])
    .where('join_requests.id', 'in', decidableIds(db, reviewer))
    .orderBy('join_requests.created_at')
    .orderBy('join_requests.id')
    .execute()
  const leagueIds = new Set(rows.flatMap(({ leagueId }) => leagueId ?? []))
  const seasons = await listNewestSeasons(db, [...leagueIds])
  return rows.map(({ username, firstName, lastName, league, message, createdAt, leagueId, teamId }) => ({
    username,
    name: displayNameOf({ firstName, lastName, username }),
    league,
    message,
    createdAt: new Date(createdAt),
    team: seasons.get(leagueId ?? 0)?.teams.find((team) => team.teamId === teamId) ?? null,
  }))
}

/**
 * Adds the requester to the league as a player; an existing member keeps their role. With a `leagueId`, approves the
 * request for that league, or else the request without a league. With null, approves the user's only pending request,
 * which must name a league. With a `teamId`, also assigns them that team, or does nothing if somebody else has it.
 */
export function approveRequest(
  db: Db,
  { username, leagueId, teamId }: { username: string; leagueId: number | null; teamId: number | null },
  reviewer: Reviewer,
  now: Date,
): Promise<ApprovalResult> {
  return inTransaction(db, async (transaction) => {
    const user = await findUser(transaction, username)
    if (user === null) return { kind: 'user_not_found' }
    const request = await findApproved(transaction, user.id, reviewer, leagueId)
    if (typeof request === 'string') return { kind: request }
    await lockLeague(transaction, request.leagueId)
    const team = teamId === null ? null : await findFreeTeam(transaction, request.leagueId, teamId, user.id)
    if (typeof team === 'string') return { kind: team }
    const approved = await transaction
      .updateTable('join_requests')
      .set({ status: 'approved', league_id: request.leagueId, decided_at: now.getTime() })
      .where('id', '=', request.id)
      .where('status', '=', 'pending')
      .returning('id')
      .executeTakeFirst()
    if (approved === undefined) return { kind: 'request_not_found' }
    await addMember(transaction, request.leagueId, user.id, 'player', now)
    if (team !== null) {
      const users = { previousUserId: null, userId: user.id }
      await replaceTeamUser(transaction, request.leagueId, team, users, now)
    }
    const role = (await findRole(transaction, request.leagueId, user.id)) ?? 'player'
    await recordAuditEntry(transaction, {
      at: now,
      actor: reviewer,
      action: 'league.approve-request',
      leagueId: request.leagueId,
      detail: { username: user.username, role, ...(teamId === null ? {} : { team_id: teamId }) },
    })
    const { name } = await transaction
      .selectFrom('leagues')
      .select('name')
      .where('id', '=', request.leagueId)
      .executeTakeFirstOrThrow()
    return { kind: 'approved', username: user.username, league: name, role, hasTeam: team !== null }
  })
}

/** The pending request that an approval applies to, and the league to join. */
async function findApproved(
  db: Pick<Db, 'selectFrom'>,
  userId: number,
  reviewer: Reviewer,
  leagueId: number | null,
): Promise<{ id: number; leagueId: number } | 'request_not_found' | 'league_required'> {
  const pending = await db
    .selectFrom('join_requests')
    .select(['id', 'league_id as leagueId'])
    .where('user_id', '=', userId)
    .where('id', 'in', decidableIds(db, reviewer))
    .orderBy('id')
    .execute()
  const request =
    leagueId === null
      ? pending[0]
      : (pending.find((each) => each.leagueId === leagueId) ?? pending.find((each) => each.leagueId === null))
  if (request === undefined) return 'request_not_found'
  if (leagueId !== null) return { id: request.id, leagueId }
  if (request.leagueId === null || pending.length > 1) return 'league_required'
  return { id: request.id, leagueId: request.leagueId }
}

/** Rejects all pending requests of a user that the reviewer can decide. */
export function rejectRequests(
  db: Db,
  username: string,
  reviewer: Reviewer,
  now: Date,
): Promise<RejectionResult> {
  return inTransaction(db, async (transaction) => {
    const user = await findUser(transaction, username)
    if (user === null) return { kind: 'user_not_found' }
    const rejected = await transaction
      .updateTable('join_requests')
      .set({ status: 'rejected', decided_at: now.getTime() })
      .where('user_id', '=', user.id)
      .where('id', 'in', decidableIds(transaction, reviewer))
      // Repeated here: for a row that it waited for, the database rechecks this condition, not the subquery.
      .where('status', '=', 'pending')
      .returning('league_id')
      .execute()
    if (rejected.length === 0) return { kind: 'request_not_found' }
    const detail = { username: user.username }
    const entry = { at: now, actor: reviewer, action: 'league.reject-request', detail } as const
    for (const { league_id: leagueId } of rejected)
      await recordAuditEntry(transaction, { ...entry, leagueId })
    return { kind: 'rejected', username: user.username, count: rejected.length }
  })
}

/** Admins first, then players, then viewers, each by username. */
export async function listMembers(db: Db, leagueId: number) {
  const rows = await db
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .select(['users.id', 'users.username', 'users.first_name as firstName', 'users.last_name as lastName'])
    .select(['memberships.role', 'memberships.created_at'])
    .where('memberships.league_id', '=', leagueId)
    .orderBy('users.username_key')
    .execute()
  return rows
    .map((row) => ({
      userId: row.id,
      username: row.username,
      name: displayNameOf(row),
      role: row.role,
      since: new Date(row.created_at),
    }))
    .sort((a, b) => LEAGUE_ROLES.indexOf(a.role) - LEAGUE_ROLES.indexOf(b.role))
}

/** Removes a member, unless that would leave the league without an admin, and unassigns their team. */
export function removeMember(
  db: Db,
  leagueId: number,
  username: string,
  actor: Actor,
  now: Date,
): Promise<RemovalResult> {
  return inTransaction(db, async (transaction) => {
    await lockLeague(transaction, leagueId)
    const user = await findUser(transaction, username)
    if (user === null) return { kind: 'user_not_found' }
    const removed = await deleteMembership(transaction, leagueId, user.id)
    if (typeof removed === 'string') return { kind: removed }
    const detail = { username: user.username, ...removed }
    await recordAuditEntry(transaction, { at: now, actor, action: 'league.remove-member', leagueId, detail })
    return { kind: 'removed', username: user.username }
  })
}

/** Does the same to the user. Returns null, or why nothing was changed. */
export function leaveLeague(
  db: Db,
  leagueId: number,
  user: Actor,
  now: Date,
): Promise<'member_not_found' | 'last_league_admin' | null> {
  return inTransaction(db, async (transaction) => {
    await lockLeague(transaction, leagueId)
    const detail = await deleteMembership(transaction, leagueId, user.userId)
    if (typeof detail === 'string') return detail
    await recordAuditEntry(transaction, { at: now, actor: user, action: 'league.leave', leagueId, detail })
    return null
  })
}

/** Returns the role that the user had, or why nothing was changed. The league should be locked. */
async function deleteMembership(
  transaction: Transaction<Database>,
  leagueId: number,
  userId: number,
): Promise<{ role: LeagueRole } | 'member_not_found' | 'last_league_admin'> {
  const role = await findRole(transaction, leagueId, userId)
  if (role === null) return 'member_not_found'
  if (role === 'admin' && !(await hasOtherAdmin(transaction, leagueId, userId))) return 'last_league_admin'
  for (const table of ['memberships', 'team_assignments'] as const)
    await transaction
      .deleteFrom(table)
      .where('league_id', '=', leagueId)
      .where('user_id', '=', userId)
      .execute()
  return { role }
}
