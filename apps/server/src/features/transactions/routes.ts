import { getMoves } from '@fieldhouse/contract/moves'
import { getTrade, listTransactions } from '@fieldhouse/contract/transactions'
import { leagueOf } from '../../auth/access.ts'
import { ApiError } from '../../http/errors/api-error.ts'
import type { Routes } from '../../http/requests/validation.ts'
import type { PlayerReader } from '../../repositories/seasons/player-reader.ts'
import type { SeasonReader } from '../../repositories/seasons/season-reader.ts'
import type { TeamReader } from '../../repositories/seasons/team-reader.ts'
import type { MovesReader } from './moves-reader.ts'
import { presentTrade, presentTransactions, type SeasonTeams } from './present.ts'
import { listedPickups, presentMoves } from './present-moves.ts'
import type { TransactionReader } from './transaction-reader.ts'

export type TransactionOptions = {
  seasons: Pick<SeasonReader, 'getCurrentSeason'>
  transactions: TransactionReader
  moves: MovesReader
  teams: Pick<TeamReader, 'listTeams'>
  players: Pick<PlayerReader, 'findByIds'>
  listOwners: (
    leagueId: number,
  ) => Promise<{ find: (season: number, teamId: number) => { name: string } | null }>
  now: () => Date
}

export const transactionRoutes: Routes<TransactionOptions> = (app, options) => {
  const { seasons, transactions, moves, teams, players, listOwners, now } = options

  app.route({
    ...listTransactions,
    async handler(request) {
      const { id } = leagueOf(request)
      const { season = await seasons.getCurrentSeason(id, now()), ...query } = request.query
      const page = await transactions.listPage(id, season, query)
      const playerIds = page.transactions.flatMap(({ moves }) => moves.map(({ playerId }) => playerId))
      return presentTransactions(
        season,
        page,
        await findTeams(id, season),
        await players.findByIds(playerIds),
      )
    },
  })

  app.route({
    ...getTrade,
    async handler(request) {
      const { id } = leagueOf(request)
      const { season, trade } = request.params
      const found = await transactions.findTrade(id, season, trade)
      if (found === null) throw new ApiError('item_not_found', { message: 'Trade not found.' })
      const playerIds = [
        ...found.trade.moves.map(({ playerId }) => playerId),
        ...found.used.flatMap((used) => used?.pick.playerId ?? []),
      ]
      return presentTrade(season, found, await findTeams(id, season), await players.findByIds(playerIds))
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
          teamsOf.set(each.season, await findTeams(id, each.season))
      const pickups = listedPickups(all.find((each) => each.season === season))
      const named = await players.findByIds(pickups.map(({ playerId }) => playerId))
      return presentMoves(season, all, teamsOf, named)
    },
  })

  async function findTeams(leagueId: number, season: number): Promise<SeasonTeams> {
    const owners = await listOwners(leagueId)
    return {
      teams: await teams.listTeams(leagueId, season),
      findOwner: (teamId) => owners.find(season, teamId)?.name ?? null,
    }
  }
}
