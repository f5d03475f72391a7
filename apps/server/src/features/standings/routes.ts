import { getMySummary, getSnapshot, listStandings } from '@fieldhouse/contract/standings'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { currentUser, leagueOf } from '../../auth/access.ts'
import type { GameReader } from '../../repositories/seasons/game-reader.ts'
import type { SeasonReader } from '../../repositories/seasons/season-reader.ts'
import type { TeamReader } from '../../repositories/seasons/team-reader.ts'
import { presentMyTeam, presentSnapshot, presentStandings } from './present.ts'

export type StandingsOptions = {
  seasons: SeasonReader
  teams: TeamReader
  games: Pick<GameReader, 'findSchedule' | 'listGames' | 'listCompletedWeeks'>
  now: () => Date
}

export const standingsRoutes: FastifyPluginAsyncZod<StandingsOptions> = async (
  app,
  { seasons, teams, games, now },
) => {
  app.route({
    ...listStandings,
    async handler(request) {
      const { id } = leagueOf(request)
      const { userId } = currentUser(request)
      const season = request.query.season ?? (await seasons.getCurrentSeason(id, now()))
      const [schedule, seasonTeams, owners, seasonGames, weeks, freshness] = await Promise.all([
        games.findSchedule(id, season),
        teams.listTeams(id, season),
        teams.listOwnerNames(id, season),
        games.listGames(id, season),
        games.listCompletedWeeks(id, season),
        seasons.getFreshness(id, season),
      ])
      return presentStandings({
        season,
        schedule,
        teams: seasonTeams,
        owners,
        games: seasonGames,
        weeks,
        freshness,
        userId,
      })
    },
  })

  app.route({
    ...getMySummary,
    async handler(request) {
      const { id } = leagueOf(request)
      const season = await seasons.getCurrentSeason(id, now())
      const [format, team] = await Promise.all([
        seasons.getFormat(id, season),
        teams.findUserTeam(id, season, currentUser(request).userId),
      ])
      return {
        assigned: team !== null,
        scoring_format: format,
        team: team === null ? null : presentMyTeam(team),
      }
    },
  })

  app.route({
    ...getSnapshot,
    async handler(request) {
      const { id, espnLeagueId } = leagueOf(request)
      const [newest] = await seasons.listSeasons(id)
      return presentSnapshot(espnLeagueId, newest)
    },
  })
}
