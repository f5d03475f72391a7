import {
  approveJoinRequest,
  listJoinRequests,
  listMyJoinRequests,
  rejectJoinRequest,
  requestLeague,
} from '@fieldhouse/contract/leagues'
import { roleWithArticle } from '@fieldhouse/domain/league/roles'
import { currentUser, requireManagedLeague } from '../../auth/access.ts'
import type { LeagueAccessStore } from '../../auth/league-access-store.ts'
import { ApiError } from '../../http/errors/api-error.ts'
import type { Routes } from '../../http/requests/validation.ts'
import type { JoinStore } from './join-store.ts'
import { presentJoinRequest, presentPendingRequest } from './present.ts'

export type JoinOptions = { store: JoinStore; leagues: LeagueAccessStore; now: () => Date }

export const joinRoutes: Routes<JoinOptions> = (app, { store, leagues, now }) => {
  app.route({
    ...requestLeague,
    async handler(request) {
      const { userId } = currentUser(request)
      const name = parseLeagueName(request.body.league)
      const league = name === null ? null : await leagues.findLeague(name, userId)
      if (name !== null && league === null) throw new ApiError('league_not_found')
      const isRequested = await store.requestToJoin(
        userId,
        league?.id ?? null,
        request.body.message ?? '',
        now(),
      )
      if (!isRequested) throw new ApiError('already_member')
      return {
        message:
          league === null
            ? 'Your request to join a league was sent.'
            : `Your request to join ${league.name} was sent.`,
      }
    },
  })

  app.route({
    ...listMyJoinRequests,
    async handler(request) {
      const requests = await store.listByUser(currentUser(request).userId)
      return { requests: requests.map(presentJoinRequest) }
    },
  })

  app.route({
    ...listJoinRequests,
    async handler(request) {
      const requests = await store.listDecidable(currentUser(request))
      return { requests: requests.map(presentPendingRequest) }
    },
  })

  app.route({
    ...approveJoinRequest,
    async handler(request) {
      const actor = currentUser(request)
      const { username, league: leagueName, league_team_id: teamId = null } = request.body
      const name = parseLeagueName(leagueName)
      const leagueId = name === null ? null : (await requireManagedLeague(leagues, name, actor)).id
      const result = await store.approve({ username, leagueId, teamId }, actor, now())
      if (result.kind !== 'approved') throw new ApiError(result.kind)
      const { username: member, league, role, hasTeam } = result
      return {
        message: `${member} joined ${league} as ${roleWithArticle(role)}${hasTeam ? ' with their team' : ''}.`,
      }
    },
  })

  app.route({
    ...rejectJoinRequest,
    async handler(request) {
      const result = await store.reject(request.body.username, currentUser(request), now())
      if (result.kind !== 'rejected') throw new ApiError(result.kind)
      const { username, count } = result
      return {
        message:
          count === 1
            ? `Rejected the request from ${username}.`
            : `Rejected ${count} requests from ${username}.`,
      }
    },
  })
}

/** The form sends an empty string when no league is selected. */
function parseLeagueName(text: string | null | undefined): string | null {
  const name = text?.trim() ?? ''
  return name === '' ? null : name
}
