import { getMatchup, getMyMatchup, getScoreboard } from '@fieldhouse/contract/matchups'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { currentUser, leagueOf } from '../../auth/access.ts'
import { ApiError } from '../../http/errors/api-error.ts'
import type { GameReader } from '../../repositories/seasons/game-reader.ts'
import type { SeasonReader } from '../../repositories/seasons/season-reader.ts'
import type { TeamReader } from '../../repositories/seasons/team-reader.ts'
import { presentMyWeek, presentScoreboard } from './present.ts'
import { type Meeting, presentLeagueMatchup } from './present-league-matchup.ts'
import { type GameWithOpponent, hasOpponent } from './present-matchup.ts'
import type { WeekReader } from './week-reader.ts'

export type MatchupsOptions = {
  weeks: WeekReader
  seasons: Pick<SeasonReader, 'listSeasons'>
  games: Pick<GameReader, 'listGames'>
  teams: Pick<TeamReader, 'listOwnerNames'>
  /** The finished games in other seasons between the owners of two teams, oldest first. */
  listOtherMeetings: (leagueId: number, season: number, teamIds: [number, number]) => Promise<Meeting[]>
}

export const matchupsRoutes: FastifyPluginAsyncZod<MatchupsOptions> = async (app, options) => {
  const { weeks, seasons, games, teams, listOtherMeetings } = options

  app.route({
    ...getScoreboard,
    async handler(request) {
      const week = await weeks.readWeek(leagueOf(request).id, request.query)
      return presentScoreboard({ ...week, userId: currentUser(request).userId })
    },
  })

  app.route({
    ...getMyMatchup,
    async handler(request) {
      const week = await weeks.readWeek(leagueOf(request).id, request.query)
      return presentMyWeek({ ...week, userId: currentUser(request).userId })
    },
  })

  app.route({
    ...getMatchup,
    async handler(request) {
      const { id } = leagueOf(request)
      const { season, week, game: gameId } = request.params
      const view = await weeks.readWeek(id, { season, week })
      const game = view.games.filter(hasOpponent).find((candidate) => candidate.gameId === gameId)
      if (game === undefined) throw new ApiError('game_not_found', { message: 'Game not found.' })
      const [owners, storedSeasons, meetings] = await Promise.all([
        teams.listOwnerNames(id, season),
        seasons.listSeasons(id),
        listMeetings(id, season, game),
      ])
      return presentLeagueMatchup(game, { ...view, owners, seasons: storedSeasons, meetings })
    },
  })

  async function listMeetings(
    leagueId: number,
    season: number,
    { home, away }: GameWithOpponent,
  ): Promise<Meeting[]> {
    const [seasonGames, others] = await Promise.all([
      games.listGames(leagueId, season),
      listOtherMeetings(leagueId, season, [home.teamId, away.teamId]),
    ])
    const isSamePair = (game: GameWithOpponent) =>
      [game.home, game.away].every(({ teamId }) => teamId === home.teamId || teamId === away.teamId)
    const own = seasonGames
      .filter(hasOpponent)
      .filter(isSamePair)
      .map(({ period, gameId }) => ({ season, period, gameId }))
    return [...others, ...own].sort(
      (a, b) => a.season - b.season || a.period - b.period || a.gameId - b.gameId,
    )
  }
}
