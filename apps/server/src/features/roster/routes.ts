import { getMyRoster } from '@fieldhouse/contract/roster'
import { withoutPoints } from '@fieldhouse/domain/rosters/lineup'
import { hasWeeklyPoints, type ScoringFormat } from '@fieldhouse/domain/seasons/scoring-format'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { currentUser, leagueOf } from '../../auth/access.ts'
import type { NflReader } from '../../repositories/nfl/nfl-reader.ts'
import type { ArchiveReader } from '../../repositories/seasons/archive-reader.ts'
import type { GameReader, SeasonSchedule } from '../../repositories/seasons/game-reader.ts'
import type { SeasonReader } from '../../repositories/seasons/season-reader.ts'
import type { TeamReader } from '../../repositories/seasons/team-reader.ts'
import { presentMyRoster, presentRoster } from './present.ts'

export type RosterOptions = {
  seasons: SeasonReader
  games: Pick<GameReader, 'findSchedule'>
  teams: TeamReader
  archive: Pick<ArchiveReader, 'findLineup' | 'listWeeksWithLineups'>
  nfl: Pick<NflReader, 'getWeek'>
  now: () => Date
}

export const rosterRoutes: FastifyPluginAsyncZod<RosterOptions> = async (app, options) => {
  const { seasons, games, teams, archive, nfl, now } = options

  app.route({
    ...getMyRoster,
    async handler(request) {
      const league = leagueOf(request)
      const season = request.query.season ?? (await seasons.getCurrentSeason(league.id, now()))
      const [schedule, weeks, team, freshness] = await Promise.all([
        games.findSchedule(league.id, season),
        archive.listWeeksWithLineups(league.id, season),
        teams.findUserTeam(league.id, season, currentUser(request).userId),
        seasons.getFreshness(league.id, season),
      ])
      const week = request.query.week ?? defaultWeek(weeks, schedule)
      const format = schedule?.format ?? 'points'
      const players =
        week === null || team === null
          ? []
          : await loadPlayers(league.id, { season, week, format }, team.teamId)
      return presentMyRoster(
        { season, scoring_format: format, week, weeks, players },
        team,
        league,
        freshness,
      )
    },
  })

  async function loadPlayers(
    leagueId: number,
    { season, week, format }: { season: number; week: number; format: ScoringFormat },
    teamId: number,
  ) {
    const [lineup, nflWeek] = await Promise.all([
      archive.findLineup(leagueId, season, week, teamId),
      nfl.getWeek(season, week),
    ])
    if (lineup === null) return []
    return presentRoster(hasWeeklyPoints(format) ? lineup : withoutPoints(lineup), nflWeek)
  }
}

/** Returns the current NFL week, or the last week with lineups if the current week has none yet. */
function defaultWeek(weeks: readonly number[], schedule: SeasonSchedule | null): number | null {
  const current = schedule?.currentWeek ?? null
  if (current === null) return weeks.at(-1) ?? null
  return weeks.findLast((week) => week <= current) ?? current
}
