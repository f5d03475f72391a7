import { getMyMatchup, getScoreboard, type MyMatchup } from '@fieldhouse/contract/matchups'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { currentUser, leagueOf } from '../../auth/access.ts'
import { presentLineup } from '../../http/presenters/present-lineup.ts'
import type { ArchiveReader } from '../../repositories/seasons/archive-reader.ts'
import type { GameReader, StoredGame } from '../../repositories/seasons/game-reader.ts'
import type { SeasonReader } from '../../repositories/seasons/season-reader.ts'
import type { TeamReader } from '../../repositories/seasons/team-reader.ts'
import { type GameWithOpponent, presentMatchup, presentTeam, type WeekContext } from './present.ts'
import { type RequestedWeek, resolveRequestedWeek } from './requested-week.ts'

export type MatchupsOptions = {
  seasons: SeasonReader
  games: GameReader
  teams: TeamReader
  archive: Pick<ArchiveReader, 'listLineups'>
  now: () => Date
}

const NO_GAMES: StoredGame[] = []

type WeekQuery = { season?: number | undefined; week?: number | undefined }

export const matchupsRoutes: FastifyPluginAsyncZod<MatchupsOptions> = async (app, options) => {
  const { seasons, games, teams, archive, now } = options

  app.route({
    ...getScoreboard,
    async handler(request) {
      const { response, weekGames, context } = await loadWeek(
        leagueOf(request).id,
        currentUser(request).userId,
        request.query,
      )
      const isMine = (game: StoredGame) =>
        [game.home, game.away].some((side) => side !== null && presentTeam(side.teamId, context).is_mine)
      const byes = weekGames
        .filter((game) => game.away === null)
        .map((game) => presentTeam(game.home.teamId, context))
      return {
        ...response,
        matchups: weekGames
          .filter(hasOpponent)
          .toSorted((a, b) => Number(isMine(b)) - Number(isMine(a)) || byBracket(a, b))
          .map((game) => presentMatchup(game, context)),
        byes: byes.toSorted((a, b) => Number(b.is_mine) - Number(a.is_mine)),
      }
    },
  })

  app.route({
    ...getMyMatchup,
    async handler(request) {
      const { response, requested, weekGames, context } = await loadWeek(
        leagueOf(request).id,
        currentUser(request).userId,
        request.query,
      )
      const myTeam = context.teams.find((team) => team.assignment?.userId === context.userId)
      const game = weekGames
        .filter(hasOpponent)
        .find(({ home, away }) => [home.teamId, away.teamId].includes(myTeam?.teamId ?? Number.NaN))
      return {
        ...response,
        assigned: myTeam !== undefined,
        matchup: game === undefined ? null : presentMyMatchup(game, context, requested),
      }
    },
  })

  async function loadWeek(leagueId: number, userId: number, query: WeekQuery) {
    const requested = await resolveRequestedWeek({ seasons, games }, leagueId, query, now())
    const { season, period, periods, nflWeeks, lineupWeek } = requested
    const [weekGames, seasonTeams, lineups, freshness] = await Promise.all([
      period === null ? NO_GAMES : games.listGames(leagueId, season, period),
      teams.listTeams(leagueId, season),
      lineupWeek === null ? [] : archive.listLineups(leagueId, season, lineupWeek),
      seasons.getFreshness(leagueId, season),
    ])
    const context: WeekContext = { teams: seasonTeams, lineups, nflWeeks, userId }
    const response = {
      season,
      week: period,
      weeks: periods,
      updated_at: freshness.updatedAt?.toISOString() ?? null,
      last_error: freshness.lastError,
    }
    return { response, requested, weekGames, context }
  }
}

function presentMyMatchup(
  game: GameWithOpponent,
  context: WeekContext,
  { lineupWeek }: RequestedWeek,
): MyMatchup {
  const { away, home, ...matchup } = presentMatchup(game, context)
  const lineupOf = (teamId: number) =>
    presentLineup(context.lineups.find((lineup) => lineup.teamId === teamId))
  return {
    ...matchup,
    week: game.period,
    lineup_week: context.lineups.length > 0 ? lineupWeek : null,
    away: { ...away, lineup: lineupOf(away.team_id) },
    home: { ...home, lineup: lineupOf(home.team_id) },
  }
}

function hasOpponent(game: StoredGame): game is GameWithOpponent {
  return game.away !== null
}

/** Orders playoff games by bracket, the winners bracket first. */
function byBracket(a: StoredGame, b: StoredGame): number {
  const order = ['regular', 'winners', 'playoffs', 'winners consolation', 'losers consolation']
  return order.indexOf(a.bracket) - order.indexOf(b.bracket) || a.gameId - b.gameId
}
