import { getTeam } from '@fieldhouse/contract/teams'
import { leagueOf } from '../../auth/access.ts'
import { ApiError } from '../../http/errors/api-error.ts'
import type { Routes } from '../../http/requests/validation.ts'
import type { TeamPageReader } from './team-page-reader.ts'

export const teamsRoutes: Routes<{ pages: TeamPageReader }> = (app, { pages }) => {
  app.route({
    ...getTeam,
    async handler(request) {
      const found = await pages.find(leagueOf(request), request.params.team, request.query)
      if (found === null) throw new ApiError('team_not_found')
      if (found.hasCurrentPicture !== null) request.revalidate = found.hasCurrentPicture
      return found.response
    },
  })
}
