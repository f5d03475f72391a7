import {
  getLuck,
  getPlayoffRace,
  getPowerRanking,
  getScheduleSwap,
  playWhatIf,
} from '@fieldhouse/contract/insights'
import type { GamePick } from '@fieldhouse/domain/insights/odds/simulate-season'
import type { PlayoffRace } from '@fieldhouse/domain/insights/race/playoff-race'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { leagueOf } from '../../auth/access.ts'
import { ApiError } from '../../http/errors/api-error.ts'
import type { InsightReader } from '../../repositories/seasons/insight-reader.ts'
import type { SeasonReader } from '../../repositories/seasons/season-reader.ts'
import { type TaskThread, taskThread, threadProgram } from '../../threads/task-thread.ts'
import { presentLuck, presentPowerRanking, presentScheduleSwap } from './present.ts'
import { hasRace, presentRace } from './present-race.ts'
import { type RaceInput, toRaceInput } from './race-input.ts'

/** Computes playoff races in another thread. */
export type RaceThread = TaskThread<RaceInput, PlayoffRace>

export const raceThread = (): RaceThread => taskThread(threadProgram('race-thread', import.meta.url))

export type InsightsOptions = {
  seasons: Pick<SeasonReader, 'getCurrentSeason'>
  insights: InsightReader
  races: RaceThread
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
      await request.confirmRights()
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
    if (!hasRace(season, stored)) return presentRace(season, stored, null)
    const race = await races.run(toRaceInput(leagueId, season, stored, picks))
    if (race === null) throw new ApiError('busy')
    return presentRace(season, stored, race)
  }
}
