import { getMatchup, getMatchupTimeline, getMyMatchup, getScoreboard } from '@fieldhouse/contract/matchups'
import { currentUser, leagueOf } from '../../auth/access.ts'
import { ApiError } from '../../http/errors/api-error.ts'
import type { Routes } from '../../http/requests/validation.ts'
import type { MatchupReader } from './matchup-reader.ts'
import { presentMyWeek, presentScoreboard } from './present.ts'
import type { WeekReader } from './week-reader.ts'

export type MatchupsOptions = {
  weeks: WeekReader
  matchups: MatchupReader
}

export const matchupsRoutes: Routes<MatchupsOptions> = (app, { weeks, matchups }) => {
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

  app.route({
    ...getMatchup,
    async handler(request) {
      const { season, week, game } = request.params
      const matchup = await matchups.find(leagueOf(request).id, { season, week, game })
      if (matchup === null) throw gameNotFound()
      return matchup
    },
  })

  app.route({
    ...getMatchupTimeline,
    async handler(request) {
      const { season, week, game } = request.params
      const timeline = await matchups.findTimeline(leagueOf(request).id, { season, week, game })
      if (timeline === null) throw gameNotFound()
      return timeline
    },
  })
}

function gameNotFound(): ApiError {
  return new ApiError('game_not_found', { message: 'Game not found.' })
}
