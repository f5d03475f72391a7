import {
  getLuck,
  getPlayoffRace,
  getPowerRanking,
  getScheduleSwap,
  playWhatIf,
} from '@fieldhouse/contract/insights'
import type { GamePick } from '@fieldhouse/domain/insights/odds/simulate-season'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { leagueOf } from '../../auth/access.ts'
import type { InsightReader } from '../../repositories/seasons/insight-reader.ts'
import type { SeasonReader } from '../../repositories/seasons/season-reader.ts'
import { presentLuck, presentPowerRanking, presentScheduleSwap } from './present.ts'
import { hasRace, presentRace } from './present-race.ts'
import type { RaceComputer } from './race-computer.ts'
import { toRaceInput } from './race-input.ts'

export type InsightsOptions = {
  seasons: Pick<SeasonReader, 'getCurrentSeason'>
  insights: InsightReader
  races: RaceComputer
  now: () => Date
}

export const insightsRoutes: FastifyPluginAsyncZod<InsightsOptions> = async (app, options) => {
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
      return computeRace(leagueOf(request).id, request.query.season)
    },
  })

  app.route({
    ...playWhatIf,
    async handler(request) {
      const picks = request.body.picks.map(({ game_id, winner }) => ({ gameId: game_id, winner }))
      return computeRace(leagueOf(request).id, request.body.season, picks)
    },
  })

  async function findSeason(leagueId: number, requested: number | undefined) {
    const season = requested ?? (await seasons.getCurrentSeason(leagueId, now()))
    return { season, stored: await insights.findSeason(leagueId, season) }
  }

  async function computeRace(leagueId: number, requested: number | undefined, picks: GamePick[] = []) {
    const { season, stored } = await findSeason(leagueId, requested)
    const race = hasRace(season, stored)
      ? await races.compute(toRaceInput(leagueId, season, stored, picks))
      : null
    return presentRace(season, stored, race)
  }
}
