import type { LeagueRole } from '@fieldhouse/domain/league/roles'
import { displayNameOf } from '@fieldhouse/domain/names'
import type { Transaction } from 'kysely'
import type { Db } from '../../database/engine/database.ts'
import { inTransaction } from '../../database/engine/transaction.ts'
import type { Database } from '../../database/schema/schema.ts'
import { recordAuditEntry } from '../../repositories/audit/audit.ts'
import { findFreeTeam, replaceTeamUser } from '../../repositories/leagues/assign-team.ts'
import { decidableIds, type Reviewer, upsertJoinRequest } from '../../repositories/leagues/join-requests.ts'
import { lockLeague } from '../../repositories/leagues/lock-league.ts'
import { addMember, findRole, findUser } from '../../repositories/leagues/memberships.ts'
import { listNewestSeasons } from '../../repositories/season-documents/stored-seasons.ts'

type JoinRequest = { league: string | null; message: string; createdAt: number }
export type OwnJoinRequest = JoinRequest & { status: 'pending' | 'approved' | 'rejected' }
export type PendingJoinRequest = JoinRequest & {
  username: string
  name: string
  /** The team that they asked for; null without one. */
  team: { id: number; name: string } | null
}

/** `league_required`: the request names no league, or there are several. */
export type ApprovalResult =
  | { kind: 'approved'; username: string; league: string; role: LeagueRole; hasTeam: boolean }
  | {
      kind: 'user_not_found' | 'request_not_found' | 'league_required' | 'team_not_found' | 'team_taken'
    }

export type RejectionResult =
  | { kind: 'rejected'; username: string; count: number }
  | { kind: 'user_not_found' | 'request_not_found' }

export interface JoinStore {
  /**
   * Requests to join a league, or any league if `leagueId` is null. A repeated request replaces the
   * message and keeps its place in the queue. Returns false, and stores nothing, for a member of the league.
   */
  requestToJoin(userId: number, leagueId: number | null, message: string, now: Date): Promise<boolean>
  /** All requests of a user, newest first. */
  listByUser(userId: number): Promise<OwnJoinRequest[]>
  /** The pending requests that the reviewer can approve or reject, oldest first. */
  listDecidable(reviewer: Reviewer): Promise<PendingJoinRequest[]>
  /**
   * Adds the requester to the league as a player; an existing member keeps their role. With a
   * `leagueId`, approves the request for that league, or else the request without a league. With
   * null, approves the user's only pending request, which must name a league. With a `teamId`, also assigns them that
   * team, or does nothing if somebody else has it.
   */
  approve(
    request: { username: string; leagueId: number | null; teamId: number | null },
    reviewer: Reviewer,
    now: Date,
  ): Promise<ApprovalResult>
  /** Rejects all pending requests of a user that the reviewer can decide. */
  reject(username: string, reviewer: Reviewer, now: Date): Promise<RejectionResult>
}

export function joinStore(db: Db): JoinStore {
  return {
    async requestToJoin(userId, leagueId, message, now) {
      try {
        await inTransaction(db, (transaction) => insertRequest(transaction, userId, leagueId, message, now))
        return true
      } catch (error) {
        if (error instanceof AlreadyMemberError) return false
        throw error
      }
    },

    listByUser(userId) {
      return db
        .selectFrom('join_requests')
        .leftJoin('leagues', 'leagues.id', 'join_requests.league_id')
        .select([
          'leagues.name as league',
          'join_requests.message',
          'join_requests.status',
          'join_requests.created_at as createdAt',
        ])
        .where('join_requests.user_id', '=', userId)
        .orderBy('join_requests.created_at', 'desc')
        .orderBy('join_requests.id', 'desc')
        .execute()
    },

    async listDecidable(reviewer) {
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
      const seasons = await listNewestSeasons(db, [
        ...new Set(rows.flatMap(({ leagueId }) => leagueId ?? [])),
      ])
      return rows.map(({ username, firstName, lastName, league, message, createdAt, leagueId, teamId }) => {
        const team = seasons.get(leagueId ?? 0)?.teams.find((each) => each.teamId === teamId)
        return {
          username,
          name: displayNameOf({ firstName, lastName, username }),
          league,
          message,
          createdAt,
          team: team === undefined ? null : { id: team.teamId, name: team.name },
        }
      })
    },

    approve({ username, leagueId, teamId }, reviewer, now) {
      return inTransaction(db, async (transaction) => {
        const user = await findUser(transaction, username)
        if (user === null) return { kind: 'user_not_found' }
        const request = selectRequest(await listPending(transaction, user.id, reviewer), leagueId)
        if (typeof request === 'string') return { kind: request }
        await lockLeague(transaction, request.leagueId)
        const team =
          teamId === null ? null : await findFreeTeam(transaction, request.leagueId, teamId, user.id)
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
        const league = await transaction
          .selectFrom('leagues')
          .select('name')
          .where('id', '=', request.leagueId)
          .executeTakeFirstOrThrow()
        const { username: approvedName } = user
        return { kind: 'approved', username: approvedName, league: league.name, role, hasTeam: team !== null }
      })
    },

    reject(username, reviewer, now) {
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
        for (const { league_id } of rejected) {
          await recordAuditEntry(transaction, {
            at: now,
            actor: reviewer,
            action: 'league.reject-request',
            leagueId: league_id,
            detail: { username: user.username },
          })
        }
        return { kind: 'rejected', username: user.username, count: rejected.length }
      })
    },
  }
}

/** Rolls back the request of a user who is a member already. */
class AlreadyMemberError extends Error {
  override name = 'AlreadyMemberError'
}

async function insertRequest(
  transaction: Transaction<Database>,
  userId: number,
  leagueId: number | null,
  message: string,
  now: Date,
): Promise<void> {
  await upsertJoinRequest(transaction, userId, leagueId, { message }, now)
  // Checked after the insert, because the insert waits for a concurrent approval to commit.
  if (leagueId !== null && (await findRole(transaction, leagueId, userId)) !== null)
    throw new AlreadyMemberError()
}

type PendingRequest = { id: number; leagueId: number | null }

/** Selects the pending request that an approval applies to, and the league to join. */
function selectRequest(
  pending: readonly PendingRequest[],
  leagueId: number | null,
): { id: number; leagueId: number } | 'request_not_found' | 'league_required' {
  if (leagueId !== null) {
    const match =
      pending.find((request) => request.leagueId === leagueId) ??
      pending.find((request) => request.leagueId === null)
    if (match === undefined) return 'request_not_found'
    return { id: match.id, leagueId }
  }
  const [first, ...others] = pending
  if (first === undefined) return 'request_not_found'
  if (first.leagueId === null || others.length > 0) return 'league_required'
  return { id: first.id, leagueId: first.leagueId }
}

async function listPending(
  db: Pick<Db, 'selectFrom'>,
  userId: number,
  reviewer: Reviewer,
): Promise<PendingRequest[]> {
  return db
    .selectFrom('join_requests')
    .select(['id', 'league_id as leagueId'])
    .where('user_id', '=', userId)
    .where('id', 'in', decidableIds(db, reviewer))
    .orderBy('id')
    .execute()
}
