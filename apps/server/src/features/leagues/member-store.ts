import { LEAGUE_ROLES, type LeagueRole } from '@fieldhouse/domain/league/roles'
import { displayNameOf } from '@fieldhouse/domain/names'
import { requireUser } from '../../auth/require-user.ts'
import type { Db } from '../../database/engine/database.ts'
import { inTransaction } from '../../database/engine/transaction.ts'
import { ApiError } from '../../http/errors/api-error.ts'
import { recordAuditEntry } from '../../repositories/audit/audit.ts'
import { hasLeagueAdmin, lockLeague } from '../../repositories/leagues/lock-league.ts'

export type LeagueMember = {
  username: string
  name: string
  role: LeagueRole
  team: string | null
  since: Date
}

export type MemberStore = ReturnType<typeof memberStore>

export function memberStore(db: Db) {
  return {
    /** Admins first, then players, then viewers, each by username. `season` selects the team names. */
    async list(leagueId: number, season: number): Promise<LeagueMember[]> {
      const rows = await db
        .selectFrom('memberships')
        .innerJoin('users', 'users.id', 'memberships.user_id')
        .leftJoin('team_assignments', (join) =>
          join
            .onRef('team_assignments.league_id', '=', 'memberships.league_id')
            .onRef('team_assignments.user_id', '=', 'memberships.user_id'),
        )
        .leftJoin('season_teams', (join) =>
          join
            .onRef('season_teams.league_id', '=', 'team_assignments.league_id')
            .onRef('season_teams.team_id', '=', 'team_assignments.team_id')
            .on('season_teams.season', '=', season),
        )
        .select([
          'users.username',
          'users.first_name as firstName',
          'users.last_name as lastName',
          'memberships.role',
          'memberships.created_at',
          'season_teams.name as team',
        ])
        .where('memberships.league_id', '=', leagueId)
        .orderBy('users.username_key')
        .execute()
      return rows
        .map((row) => ({
          username: row.username,
          name: displayNameOf(row),
          role: row.role,
          team: row.team,
          since: new Date(row.created_at),
        }))
        .sort((a, b) => LEAGUE_ROLES.indexOf(a.role) - LEAGUE_ROLES.indexOf(b.role))
    },

    /**
     * Removes a member and unassigns their team; returns the username. Throws `user_not_found`,
     * `member_not_found`, and `last_league_admin` if the league would be left without an admin.
     */
    async remove(
      leagueId: number,
      username: string,
      actor: { userId: number; username: string },
      now: Date,
    ): Promise<string> {
      return inTransaction(db, async (transaction) => {
        await lockLeague(transaction, leagueId)
        const user = await requireUser(transaction, username)
        const removed = await transaction
          .deleteFrom('memberships')
          .where('league_id', '=', leagueId)
          .where('user_id', '=', user.id)
          .returning('role')
          .executeTakeFirst()
        if (removed === undefined) throw new ApiError('member_not_found')
        if (removed.role === 'admin' && !(await hasLeagueAdmin(transaction, leagueId))) {
          const message = 'The last admin of a league cannot be removed.'
          throw new ApiError('last_league_admin', { message })
        }
        await transaction
          .deleteFrom('team_assignments')
          .where('league_id', '=', leagueId)
          .where('user_id', '=', user.id)
          .execute()
        await recordAuditEntry(transaction, {
          at: now,
          actor,
          action: 'league.remove-member',
          leagueId,
          detail: { username: user.username, role: removed.role },
        })
        return user.username
      })
    },
  }
}
