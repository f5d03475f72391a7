import { getMoves } from '@fieldhouse/contract/moves'
import { getTrade, listTransactions } from '@fieldhouse/contract/transactions'
import { leagueOf } from '../../auth/access.ts'
import { ApiError } from '../../http/errors/api-error.ts'
import type { Routes } from '../../http/requests/validation.ts'
import type { SeasonReader } from '../../repositories/seasons/season-reader.ts'
import type { MovesReader } from './moves-reader.ts'
import { presentTransactions, type SeasonTeams } from './present.ts'
import { listedPickups, presentMoves } from './present-moves.ts'
import { readSeasonTeams, readTrade, type TradeSources } from './read-trade.ts'

export type TransactionOptions = TradeSources & {
  seasons: Pick<SeasonReader, 'getCurrentSeason'>
  moves: MovesReader
  now: () => Date
}

export const transactionRoutes: Routes<TransactionOptions> = (app, options) => {
  const { seasons, transactions, moves, players, now } = options

  app.route({
    ...listTransactions,
    async handler(request) {
      const { id } = leagueOf(request)
      const { season = await seasons.getCurrentSeason(id, now()), ...query } = request.query
      const page = await transactions.listPage(id, season, query)
      const playerIds = page.transactions.flatMap((each) => each.moves.map(({ playerId }) => playerId))
      const teams = await readSeasonTeams(options, id, season)
      return presentTransactions(season, page, teams, await players.findByIds(playerIds))
    },
  })

  app.route({
    ...getTrade,
    async handler(request) {
      const trade = await readTrade(options, { leagueId: leagueOf(request).id, ...request.params })
      if (trade === null) throw new ApiError('item_not_found', { message: 'Trade not found.' })
      return trade
    },
  })

  app.route({
    ...getMoves,
    async handler(request) {
      const { id } = leagueOf(request)
      const { season = await seasons.getCurrentSeason(id, now()) } = request.query
      const all = await moves.listMoves(id)
      const teamsOf = new Map<number, SeasonTeams>()
      for (const each of all)
        if (each.season === season || each.trades.length > 0)
          teamsOf.set(each.season, await readSeasonTeams(options, id, each.season))
      const pickups = listedPickups(all.find((each) => each.season === season))
      const named = await players.findByIds(pickups.map(({ playerId }) => playerId))
      return presentMoves(season, all, teamsOf, named)
    },
  })
}
