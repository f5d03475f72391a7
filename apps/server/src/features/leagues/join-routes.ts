import {
  approveJoinRequest,
  listJoinRequests,
  listMyJoinRequests,
  rejectJoinRequest,
  requestLeague,
} from '@fieldhouse/contract/leagues'
import { roleWithArticle } from '@fieldhouse/domain/league/roles'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { currentUser, requireManagedLeague } from '../../auth/access.ts'
import type { LeagueAccessStore } from '../../auth/league-access-store.ts'
import { ApiError } from '../../http/errors/api-error.ts'
import type { JoinStore } from './join-store.ts'

export type JoinOptions = { store: JoinStore; leagues: LeagueAccessStore; now: () => Date }

export const joinRoutes: FastifyPluginAsyncZod<JoinOptions> = async (app, { store, leagues, now }) => {
  app.route({
    ...requestLeague,
    async handler(request) {
      const { userId } = currentUser(request)
      const name = parseLeagueName(request.body.league)
      const league = name === null ? null : await leagues.findLeague(name, userId)
      if (name !== null && league === null) throw new ApiError('league_not_found')
      await store.requestToJoin(userId, league?.id ?? null, request.body.message ?? '', now())
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
      return { requests: requests.map(presentRequest) }
    },
  })

  app.route({
    ...listJoinRequests,
    async handler(request) {
      const requests = await store.listDecidable(currentUser(request))
      return { requests: requests.map(presentRequest) }
    },
  })

  app.route({
    ...approveJoinRequest,
    async handler(request) {
      const actor = currentUser(request)
      const { username, league: leagueName } = request.body
      const name = parseLeagueName(leagueName)
      const leagueId = name === null ? null : (await requireManagedLeague(leagues, name, actor)).id
      const approved = await store.approve({ username, leagueId }, actor, now())
      return {
        message: `${approved.username} joined ${approved.league} as ${roleWithArticle(approved.role)}.`,
      }
    },
  })

  app.route({
    ...rejectJoinRequest,
    async handler(request) {
      const { username, rejected } = await store.reject(request.body.username, currentUser(request), now())
      return {
        message:
          rejected === 1
            ? `Rejected the request from ${username}.`
            : `Rejected ${rejected} requests from ${username}.`,
      }
    },
  })
}

/** The form sends an empty string when no league is selected. */
function parseLeagueName(text: string | null | undefined): string | null {
  const name = text?.trim() ?? ''
  return name === '' ? null : name
}

function presentRequest<Rest extends object>({ createdAt, ...rest }: Rest & { createdAt: number }) {
  return { ...rest, created_at: new Date(createdAt).toISOString() }
}
