import type { ResponseOf } from '@fieldhouse/contract/operation'
import type { getTrade } from '@fieldhouse/contract/transactions'
import type { PlayerReader } from '../../repositories/seasons/player-reader.ts'
import type { TeamReader } from '../../repositories/seasons/team-reader.ts'
import { presentTrade, type SeasonTeams } from './present.ts'
import type { TransactionReader } from './transaction-reader.ts'

export type TradeSources = {
  transactions: TransactionReader
  teams: Pick<TeamReader, 'listTeams'>
  players: Pick<PlayerReader, 'findByIds'>
  listOwners: (
    leagueId: number,
  ) => Promise<{ find: (season: number, teamId: number) => { name: string } | null }>
}

/** A trade as its page shows it; null if the season has no such trade. */
export async function readTrade(
  sources: TradeSources,
  { leagueId, season, trade }: { leagueId: number; season: number; trade: string },
): Promise<ResponseOf<typeof getTrade> | null> {
  const found = await sources.transactions.findTrade(leagueId, season, trade)
  if (found === null) return null
  const playerIds = [
    ...found.trade.moves.map(({ playerId }) => playerId),
    ...found.used.flatMap((used) => used?.pick.playerId ?? []),
  ]
  const teams = await readSeasonTeams(sources, leagueId, season)
  return presentTrade(season, found, teams, await sources.players.findByIds(playerIds))
}

export async function readSeasonTeams(
  { teams, listOwners }: Pick<TradeSources, 'teams' | 'listOwners'>,
  leagueId: number,
  season: number,
): Promise<SeasonTeams> {
  const owners = await listOwners(leagueId)
  return {
    teams: await teams.listTeams(leagueId, season),
    findOwner: (teamId) => owners.find(season, teamId)?.name ?? null,
  }
}
