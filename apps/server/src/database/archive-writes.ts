import type { ArchivePart } from '@fieldhouse/domain/archive-part'
import type { Draft } from '@fieldhouse/domain/draft'
import type { WeekLineups } from '@fieldhouse/domain/lineup'
import type { WeekTransactions } from '@fieldhouse/domain/transactions'
import type { Transaction } from 'kysely'
import type { PartSource } from './answer-store.ts'
import { lineupRow } from './archive-rows.ts'
import { touchHistory } from './history-version.ts'
import { inBatches } from './in-batches.ts'
import { notePlayers } from './player-store.ts'
import type { Database } from './schema.ts'

// Each of these puts a part of an archive in the place of what was stored of it, whatever that was.

export async function writeWeek(
  transaction: Transaction<Database>,
  leagueId: number,
  { season, week, lineups, findings }: WeekLineups,
  source: PartSource,
): Promise<void> {
  const key = { league_id: leagueId, season, week }
  // Its line-ups go with it.
  await transaction
    .deleteFrom('lineup_weeks')
    .where('league_id', '=', leagueId)
    .where('season', '=', season)
    .where('week', '=', week)
    .execute()
  await transaction
    .insertInto('lineup_weeks')
    .values({ ...key, findings: JSON.stringify(findings), fetched_at: source.at.getTime() })
    .execute()
  if (lineups.length === 0) return
  const rows = lineups.map((lineup) => ({ ...key, ...lineupRow(lineup) }))
  await inBatches(rows, (batch) => transaction.insertInto('lineups').values(batch).execute())
  await noteDepth(transaction, leagueId, season)
  await notePlayers(transaction, { season, week, lineups }, source)
}

/** A final table alone is no deeper for its line-ups: it has no game that they could explain. */
async function noteDepth(transaction: Transaction<Database>, leagueId: number, season: number) {
  const { numUpdatedRows } = await transaction
    .updateTable('seasons')
    .set({ depth: 'box scores' })
    .where('league_id', '=', leagueId)
    .where('season', '=', season)
    .where('depth', '=', 'scores')
    .executeTakeFirst()
  if (numUpdatedRows > 0n) await touchHistory(transaction, leagueId)
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
    fetched_at: source.at.getTime(),
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
  const values = { transactions: JSON.stringify(transactions), fetched_at: source.at.getTime() }
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
