import { getMyMatchup, getScoreboard } from '@fieldhouse/contract/matchups'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { currentUser, leagueOf } from '../../auth/access.ts'
import { presentMyWeek, presentScoreboard } from './present.ts'
import type { WeekReader } from './week-reader.ts'

export type MatchupsOptions = { weeks: WeekReader }

export const matchupsRoutes: FastifyPluginAsyncZod<MatchupsOptions> = async (app, { weeks }) => {
  app.route({
    ...getScoreboard,
    async handler(request) {
      const week = await weeks.readWeek(leagueOf(request).id, request.query)
      return presentScoreboard({ ...week, userId: currentUser(request).userId })
    },
  })

  app.route({
    ...getMyMatchup,
    async handler(request) {
      const week = await weeks.readWeek(leagueOf(request).id, request.query)
      return presentMyWeek({ ...week, userId: currentUser(request).userId })
    },
  })
}
