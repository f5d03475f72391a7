import { LEAGUE_ROLES, type LeagueRole } from '@fieldhouse/domain/league/roles'
import { displayNameOf } from '@fieldhouse/domain/names'
import type { Transaction } from 'kysely'
import type { Db } from '../../database/engine/database.ts'
import { inTransaction } from '../../database/engine/transaction.ts'
import type { Database } from '../../database/schema/schema.ts'
import { type Actor, recordAuditEntry } from '../../repositories/audit/audit.ts'
import { listTeamUsers } from '../../repositories/leagues/assignment-reader.ts'
import { lockLeague } from '../../repositories/leagues/lock-league.ts'
import { findRole, findUser, hasOtherAdmin } from '../../repositories/leagues/memberships.ts'
import { findSeason } from '../../repositories/season-documents/stored-seasons.ts'

export type LeagueMember = {
  username: string
  name: string
  role: LeagueRole
  team: string | null
  since: Date
}

export type RemovalResult =
  | { kind: 'removed'; username: string }
  | { kind: 'user_not_found' | 'member_not_found' | 'last_league_admin' }

export interface MemberStore {
  /** Admins first, then players, then viewers, each by username. `season` selects the team names. */
  list(leagueId: number, season: number): Promise<LeagueMember[]>
  /** Removes a member, unless that would leave the league without an admin, and unassigns their team. */
  remove(leagueId: number, username: string, actor: Actor, now: Date): Promise<RemovalResult>
  /** Does the same to the user. Returns null, or why nothing was changed. */
  leave(leagueId: number, user: Actor, now: Date): Promise<'member_not_found' | 'last_league_admin' | null>
}

export function memberStore(db: Db): MemberStore {
  return {
    async list(leagueId, season) {
      const [rows, users, stored] = await Promise.all([
        db
          .selectFrom('memberships')
          .innerJoin('users', 'users.id', 'memberships.user_id')
          .select([
            'users.id',
            'users.username',
            'users.first_name as firstName',
            'users.last_name as lastName',
          ])
          .select(['memberships.role', 'memberships.created_at'])
          .where('memberships.league_id', '=', leagueId)
          .orderBy('users.username_key')
          .execute(),
        listTeamUsers(db, leagueId, season),
        findSeason(db, leagueId, season),
      ])
      const teamNames = new Map(stored?.teams.map((team) => [users.get(team.teamId), team.name]))
      return rows
        .map((row) => ({
          username: row.username,
          name: displayNameOf(row),
          role: row.role,
          team: teamNames.get(row.id) ?? null,
          since: new Date(row.created_at),
        }))
        .sort((a, b) => LEAGUE_ROLES.indexOf(a.role) - LEAGUE_ROLES.indexOf(b.role))
    },

    remove(leagueId, username, actor, now) {
      return inTransaction(db, async (transaction) => {
        await lockLeague(transaction, leagueId)
        const user = await findUser(transaction, username)
        if (user === null) return { kind: 'user_not_found' }
        const removed = await deleteMembership(transaction, leagueId, user.id)
        if (typeof removed === 'string') return { kind: removed }
        const { role } = removed
        await recordAuditEntry(transaction, {
          at: now,
          actor,
          action: 'league.remove-member',
          leagueId,
          detail: { username: user.username, role },
        })
        return { kind: 'removed', username: user.username }
      })
    },

    leave(leagueId, user, now) {
      return inTransaction(db, async (transaction) => {
        await lockLeague(transaction, leagueId)
        const removed = await deleteMembership(transaction, leagueId, user.userId)
        if (typeof removed === 'string') return removed
        const entry = { at: now, actor: user, action: 'league.leave', leagueId, detail: removed } as const
        await recordAuditEntry(transaction, entry)
        return null
      })
    },
  }
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
