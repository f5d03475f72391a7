import { getMySummary, getSnapshot, listStandings } from '@fieldhouse/contract/standings'
import { currentUser, leagueOf } from '../../auth/access.ts'
import type { Routes } from '../../http/requests/validation.ts'
import type { SeasonReader } from '../../repositories/seasons/season-reader.ts'
import type { TeamReader } from '../../repositories/seasons/team-reader.ts'
import { presentMyTeam, presentSnapshot } from './present.ts'
import type { StandingsReader } from './standings-reader.ts'

export type StandingsOptions = {
  standings: StandingsReader
  seasons: SeasonReader
  teams: Pick<TeamReader, 'findUserTeam'>
  now: () => Date
}

export const standingsRoutes: Routes<StandingsOptions> = (app, { standings, seasons, teams, now }) => {
  app.route({
    ...listStandings,
    async handler(request) {
      const { userId } = currentUser(request)
      return standings.read(leagueOf(request).id, request.query.season, userId)
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
