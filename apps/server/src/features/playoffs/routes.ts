import { getBracket } from '@fieldhouse/contract/playoffs'
import { leagueOf } from '../../auth/access.ts'
import type { Routes } from '../../http/requests/validation.ts'
import type { InsightReader } from '../../repositories/seasons/insight-reader.ts'
import type { RosterReader } from '../../repositories/seasons/roster-reader.ts'
import type { SeasonReader } from '../../repositories/seasons/season-reader.ts'
import type { TeamReader } from '../../repositories/seasons/team-reader.ts'
import { presentBracket } from './present.ts'

export type PlayoffsOptions = {
  seasons: SeasonReader
  insights: InsightReader
  teams: TeamReader
  rosters: Pick<RosterReader, 'listTeamsInPlay'>
  now: () => Date
}

export const playoffsRoutes: Routes<PlayoffsOptions> = (app, options) => {
  const { seasons, insights, teams, rosters, now } = options

  app.route({
    ...getBracket,
    async handler(request) {
      const { id } = leagueOf(request)
      const season = request.query.season ?? (await seasons.getCurrentSeason(id, now()))
      const [stored, seasonTeams, owners, storedSeasons, teamsInPlay, freshness] = await Promise.all([
        insights.findSeason(id, season),
        teams.listTeams(id, season),
        teams.listOwnerNames(id, season),
        seasons.listSeasons(id),
        rosters.listTeamsInPlay(id, season),
        seasons.getFreshness(id, season),
      ])
      return presentBracket({
        season,
        stored,
        teams: seasonTeams,
        owners,
        seasons: storedSeasons,
        teamsInPlay,
        freshness,
      })
    },
  })
}
