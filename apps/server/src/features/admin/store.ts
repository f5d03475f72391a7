import {
  type Edit,
  type EditConflicts,
  findConflictingFields,
} from '@fieldhouse/domain/league/edit-conflicts'
import type { LeagueRole } from '@fieldhouse/domain/league/roles'
import type { Db } from '../../database/engine/database.ts'
import { inTransaction } from '../../database/engine/transaction.ts'
import { type Actor, recordAuditEntry } from '../../repositories/audit/audit.ts'
import { findLastChange } from '../../repositories/audit/last-change.ts'
import { replaceTeamUser } from '../../repositories/leagues/assign-team.ts'
import {
  type EndedAssignment,
  listEndedAssignments,
  listTeamUsers,
} from '../../repositories/leagues/assignment-reader.ts'
import { findTeamOwner } from '../../repositories/leagues/bind-assignments.ts'
import { lockLeague } from '../../repositories/leagues/lock-league.ts'
import { findRole, findUser, findUsername, hasOtherAdmin } from '../../repositories/leagues/memberships.ts'

/** Each method that changes something returns null, or why it changed nothing. */
export interface AdminStore {
  /** The assignments whose owner has no team in the newest season, by username. */
  listEndedAssignments(leagueId: number): Promise<EndedAssignment[]>
  /** Adds a user to a league or changes their role, unless that would leave the league without an admin. */
  assignUser(
    leagueId: number,
    username: string,
    role: LeagueRole,
    actor: Actor,
    now: Date,
  ): Promise<'user_not_found' | 'last_league_admin' | null>
  /**
   * Assigns a team and its owner to a user, who joins the league as a player if they are not a member yet. The
   * team's previous user loses it, and the user loses any other team of the league. With a null
   * username the team becomes unassigned. Nothing changes if the team has another user than expected.
   */
  assignTeam(
    assignment: {
      leagueId: number
      teamId: number
      username: string | null
      expected: Edit<'username'>['expected']
    },
    actor: Actor,
    now: Date,
  ): Promise<'team_not_found' | 'user_not_found' | { newer: EditConflicts } | null>
}

export function adminStore(db: Db): AdminStore {
  return {
    listEndedAssignments: (leagueId) => listEndedAssignments(db, leagueId),

    assignUser(leagueId, username, role, actor, now) {
      return inTransaction(db, async (transaction) => {
        await lockLeague(transaction, leagueId)
        const user = await findUser(transaction, username)
        if (user === null) return 'user_not_found'
        if (role !== 'admin' && !(await hasOtherAdmin(transaction, leagueId, user.id)))
          return 'last_league_admin'
        const isNew = (await findRole(transaction, leagueId, user.id)) === null
        await transaction
          .insertInto('memberships')
          .values({ league_id: leagueId, user_id: user.id, role, created_at: now.getTime() })
          .onConflict((conflict) => conflict.columns(['league_id', 'user_id']).doUpdateSet({ role }))
          .execute()
        await recordAuditEntry(transaction, {
          at: now,
          actor,
          action: 'league.assign-user',
          leagueId,
          detail: { username: user.username, role, is_new: isNew },
        })
        return null
      })
    },

    assignTeam({ leagueId, teamId, username, expected }, actor, now) {
      return inTransaction(db, async (transaction) => {
        await lockLeague(transaction, leagueId)
        const owner = await findTeamOwner(transaction, leagueId, teamId, null)
        if (owner === null) return 'team_not_found'
        const user = username === null ? null : await findUser(transaction, username)
        if (user === null && username !== null) return 'user_not_found'
        const users = await listTeamUsers(transaction, leagueId, owner.season)
        const userId = users.get(teamId)
        const stored = { username: userId === undefined ? null : await findUsername(transaction, userId) }
        if (
          findConflictingFields(stored, { saved: { username: user?.username ?? null }, expected }).length > 0
        ) {
          const change = await findLastChange(
            transaction,
            leagueId,
            'league.assign-team',
            // The user may also have moved to another team.
            (detail) => detail['team_id'] === teamId || detail['username'] === expected?.username,
          )
          return { newer: { username: { value: stored.username, ...change } } }
        }
        const isNew = user !== null && (await findRole(transaction, leagueId, user.id)) === null
        await replaceTeamUser(
          transaction,
          leagueId,
          { teamId, ...owner },
          { previousUserId: userId ?? null, userId: user?.id ?? null },
          now,
        )
        await recordAuditEntry(transaction, {
          at: now,
          actor,
          action: 'league.assign-team',
          leagueId,
          detail: {
            team_id: teamId,
            season: owner.season,
            username: user?.username ?? null,
            ...(user === null ? {} : { is_new: isNew }),
          },
        })
        return null
      })
    },
  }
}
