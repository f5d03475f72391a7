import { getMyRoster } from '@fieldhouse/contract/roster'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { ArchiveReader } from '../../database/archive-reader.ts'
import type { GameReader, SeasonWeeks } from '../../database/game-reader.ts'
import type { NflReader } from '../../database/nfl-reader.ts'
import type { SeasonReader } from '../../database/season-reader.ts'
import type { TeamReader } from '../../database/team-reader.ts'
import { callerOf, leagueOf } from '../../http/access.ts'
import { presentRoster } from './present.ts'

export type RosterOptions = {
  seasons: SeasonReader
  games: Pick<GameReader, 'weeksOf'>
  teams: TeamReader
  archive: Pick<ArchiveReader, 'lineupOf' | 'weeksWithLineups'>
  nfl: Pick<NflReader, 'weekOf'>
  now: () => Date
}

export const rosterRoutes: FastifyPluginAsyncZod<RosterOptions> = async (app, options) => {
  const { seasons, games, teams, archive, nfl, now } = options

  app.route({
    ...getMyRoster,
    async handler(request) {
      const league = leagueOf(request)
      const season = request.query.season ?? (await seasons.currentSeason(league.id, now()))
      const [calendar, weeks, team, freshness] = await Promise.all([
        games.weeksOf(league.id, season),
        archive.weeksWithLineups(league.id, season),
        teams.teamOfUser(league.id, season, callerOf(request).userId),
        seasons.freshnessOf(league.id, season),
      ])
      const week = request.query.week ?? shownWeek(weeks, calendar)
      return {
        season,
        week,
        weeks,
        players: week === null || team === null ? [] : await playersOf(league.id, season, week, team.teamId),
        season_note: league.seasonNote,
        espn_team_id: team?.teamId ?? null,
        espn_league_id: league.espnLeagueId,
        updated_at: freshness.updatedAt?.toISOString() ?? null,
        last_error: freshness.lastError,
      }
    },
  })

  async function playersOf(leagueId: number, season: number, week: number, teamId: number) {
    const [lineup, nflWeek] = await Promise.all([
      archive.lineupOf(leagueId, season, week, teamId),
      nfl.weekOf(season, week),
    ])
    return lineup === null ? [] : presentRoster(lineup, nflWeek)
  }
}

/** The current NFL week, or the last one with line-ups where the current one has none yet. */
function shownWeek(weeks: readonly number[], calendar: SeasonWeeks | null): number | null {
  const current = calendar?.currentWeek ?? null
  if (current === null) return weeks.at(-1) ?? null
  return weeks.findLast((week) => week <= current) ?? current
}
