import { assignTeam, assignUser } from '@fieldhouse/contract/admin'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { callerOf, leagueOf, leagueToRun } from '../../http/access.ts'
import type { LeagueAccessStore } from '../../http/league-access-store.ts'
import type { AdminStore } from './store.ts'

export type AdminOptions = { store: AdminStore; leagues: LeagueAccessStore; now: () => Date }

export const adminRoutes: FastifyPluginAsyncZod<AdminOptions> = async (app, { store, leagues, now }) => {
  app.route({
    ...assignUser,
    async handler(request) {
      const caller = callerOf(request)
      const { username, league: name, role } = request.body
      const league = await leagueToRun(leagues, name, caller)
      await store.assignUser(league.id, username, role, caller, now())
      return { message: `${username} is now ${role} of ${league.name}.` }
    },
  })

  app.route({
    ...assignTeam,
    async handler(request) {
      const league = leagueOf(request)
      const { league_team_id, username } = request.body
      const user = username === null || username === '' ? null : username
      await store.assignTeam(league.id, league_team_id, user, callerOf(request), now())
      return { message: user === null ? 'Nobody has this team now.' : `${user} has this team now.` }
    },
  })
}
