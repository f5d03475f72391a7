import { assignTeam, assignUser, listTeams } from '@fieldhouse/contract/admin'
import { canManageLeague, roleWithArticle } from '@fieldhouse/domain/league/roles'
import { currentUser, leagueOf, requireManagedLeague } from '../../auth/access.ts'
import type { LeagueAccessStore } from '../../auth/league-access-store.ts'
import { ApiError } from '../../http/errors/api-error.ts'
import type { Routes } from '../../http/requests/validation.ts'
import type { SeasonReader } from '../../repositories/seasons/season-reader.ts'
import type { TeamReader } from '../../repositories/seasons/team-reader.ts'
import { presentTeams } from './present.ts'
import type { AdminStore } from './store.ts'

export type AdminOptions = {
  store: AdminStore
  leagues: LeagueAccessStore
  seasons: SeasonReader
  teams: TeamReader
  now: () => Date
}

export const adminRoutes: Routes<AdminOptions> = (app, options) => {
  const { store, leagues, seasons, teams, now } = options

  app.route({
    ...listTeams,
    async handler(request) {
      const { id, role } = leagueOf(request)
      const season = await seasons.getCurrentSeason(id, now())
      const canManage = canManageLeague(currentUser(request), role)
      return presentTeams(
        ...(await Promise.all([
          seasons.getFormat(id, season),
          teams.listTeams(id, season),
          teams.listOwnerNames(id, season),
          canManage ? store.listEndedAssignments(id) : [],
        ])),
      )
    },
  })

  app.route({
    ...assignUser,
    async handler(request) {
      const actor = currentUser(request)
      const { username, league: name, role } = request.body
      const league = await requireManagedLeague(leagues, name, actor)
      const rejection = await store.assignUser(league.id, username, role, actor, now())
      if (rejection !== null) throw new ApiError(rejection)
      return { message: `${username} is now ${roleWithArticle(role)} in ${league.name}.` }
    },
  })

  app.route({
    ...assignTeam,
    async handler(request) {
      const league = leagueOf(request)
      const { league_team_id: teamId, username, expected } = request.body
      const user = username === null || username === '' ? null : username
      const assignment = { leagueId: league.id, teamId, username: user, expected }
      const rejection = await store.assignTeam(assignment, currentUser(request), now())
      if (typeof rejection === 'string') throw new ApiError(rejection)
      if (rejection !== null) throw new ApiError('edit_conflict', rejection)
      return {
        message: user === null ? 'The team is now unassigned.' : `The team is now assigned to ${user}.`,
      }
    },
  })
}
