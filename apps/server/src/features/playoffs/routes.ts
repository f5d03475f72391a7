import { getBracket } from '@fieldhouse/contract/playoffs'
import { leagueOf } from '../../auth/access.ts'
import type { Routes } from '../../http/requests/validation.ts'
import type { BracketReader } from '../../repositories/seasons/bracket-reader.ts'
import type { GameReader } from '../../repositories/seasons/game-reader.ts'
import type { RosterReader } from '../../repositories/seasons/roster-reader.ts'
import type { SeasonReader } from '../../repositories/seasons/season-reader.ts'
import type { TeamReader } from '../../repositories/seasons/team-reader.ts'
import { presentBracket } from './present.ts'

export type PlayoffsOptions = {
  seasons: SeasonReader
  games: Pick<GameReader, 'findSchedule'>
  teams: TeamReader
  brackets: BracketReader
  rosters: Pick<RosterReader, 'listTeamsInPlay'>
  now: () => Date
}

export const playoffsRoutes: Routes<PlayoffsOptions> = (app, options) => {
  const { seasons, games, teams, brackets, rosters, now } = options

  app.route({
    ...getBracket,
    async handler(request) {
      const { id } = leagueOf(request)
      const season = request.query.season ?? (await seasons.getCurrentSeason(id, now()))
      const [schedule, bracket, seasonTeams, owners, storedSeasons, teamsInPlay, freshness] =
        await Promise.all([
          games.findSchedule(id, season),
          brackets.getBracket(id, season),
          teams.listTeams(id, season),
          teams.listOwnerNames(id, season),
          seasons.listSeasons(id),
          rosters.listTeamsInPlay(id, season),
          seasons.getFreshness(id, season),
        ])
      return presentBracket({
        season,
        schedule,
        bracket,
        teams: seasonTeams,
        owners,
        seasons: storedSeasons,
        teamsInPlay,
        freshness,
      })
    },
  })
}
