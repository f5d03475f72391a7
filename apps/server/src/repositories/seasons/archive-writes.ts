import type { ArchivePart, Draft } from '@fieldhouse/domain/rosters/archive'
import type { WeekLineups } from '@fieldhouse/domain/rosters/lineup'
import type { WeekTransactions } from '@fieldhouse/domain/rosters/transactions'
import type { Transaction } from 'kysely'
import { insertInBatches } from '../../database/engine/batches.ts'
import type { Database } from '../../database/schema/schema.ts'
import { bumpHistoryVersion } from '../history/history-version.ts'
import { savePlayers } from '../players/player-store.ts'
import { lineupRow } from './archive-rows.ts'
import type { PartSource } from './provider-response-store.ts'

// Each function replaces a part of an archive unconditionally.

export async function writeWeek(
  transaction: Transaction<Database>,
  leagueId: number,
  { season, week, lineups, findings }: WeekLineups,
  source: PartSource,
): Promise<void> {
  const key = { league_id: leagueId, season, week }
  // Also deletes the lineups of the week.
  await transaction
    .deleteFrom('lineup_weeks')
    .where('league_id', '=', leagueId)
    .where('season', '=', season)
    .where('week', '=', week)
    .execute()
  await transaction
    .insertInto('lineup_weeks')
    .values({ ...key, findings: JSON.stringify(findings), fetched_at: source.receivedAt.getTime() })
    .execute()
  if (lineups.length === 0) return
  const rows = lineups.map((lineup) => ({ ...key, ...lineupRow(lineup) }))
  await insertInBatches(rows, (batch) => transaction.insertInto('lineups').values(batch).execute())
  await raiseDepth(transaction, leagueId, season)
  await savePlayers(transaction, { season, week, lineups }, source)
}

/** A season with only final standings keeps its depth, because it has no games that lineups could explain. */
async function raiseDepth(transaction: Transaction<Database>, leagueId: number, season: number) {
  const { numUpdatedRows } = await transaction
    .updateTable('seasons')
    .set({ depth: 'box scores' })
    .where('league_id', '=', leagueId)
    .where('season', '=', season)
    .where('depth', '=', 'scores')
    .executeTakeFirst()
  if (numUpdatedRows > 0n) await bumpHistoryVersion(transaction, leagueId)
}

export async function writeDraft(
  transaction: Transaction<Database>,
  leagueId: number,
  { season, isComplete, picks }: Draft,
  source: PartSource,
): Promise<void> {
  const values = {
    is_complete: isComplete ? 1 : 0,
    picks: JSON.stringify(picks),
    fetched_at: source.receivedAt.getTime(),
  }
  await transaction
    .insertInto('drafts')
    .values({ league_id: leagueId, season, ...values })
    .onConflict((conflict) => conflict.columns(['league_id', 'season']).doUpdateSet(values))
    .execute()
}

export async function writeTransactions(
  transaction: Transaction<Database>,
  leagueId: number,
  { season, week, transactions }: WeekTransactions,
  source: PartSource,
): Promise<void> {
  const values = { transactions: JSON.stringify(transactions), fetched_at: source.receivedAt.getTime() }
  await transaction
    .insertInto('transaction_weeks')
    .values({ league_id: leagueId, season, week, ...values })
    .onConflict((conflict) => conflict.columns(['league_id', 'season', 'week']).doUpdateSet(values))
    .execute()
}

export async function writePart(
  transaction: Transaction<Database>,
  leagueId: number,
  part: ArchivePart,
  source: PartSource,
): Promise<void> {
  switch (part.name) {
    case 'line-ups':
      return writeWeek(transaction, leagueId, part.week, source)
    case 'draft':
      return writeDraft(transaction, leagueId, part.draft, source)
    case 'transactions':
      return writeTransactions(transaction, leagueId, part.week, source)
  }
}
