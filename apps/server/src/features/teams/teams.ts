import { getTeam } from '@fieldhouse/contract/teams/teams'
import { ApiError } from '../../http/errors/api-error.ts'
import { operation } from '../../http/operation.ts'
import { readTeam } from './read-team.ts'

export const teams = [
  operation(getTeam, async ({ ctx, league, params, query, request }) => {
    const found = await readTeam(ctx, league, params.team, query)
    if (found === null) throw new ApiError('team_not_found')
    if (found.hasCurrentPicture !== null) request.revalidate = found.hasCurrentPicture
    return found.response
  }),
]
