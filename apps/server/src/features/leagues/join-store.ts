import { isSiteStaff, type LeagueRole } from '@fieldhouse/domain/league/roles'
import { sql } from 'kysely'
import { requireUser } from '../../auth/require-user.ts'
import type { Db } from '../../database/engine/database.ts'
import { inTransaction } from '../../database/engine/transaction.ts'
import { ApiError } from '../../http/errors/api-error.ts'
import { recordAuditEntry } from '../../repositories/audit/audit.ts'

/** The user who approves or rejects: a league admin for their own leagues, site staff for all requests. */
export type Actor = { userId: number; username: string; isAdmin: boolean; isStaff: boolean }

export type JoinStore = ReturnType<typeof joinStore>

export function joinStore(db: Db) {
  return {
    /**
     * Requests to join a league, or any league if `leagueId` is null. A repeated request replaces the
     * message and keeps its place in the queue. Throws `already_member`.
     */
    async requestToJoin(userId: number, leagueId: number | null, message: string, now: Date): Promise<void> {
      await inTransaction(db, async (transaction) => {
        await transaction
          .insertInto('join_requests')
          .values({
            user_id: userId,
            league_id: leagueId,
            message,
            status: 'pending',
            created_at: now.getTime(),
            decided_at: null,
          })
          .onConflict((conflict) =>
            conflict
              .expression(sql`user_id, coalesce(league_id, 0)`)
              .where(sql<boolean>`status = 'pending'`)
              .doUpdateSet({ message }),
          )
          .execute()
        // Checked after the insert, because the insert waits for a concurrent approval to commit.
        if (leagueId !== null && (await findRole(transaction, leagueId, userId)) !== null)
          throw new ApiError('already_member')
      })
    },

    /** All requests of a user, newest first. */
    async listByUser(userId: number) {
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

    /** The pending requests that the actor can approve or reject, oldest first. */
    async listDecidable(actor: Actor) {
      return db
        .selectFrom('join_requests')
        .innerJoin('users', 'users.id', 'join_requests.user_id')
        .leftJoin('leagues', 'leagues.id', 'join_requests.league_id')
        .select([
          'users.username',
          'leagues.name as league',
          'join_requests.message',
          'join_requests.created_at as createdAt',
        ])
        .where('join_requests.id', 'in', decidableIds(db, actor))
        .orderBy('join_requests.created_at')
        .orderBy('join_requests.id')
        .execute()
    },

    /**
     * Adds the requester to the league as a player; an existing member keeps their role. With a
     * `leagueId`, approves the request for that league, or else the request without a league. With
     * null, approves the user's only pending request, which must name a league.
     * Throws `user_not_found`, `request_not_found`, and `league_required` if the league is ambiguous.
     */
    async approve(
      { username, leagueId }: { username: string; leagueId: number | null },
      actor: Actor,
      now: Date,
    ): Promise<{ username: string; league: string; role: LeagueRole }> {
      return inTransaction(db, async (transaction) => {
        const user = await requireUser(transaction, username)
        const request = selectRequest(await listPending(transaction, user.id, actor), leagueId)
        const approved = await transaction
          .updateTable('join_requests')
          .set({ status: 'approved', league_id: request.leagueId, decided_at: now.getTime() })
          .where('id', '=', request.id)
          .where('status', '=', 'pending')
          .returning('id')
          .executeTakeFirst()
        if (approved === undefined) throw new ApiError('request_not_found')
        const role = await addMember(transaction, request.leagueId, user.id, now)
        await recordAuditEntry(transaction, {
          at: now,
          actor,
          action: 'league.approve-request',
          leagueId: request.leagueId,
          detail: { username: user.username, role },
        })
        const league = await transaction
          .selectFrom('leagues')
          .select('name')
          .where('id', '=', request.leagueId)
          .executeTakeFirstOrThrow()
        return { username: user.username, league: league.name, role }
      })
    },

    /**
     * Rejects all pending requests of a user that the actor can decide; returns how many.
     * Throws `user_not_found`, and `request_not_found` if there are none.
     */
    async reject(username: string, actor: Actor, now: Date): Promise<{ username: string; rejected: number }> {
      return inTransaction(db, async (transaction) => {
        const user = await requireUser(transaction, username)
        const rejected = await transaction
          .updateTable('join_requests')
          .set({ status: 'rejected', decided_at: now.getTime() })
          .where('user_id', '=', user.id)
          .where('id', 'in', decidableIds(transaction, actor))
          // Repeated here: for a row that it waited for, the database rechecks this condition, not the subquery.
          .where('status', '=', 'pending')
          .returning('league_id')
          .execute()
        if (rejected.length === 0) throw new ApiError('request_not_found')
        for (const { league_id } of rejected) {
          await recordAuditEntry(transaction, {
            at: now,
            actor,
            action: 'league.reject-request',
            leagueId: league_id,
            detail: { username: user.username },
          })
        }
        return { username: user.username, rejected: rejected.length }
      })
    },
  }
}

type PendingRequest = { id: number; leagueId: number | null }

/** Selects the pending request that an approval applies to, and the league to join. */
function selectRequest(
  pending: readonly PendingRequest[],
  leagueId: number | null,
): { id: number; leagueId: number } {
  if (leagueId !== null) {
    const match =
      pending.find((request) => request.leagueId === leagueId) ??
      pending.find((request) => request.leagueId === null)
    if (match === undefined) throw new ApiError('request_not_found')
    return { id: match.id, leagueId }
  }
  const [first, ...others] = pending
  if (first === undefined) throw new ApiError('request_not_found')
  if (first.leagueId === null || others.length > 0) throw new ApiError('league_required')
  return { id: first.id, leagueId: first.leagueId }
}

async function listPending(
  db: Pick<Db, 'selectFrom'>,
  userId: number,
  actor: Actor,
): Promise<PendingRequest[]> {
  return db
    .selectFrom('join_requests')
    .select(['id', 'league_id as leagueId'])
    .where('user_id', '=', userId)
    .where('id', 'in', decidableIds(db, actor))
    .orderBy('id')
    .execute()
}

function decidableIds(db: Pick<Db, 'selectFrom'>, actor: Actor) {
  const pending = db
    .selectFrom('join_requests as pending')
    .select('pending.id')
    .where('pending.status', '=', 'pending')
  if (isSiteStaff(actor)) return pending
  return pending.where(
    'pending.league_id',
    'in',
    db
      .selectFrom('memberships')
      .select('league_id')
      .where('user_id', '=', actor.userId)
      .where('role', '=', 'admin'),
  )
}

/** Adds the user as a player unless they are a member already; returns their role. */
async function addMember(
  db: Pick<Db, 'selectFrom' | 'insertInto'>,
  leagueId: number,
  userId: number,
  now: Date,
): Promise<LeagueRole> {
  await db
    .insertInto('memberships')
    .values({ league_id: leagueId, user_id: userId, role: 'player', created_at: now.getTime() })
    .onConflict((conflict) => conflict.columns(['league_id', 'user_id']).doNothing())
    .execute()
  return (await findRole(db, leagueId, userId)) ?? 'player'
}

async function findRole(
  db: Pick<Db, 'selectFrom'>,
  leagueId: number,
  userId: number,
): Promise<LeagueRole | null> {
  const row = await db
    .selectFrom('memberships')
    .select('role')
    .where('league_id', '=', leagueId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row?.role ?? null
}
