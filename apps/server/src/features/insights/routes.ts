import { getLuck, getPowerRanking, getScheduleSwap } from '@fieldhouse/contract/insights'
import { getPlayoffRace, getRaceHistory, playWhatIf } from '@fieldhouse/contract/playoff-race'
import { leagueOf } from '../../auth/access.ts'
import { ApiError } from '../../http/errors/api-error.ts'
import type { Routes } from '../../http/requests/validation.ts'
import type { InsightReader } from '../../repositories/seasons/insight-reader.ts'
import type { SeasonReader } from '../../repositories/seasons/season-reader.ts'
import { presentLuck, presentPowerRanking, presentScheduleSwap } from './present.ts'
import type { RaceReader } from './race-reader.ts'

export type InsightsOptions = {
  seasons: Pick<SeasonReader, 'getCurrentSeason'>
  insights: InsightReader
  races: RaceReader
  now: () => Date
}

export const insightsRoutes: Routes<InsightsOptions> = (app, options) => {
  const { seasons, insights, races, now } = options

  app.route({
    ...getLuck,
    async handler(request) {
      const { season, stored } = await findSeason(leagueOf(request).id, request.query.season)
      return presentLuck(season, stored)
    },
  })

  app.route({
    ...getScheduleSwap,
    async handler(request) {
      const { season, stored } = await findSeason(leagueOf(request).id, request.query.season)
      return presentScheduleSwap(season, stored)
    },
  })

  app.route({
    ...getPowerRanking,
    async handler(request) {
      const { formula, week } = request.query
      const { season, stored } = await findSeason(leagueOf(request).id, request.query.season)
      return presentPowerRanking(season, stored, { formula, week })
    },
  })

  app.route({
    ...getPlayoffRace,
    async handler(request) {
      return orBusy(await races.getRace(leagueOf(request).id, request.query.season ?? null))
    },
  })

  app.route({
    ...getRaceHistory,
    async handler(request) {
      return orBusy(await races.getHistory(leagueOf(request).id, request.query.season ?? null))
    },
  })

  app.route({
    ...playWhatIf,
    async handler(request) {
      await request.confirmRights()
      const { season = null, picks } = request.body
      const results = picks.map(({ game_id, winner }) => ({ gameId: game_id, winner }))
      return orBusy(await races.getRace(leagueOf(request).id, season, results))
    },
  })

  async function findSeason(leagueId: number, requested: number | undefined) {
    const season = requested ?? (await seasons.getCurrentSeason(leagueId, now()))
    return { season, stored: await insights.findSeason(leagueId, season) }
  }
}

function orBusy<Response>(response: Response | null): Response {
  if (response === null) throw new ApiError('busy')
  return response
}
