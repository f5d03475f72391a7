import * as contract from '@fieldhouse/contract/leagues/leagues'
import { leaveLeague, listMembers, removeMember } from '@fieldhouse/contract/leagues/settings'
import { LEAGUE_ROLES, type LeagueRole, roleWithArticle } from '@fieldhouse/domain/league/roles'
import { displayNameOf } from '@fieldhouse/domain/names'
import { findLeague, requireManagedLeague } from '../../auth/access.ts'
import { type Db, type DbTransaction, inTransaction } from '../../database/engine/database.ts'
import { ApiError, orThrow } from '../../http/errors/api-error.ts'
import { operation } from '../../http/operation.ts'
import { findFreeTeam, replaceTeamUser } from '../../repositories/assign-team.ts'
import { changeWithAudit } from '../../repositories/audit.ts'
import { changeLeague, lockLeague } from '../../repositories/change-league.ts'
import {
  addMember,
  decidableIds,
  findRole,
  findUser,
  hasOtherAdmin,
  type Reviewer,
  upsertJoinRequest,
} from '../../repositories/memberships.ts'
import { listNewestSeasons } from '../../repositories/stored-seasons.ts'

export const joinRequests = [
  /** A repeated request replaces the message and keeps its place in the queue. */
  operation(contract.requestLeague, async ({ ctx, user: { userId }, body }) => {
    const name = parseChosenLeague(body.league)
    const league = name === null ? null : await findLeague(ctx.db, name, userId)
    if (name !== null && league === null) throw new ApiError('league_not_found')
    const now = ctx.now()
    await inTransaction(ctx.db, async (transaction) => {
      await upsertJoinRequest(transaction, userId, league?.id ?? null, { message: body.message ?? '' }, now)
      // Checked after the insert, because the insert waits for a concurrent approval to commit.
      if (league !== null && (await findRole(transaction, league.id, userId)) !== null)
        throw new ApiError('already_member')
    })
    return { message: `Your request to join ${league === null ? 'a league' : league.name} was sent.` }
  }),

  /** Newest first. */
  operation(contract.listMyJoinRequests, async ({ ctx, user }) => {
    const rows = await ctx.db
      .selectFrom('join_requests')
      .leftJoin('leagues', 'leagues.id', 'join_requests.league_id')
      .select(['leagues.name as league', 'join_requests.message', 'join_requests.status'])
      .select('join_requests.created_at')
      .where('join_requests.user_id', '=', user.userId)
      .orderBy('join_requests.created_at', 'desc')
      .orderBy('join_requests.id', 'desc')
      .execute()
    return { requests: rows.map((row) => ({ ...row, created_at: new Date(row.created_at).toISOString() })) }
  }),

  /** The pending requests that the user can approve or reject, oldest first, with the team that they ask for. */
  operation(contract.listJoinRequests, async ({ ctx, user }) => {
    const rows = await ctx.db
      .selectFrom('join_requests')
      .innerJoin('users', 'users.id', 'join_requests.user_id')
      .leftJoin('leagues', 'leagues.id', 'join_requests.league_id')
      .select(['users.username', 'users.first_name as firstName', 'users.last_name as lastName'])
      .select(['leagues.name as league', 'join_requests.message', 'join_requests.created_at'])
      .select(['join_requests.league_id as leagueId', 'join_requests.team_id as teamId'])
      .where('join_requests.id', 'in', decidableIds(ctx.db, user))
      .orderBy('join_requests.created_at')
      .orderBy('join_requests.id')
      .execute()
    const leagueIds = new Set(rows.flatMap(({ leagueId }) => leagueId ?? []))
    const seasons = await listNewestSeasons(ctx.db, [...leagueIds])
    return {
      requests: rows.map(({ username, league, message, created_at, leagueId, teamId, ...names }) => {
        const team = seasons.get(leagueId ?? 0)?.teams.find((each) => each.teamId === teamId)
        return {
          username,
          name: displayNameOf({ ...names, username }),
          league,
          message,
          created_at: new Date(created_at).toISOString(),
          team: team === undefined ? null : { league_team_id: team.teamId, name: team.name },
        }
      }),
    }
  }),

  /**
   * Adds the requester to the league as a player; an existing member keeps their role. With a league, approves the
   * request for that league, or else the request without a league. Without one, approves the user's only pending
   * request, which must name a league. With a team, also assigns them that team, or does nothing if somebody else has it.
   */
  operation(contract.approveJoinRequest, async (call) => {
    const { ctx, user: reviewer, body } = call
    const { username, league_team_id: teamId = null } = body
    const name = parseChosenLeague(body.league)
    const asked = name === null ? null : (await requireManagedLeague(ctx.db, name, reviewer)).id
    return changeWithAudit(call, async ({ transaction, now, audit }) => {
      const user = await requireUser(transaction, username)
      const { id, leagueId } = await requireRequest(transaction, user.id, reviewer, asked)
      await lockLeague(transaction, leagueId)
      const team = teamId === null ? null : await findFreeTeam(transaction, leagueId, teamId, user.id)
      if (typeof team === 'string') throw new ApiError(team)
      await transaction
        .updateTable('join_requests')
        .set({ status: 'approved', league_id: leagueId, decided_at: now.getTime() })
        .where('id', '=', id)
        .where('status', '=', 'pending')
        .returning('id')
        .executeTakeFirstOrThrow(() => new ApiError('request_not_found'))
      await addMember(transaction, leagueId, user.id, 'player', now)
      const users = { previousUserIds: [], userId: user.id }
      if (team !== null) await replaceTeamUser(transaction, leagueId, team, users, now)
      const role = (await findRole(transaction, leagueId, user.id)) ?? 'player'
      const detail = { username: user.username, role, ...(teamId !== null && { team_id: teamId }) }
      await audit('league.approve-request', detail, leagueId)
      const league = await transaction
        .selectFrom('leagues')
        .select('name')
        .where('id', '=', leagueId)
        .executeTakeFirstOrThrow()
      const withTeam = team === null ? '' : ' with their team'
      return { message: `${user.name} joined ${league.name} as ${roleWithArticle(role)}${withTeam}.` }
    })
  }),

  /** All pending requests of a user that the reviewer can decide. */
  operation(contract.rejectJoinRequest, (call) =>
    changeWithAudit(call, async ({ transaction, now, audit }) => {
      const { id, username, name } = await requireUser(transaction, call.body.username)
      const rejected = await transaction
        .updateTable('join_requests')
        .set({ status: 'rejected', decided_at: now.getTime() })
        .where('user_id', '=', id)
        .where('id', 'in', decidableIds(transaction, call.user))
        // Repeated here: for a row that it waited for, the database rechecks this condition, not the subquery.
        .where('status', '=', 'pending')
        .returning('league_id')
        .execute()
      if (rejected.length === 0) throw new ApiError('request_not_found')
      for (const { league_id: leagueId } of rejected)
        await audit('league.reject-request', { username }, leagueId)
      const requests = rejected.length === 1 ? 'the request' : `${rejected.length} requests`
      return { message: `Rejected ${requests} from ${name}.` }
    }),
  ),
]

export const members = [
  /** Admins first, then players, then viewers, each by username. */
  operation(listMembers, async ({ ctx, league: { id } }) => {
    const league = await ctx.leagues.get(id)
    const season = league.currentSeason(ctx.now())
    const rows = await ctx.db
      .selectFrom('memberships')
      .innerJoin('users', 'users.id', 'memberships.user_id')
      .select(['users.id', 'users.username', 'users.first_name as firstName', 'users.last_name as lastName'])
      .select(['memberships.role', 'memberships.created_at'])
      .where('memberships.league_id', '=', id)
      .orderBy('users.username_key')
      .execute()
    return {
      members: rows
        .map((row) => ({
          username: row.username,
          name: displayNameOf(row),
          role: row.role,
          since: new Date(row.created_at).toISOString(),
          team: league.teamOf(season, row.id)?.name ?? null,
        }))
        .sort((a, b) => LEAGUE_ROLES.indexOf(a.role) - LEAGUE_ROLES.indexOf(b.role)),
    }
  }),

  /** Unassigns their team, too. */
  operation(removeMember, async (call) => {
    const { league } = call
    return changeLeague(call, async ({ transaction, audit }) => {
      const { id, username, name } = await requireUser(transaction, call.body.username)
      const removed = await deleteMembership(transaction, league.id, id)
      if (removed === 'last_league_admin')
        throw new ApiError(removed, { message: 'The last admin of a league cannot be removed.' })
      if (removed === 'member_not_found') throw new ApiError(removed)
      await audit('league.remove-member', { username, ...removed })
      return { message: `${name} was removed from ${league.name}.` }
    })
  }),

  operation(leaveLeague, async (call) => {
    const { id, name } = call.league
    return changeLeague(call, async ({ transaction, audit }) => {
      const left = await deleteMembership(transaction, id, call.user.userId)
      if (left === 'member_not_found')
        throw new ApiError(left, { message: `You're not a member of ${name}.` })
      if (left === 'last_league_admin') {
        const message = `You're the only admin of ${name}. Make somebody else an admin, or delete the league, before you leave.`
        throw new ApiError(left, { message })
      }
      await audit('league.leave', left)
      return { message: `You left ${name}.` }
    })
  }),
]

/** The form sends an empty string when no league is selected. */
function parseChosenLeague(text: string | null | undefined): string | null {
  const name = text?.trim() ?? ''
  return name === '' ? null : name
}

async function requireUser(db: Db, username: string) {
  return orThrow(await findUser(db, username), 'user_not_found')
}

/** Throws `league_required` if the request names no league, or there are several. */
async function requireRequest(db: Db, userId: number, reviewer: Reviewer, leagueId: number | null) {
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
  if (request === undefined) throw new ApiError('request_not_found')
  if (leagueId !== null) return { id: request.id, leagueId }
  if (request.leagueId === null || pending.length > 1) throw new ApiError('league_required')
  return { id: request.id, leagueId: request.leagueId }
}

/** Returns the role that the user had, or why nothing was changed. The league should be locked. */
async function deleteMembership(
  transaction: DbTransaction,
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
