import { getMyRoster } from '@fieldhouse/contract/roster'
import { currentUser, leagueOf } from '../../auth/access.ts'
import type { Routes } from '../../http/requests/validation.ts'
import type { RosterReader } from '../../repositories/seasons/roster-reader.ts'
import type { SeasonReader } from '../../repositories/seasons/season-reader.ts'
import type { TeamReader } from '../../repositories/seasons/team-reader.ts'
import { presentMyRoster } from './present.ts'

export type RosterOptions = {
  seasons: SeasonReader
  teams: TeamReader
  rosters: RosterReader
  now: () => Date
}

export const rosterRoutes: Routes<RosterOptions> = (app, options) => {
  const { seasons, teams, rosters, now } = options

  app.route({
    ...getMyRoster,
    async handler(request) {
      const league = leagueOf(request)
      const season = request.query.season ?? (await seasons.getCurrentSeason(league.id, now()))
      const [rosterWeek, team, freshness] = await Promise.all([
        rosters.resolveWeek(league.id, season, request.query.week),
        teams.findUserTeam(league.id, season, currentUser(request).userId),
        seasons.getFreshness(league.id, season),
      ])
      const roster =
        team === null ? null : await rosters.findRoster(league.id, season, rosterWeek, team.teamId)
      return presentMyRoster({ season, ...rosterWeek }, roster, team, league, freshness)
    },
  })
}
