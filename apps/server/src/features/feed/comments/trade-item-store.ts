import { isPublic } from '@fieldhouse/domain/rosters/transactions'
import type { Kysely } from 'kysely'
import type { Database } from '../../../database/schema/schema.ts'
import { lockLeague } from '../../../repositories/leagues/lock-league.ts'
import { archiveReader } from '../../../repositories/seasons/archive-reader.ts'
import { FeedRejection } from '../items/item-store.ts'

/** A trade of a league: its season, and the provider's ID. */
export type TradeKey = { season: number; id: string }

/** The ID of the item that stands for a trade; null while nobody has commented on it. */
export async function findTrade(
  db: Kysely<Database>,
  leagueId: number,
  { season, id }: TradeKey,
): Promise<number | null> {
  const row = await db
    .selectFrom('feed_trades')
    .select('item_id')
    .where('league_id', '=', leagueId)
    .where('season', '=', season)
    .where('trade_id', '=', id)
    .executeTakeFirst()
  return row?.item_id ?? null
}

/** Whether the league has a trade that its members may see. */
export async function hasTrade(
  db: Kysely<Database>,
  leagueId: number,
  { season, id }: TradeKey,
): Promise<boolean> {
  const transactions = await archiveReader(db).listTransactions(leagueId, season)
  return transactions.some((each) => each.id === id && each.kind === 'trade' && isPublic(each))
}

/**
 * Returns the ID of the item that stands for a trade, which the first comment creates. Rejects with
 * `item_not_found` if the league has no such trade.
 */
export async function requireTradeItem(
  transaction: Kysely<Database>,
  leagueId: number,
  trade: TradeKey,
  now: Date,
): Promise<number> {
  const itemId = await findTrade(transaction, leagueId, trade)
  if (itemId !== null) return itemId
  if (!(await hasTrade(transaction, leagueId, trade))) throw new FeedRejection('item_not_found')
  await lockLeague(transaction, leagueId)
  const createdMeanwhile = await findTrade(transaction, leagueId, trade)
  if (createdMeanwhile !== null) return createdMeanwhile
  const item = { league_id: leagueId, type: 'trade', user_id: null, is_pinned: 0, is_listed: 0 } as const
  const { id } = await transaction
    .insertInto('feed_items')
    .values({ ...item, created_at: now.getTime() })
    .returning('id')
    .executeTakeFirstOrThrow()
  await transaction
    .insertInto('feed_trades')
    .values({ item_id: id, league_id: leagueId, season: trade.season, trade_id: trade.id })
    .execute()
  return id
}
