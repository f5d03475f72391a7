import type { LeagueRole } from '@fieldhouse/domain/league/roles'
import { requireUser } from '../../auth/require-user.ts'
import type { Db } from '../../database/engine/database.ts'
import { inTransaction } from '../../database/engine/transaction.ts'
import { ApiError } from '../../http/errors/api-error.ts'
import { recordAuditEntry } from '../../repositories/audit/audit.ts'
import { hasLeagueAdmin, lockLeague } from '../../repositories/leagues/lock-league.ts'

type Actor = { userId: number; username: string }

export type AdminStore = ReturnType<typeof adminStore>

export function adminStore(db: Db) {
  return {
    /**
     * Adds a user to a league or changes their role.
     * Throws `user_not_found`, and `last_league_admin` if the league would be left without an admin.
     */
    async assignUser(
      leagueId: number,
      username: string,
      role: LeagueRole,
      actor: Actor,
      now: Date,
    ): Promise<void> {
      await inTransaction(db, async (transaction) => {
        await lockLeague(transaction, leagueId)
        const user = await requireUser(transaction, username)
        await transaction
          .insertInto('memberships')
          .values({ league_id: leagueId, user_id: user.id, role, created_at: now.getTime() })
          .onConflict((conflict) => conflict.columns(['league_id', 'user_id']).doUpdateSet({ role }))
          .execute()
        if (role !== 'admin' && !(await hasLeagueAdmin(transaction, leagueId)))
          throw new ApiError('last_league_admin')
        await recordAuditEntry(transaction, {
          at: now,
          actor,
          action: 'league.assign-user',
          leagueId,
          detail: { username: user.username, role },
        })
      })
    },

    /**
     * Assigns a team to a user, who joins the league as a player if they are not a member yet. The
     * team's previous user loses it, and the user loses any other team of the league. With a null
     * username the team becomes unassigned. Throws `team_not_found` and `user_not_found`.
     */
    async assignTeam(
      leagueId: number,
      teamId: number,
      username: string | null,
      actor: Actor,
      now: Date,
    ): Promise<void> {
      await inTransaction(db, async (transaction) => {
        await lockLeague(transaction, leagueId)
        await requireTeam(transaction, leagueId, teamId)
        const user = username === null ? null : await requireUser(transaction, username)
        await transaction
          .deleteFrom('team_assignments')
          .where('league_id', '=', leagueId)
          .where((eb) => eb.or([eb('team_id', '=', teamId), eb('user_id', '=', user?.id ?? 0)]))
          .execute()
        if (user !== null) {
          await transaction
            .insertInto('team_assignments')
            .values({ league_id: leagueId, team_id: teamId, user_id: user.id })
            .execute()
          await transaction
            .insertInto('memberships')
            .values({ league_id: leagueId, user_id: user.id, role: 'player', created_at: now.getTime() })
            .onConflict((conflict) => conflict.columns(['league_id', 'user_id']).doNothing())
            .execute()
        }
        await recordAuditEntry(transaction, {
          at: now,
          actor,
          action: 'league.assign-team',
          leagueId,
          detail: { team_id: teamId, username: user?.username ?? null },
        })
      })
    },
  }
}

/** A team exists if any stored season of the league includes it. */
async function requireTeam(db: Pick<Db, 'selectFrom'>, leagueId: number, teamId: number): Promise<void> {
  const team = await db
    .selectFrom('season_teams')
    .select('team_id')
    .where('league_id', '=', leagueId)
    .where('team_id', '=', teamId)
    .limit(1)
    .executeTakeFirst()
  if (team === undefined) throw new ApiError('team_not_found')
}
