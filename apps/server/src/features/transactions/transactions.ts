import { getMoves } from '@fieldhouse/contract/insights/moves'
import { getTrade, listTransactions } from '@fieldhouse/contract/transactions/transactions'
import {
  effectiveTime,
  isOfTeam,
  isPublic,
  type PublicTransaction,
} from '@fieldhouse/domain/rosters/transactions'
import { ApiError } from '../../http/errors/api-error.ts'
import { operation } from '../../http/operation.ts'
import { findPlayers } from '../../repositories/seasons/player-reader.ts'
import { readMoves } from './moves.ts'
import { listDerived, presentTeams, presentTransaction, readSeasonTeams, readTrade } from './read-trade.ts'

export const transactions = [
  operation(listTransactions, async ({ ctx, league: { id }, query }) => {
    const league = await ctx.leagues.get(id)
    const { season: year = league.currentSeason(ctx.now()), week, team, kind, limit, before } = query
    const schedule = league.schedule(year)
    const teams = await readSeasonTeams(ctx, id, year)
    const none = { season: year, weeks: [], teams: presentTeams(teams), transactions: [], next: null }
    if (schedule === null) return { ...none, unavailable: 'not_stored' as const }
    const stored = await ctx.archive.listTransactionWeeks(id, year)
    if (stored.length === 0) return { ...none, unavailable: 'not_read' as const }
    const all = (await listDerived(ctx, id, year, schedule)).filter(isPublic)
    const matching = all
      .filter((each) => (kind === 'failed') === (each.status === 'failed'))
      .filter((each) => kind === undefined || kind === 'failed' || each.kind === kind)
      .filter((each) => week === undefined || each.week === week)
      .filter((each) => team === undefined || isOfTeam(each, team))
      .toReversed()
    const start = before === undefined ? 0 : indexAfter(matching, before)
    const page = matching.slice(start, start + limit)
    const last = page.at(-1)
    const playerIds = page.flatMap(({ moves }) => moves.map(({ playerId }) => playerId))
    const players = await findPlayers(ctx.db, playerIds)
    return {
      ...none,
      unavailable: null,
      weeks: [...new Set(all.map((each) => each.week))].sort((a, b) => a - b),
      transactions: page.map((each) => presentTransaction(each, teams, players)),
      next: last === undefined || start + limit >= matching.length ? null : cursorOf(last),
    }
  }),

  operation(getTrade, async ({ ctx, league, params }) => {
    const trade = await readTrade(ctx, league.id, params.season, params.trade)
    if (trade === null) throw new ApiError('item_not_found', { message: 'Trade not found.' })
    return trade
  }),

  operation(getMoves, ({ ctx, league, query }) => readMoves(ctx, league.id, query.season)),
]

function cursorOf(transaction: PublicTransaction): string {
  return `${effectiveTime(transaction)}.${transaction.id}`
}

/**
 * Where the page after a cursor begins, also if the transaction of the cursor is gone.
 * @param transactions newest first
 */
function indexAfter(transactions: readonly PublicTransaction[], cursor: string): number {
  const exact = transactions.findIndex((each) => cursorOf(each) === cursor)
  if (exact !== -1) return exact + 1
  const older = transactions.findIndex((each) => effectiveTime(each) < Number(cursor.split('.')[0]))
  return older === -1 ? transactions.length : older
}
