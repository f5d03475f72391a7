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
import { listTeamUsers } from '../../repositories/leagues/assignment-reader.ts'
import { findTeamOwner } from '../../repositories/leagues/bind-assignments.ts'
import { lockLeague } from '../../repositories/leagues/lock-league.ts'
import { findRole, findUser, findUsername, hasOtherAdmin } from '../../repositories/leagues/memberships.ts'

/**
 * Adds a user to a league or changes their role, unless that would leave the league without an admin. Returns null, or
 * why nothing was changed.
 */
export function assignUser(
  db: Db,
  leagueId: number,
  username: string,
  role: LeagueRole,
  actor: Actor,
  now: Date,
): Promise<'user_not_found' | 'last_league_admin' | null> {
  return inTransaction(db, async (transaction) => {
    await lockLeague(transaction, leagueId)
    const user = await findUser(transaction, username)
    if (user === null) return 'user_not_found'
    if (role !== 'admin' && !(await hasOtherAdmin(transaction, leagueId, user.id))) return 'last_league_admin'
    const isNew = (await findRole(transaction, leagueId, user.id)) === null
    await transaction
      .insertInto('memberships')
      .values({ league_id: leagueId, user_id: user.id, role, created_at: now.getTime() })
      .onConflict((conflict) => conflict.columns(['league_id', 'user_id']).doUpdateSet({ role }))
      .execute()
    const detail = { username: user.username, role, is_new: isNew }
    await recordAuditEntry(transaction, { at: now, actor, action: 'league.assign-user', leagueId, detail })
    return null
  })
}

export type Assignment = {
  leagueId: number
  teamId: number
  /** null unassigns the team. */
  username: string | null
  /** Nothing changes if the team has another user. */
  expected: Edit<'username'>['expected']
}

/**
 * Assigns a team and its owner to a user, who joins the league as a player if they are not a member yet. The team's
 * previous user loses it, and the user loses any other team of the league. Returns null, or why nothing was changed.
 */
export function assignTeam(
  db: Db,
  { leagueId, teamId, username, expected }: Assignment,
  actor: Actor,
  now: Date,
): Promise<'team_not_found' | 'user_not_found' | { newer: EditConflicts } | null> {
  return inTransaction(db, async (transaction) => {
    await lockLeague(transaction, leagueId)
    const owner = await findTeamOwner(transaction, leagueId, teamId, null)
    if (owner === null) return 'team_not_found'
    const user = username === null ? null : await findUser(transaction, username)
    if (user === null && username !== null) return 'user_not_found'
    const previousUserId = (await listTeamUsers(transaction, leagueId, owner.season)).get(teamId) ?? null
    const previous = previousUserId === null ? null : await findUsername(transaction, previousUserId)
    const saved = { username: user?.username ?? null }
    const action = 'league.assign-team'
    if (findConflictingFields({ username: previous }, { saved, expected }).length > 0) {
      // The user may also have moved to another team.
      const isMatch = (detail: Readonly<Record<string, unknown>>) =>
        detail['team_id'] === teamId || detail['username'] === expected?.username
      const change = await findLastChange(transaction, leagueId, action, isMatch)
      return { newer: { username: { value: previous, ...change } } }
    }
    const isNew = user !== null && (await findRole(transaction, leagueId, user.id)) === null
    const users = { previousUserId, userId: user?.id ?? null }
    await replaceTeamUser(transaction, leagueId, { teamId, ...owner }, users, now)
    const detail = { team_id: teamId, season: owner.season, ...saved, ...(user && { is_new: isNew }) }
    await recordAuditEntry(transaction, { at: now, actor, action, leagueId, detail })
    return null
  })
}
