import { getEloRatings } from '@fieldhouse/contract/elo'
import { getLuck, getPowerRanking, getScheduleSwap } from '@fieldhouse/contract/insights'
import { getLineupEfficiency } from '@fieldhouse/contract/lineups'
import { getPlayoffRace, getRaceHistory, playWhatIf } from '@fieldhouse/contract/playoff-race'
import { eloHistory } from '@fieldhouse/domain/history/owner-elo'
import type { PlayedGame } from '@fieldhouse/domain/history/played-games'
import { rosterStrengths } from '@fieldhouse/domain/insights/season/season-lineups'
import { reviewLineup } from '@fieldhouse/domain/rosters/lineup-efficiency'
import { leagueOf } from '../../auth/access.ts'
import { ApiError } from '../../http/errors/api-error.ts'
import type { Routes } from '../../http/requests/validation.ts'
import type { ArchiveReader } from '../../repositories/seasons/archive-reader.ts'
import type { InsightReader } from '../../repositories/seasons/insight-reader.ts'
import type { RosterWeekReader } from '../../repositories/seasons/roster-week-reader.ts'
import type { SeasonReader } from '../../repositories/seasons/season-reader.ts'
import { presentLuck, presentPowerRanking, presentScheduleSwap } from './present.ts'
import { presentElo } from './present-elo.ts'
import { presentLineups, reviewableWeeks } from './present-lineups.ts'
import type { RaceReader } from './race-reader.ts'

export type InsightsOptions = {
  seasons: Pick<SeasonReader, 'getCurrentSeason'>
  insights: InsightReader
  races: RaceReader
  archive: Pick<ArchiveReader, 'listLineups'>
  rosterWeeks: RosterWeekReader
  /** The finished games of all seasons. */
  listGames: (leagueId: number) => Promise<readonly PlayedGame[]>
  now: () => Date
}

export const insightsRoutes: Routes<InsightsOptions> = (app, options) => {
  const { seasons, insights, races, archive, rosterWeeks, listGames, now } = options

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
      const { id } = leagueOf(request)
      const { season, stored } = await findSeason(id, request.query.season)
      const rosters = formula === 'composite' ? await rosterWeeks.listRosterWeeks(id, season) : []
      const strengths = stored === null ? undefined : rosterStrengths(stored.regular, rosters)
      return presentPowerRanking(season, stored, { formula, week, strengths })
    },
  })

  app.route({
    ...getLineupEfficiency,
    async handler(request) {
      const { id } = leagueOf(request)
      const { season, stored } = await findSeason(id, request.query.season)
      const rosters = await rosterWeeks.listRosterWeeks(id, season)
      const weeks = reviewableWeeks(stored, rosters)
      const week = request.query.week ?? weeks.at(-1) ?? null
      const lineups =
        week === null || !weeks.includes(week) ? [] : await archive.listLineups(id, season, week)
      const reviews = new Map(
        lineups.flatMap((lineup) => {
          const review = reviewLineup(lineup)
          return review === null ? [] : [[lineup.teamId, review] as const]
        }),
      )
      return presentLineups(season, stored, rosters, { week, reviews })
    },
  })

  app.route({
    ...getEloRatings,
    async handler(request) {
      return presentElo(eloHistory(await listGames(leagueOf(request).id)))
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
