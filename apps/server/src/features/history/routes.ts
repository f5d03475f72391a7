import { getGame } from '@fieldhouse/contract/games'
import { getHistory } from '@fieldhouse/contract/history'
import { compareOwners, getOwner, listOwnerPairs } from '@fieldhouse/contract/owners'
import { buildOwnerPage } from '@fieldhouse/domain/history/owner-page'
import type { PlayedGame } from '@fieldhouse/domain/history/played-games'
import { leagueOf } from '../../auth/access.ts'
import { ApiError } from '../../http/errors/api-error.ts'
import { presentLineup } from '../../http/presenters/present-lineup.ts'
import type { Routes } from '../../http/requests/validation.ts'
import type { ArchiveReader } from '../../repositories/seasons/archive-reader.ts'
import type { HistoryCache } from './history-cache.ts'
import { presentGame } from './present-history.ts'
import { presentComparison, presentOwner, presentPairs } from './present-owner.ts'
import { requireOwner } from './requests.ts'

export type HistoryOptions = {
  cache: HistoryCache
  archive: Pick<ArchiveReader, 'listLineups'>
}

export const historyRoutes: Routes<HistoryOptions> = (app, { cache, archive }) => {
  app.route({
    ...getHistory,
    async handler(request, reply) {
      const { body, etag, hasCurrentPictures } = await cache.get(leagueOf(request).id)
      request.revalidate = hasCurrentPictures
      // The body was validated and serialized when it was cached.
      return reply
        .type('application/json; charset=utf-8')
        .header('etag', etag)
        .send(body as never)
    },
  })

  app.route({
    ...compareOwners,
    async handler(request) {
      const { history } = await cache.get(leagueOf(request).id)
      const [a, b] = [requireOwner(history, request.query.a), requireOwner(history, request.query.b)]
      if (a === b) throw new ApiError('same_owner')
      return presentComparison(history, a, b)
    },
  })

  app.route({
    ...listOwnerPairs,
    async handler(request) {
      const { history } = await cache.get(leagueOf(request).id)
      return presentPairs(history)
    },
  })

  app.route({
    ...getOwner,
    async handler(request) {
      const { history, pictures } = await cache.get(leagueOf(request).id)
      return presentOwner(buildOwnerPage(history, requireOwner(history, request.params.owner)), pictures)
    },
  })

  app.route({
    ...getGame,
    async handler(request) {
      const league = leagueOf(request)
      const { season, game: gameId } = request.params
      const { history, pictures } = await cache.get(league.id)
      const game = history.games.find((played) => played.season === season && played.gameId === gameId)
      if (game === undefined) throw new ApiError('game_not_found')
      return presentGame(game, history.records, pictures, await loadLineups(league.id, game))
    },
  })

  /** Returns both lineups for each week of the game in which at least one of them is stored. */
  async function loadLineups(leagueId: number, { season, weeks, home, away }: PlayedGame) {
    const weekLineups = await Promise.all(
      weeks.map(async (week) => {
        const lineups = await archive.listLineups(leagueId, season, week)
        return {
          week,
          home: presentLineup(lineups, home.team.teamId),
          away: presentLineup(lineups, away.team.teamId),
        }
      }),
    )
    return weekLineups.filter((week) => week.home !== null || week.away !== null)
  }
}
