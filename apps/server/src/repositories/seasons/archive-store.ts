import type { Points } from '@fieldhouse/domain/points'
import {
  type ArchivePart,
  type ArchivePartName,
  type ArchivePartRejectionReason,
  type Draft,
  draftRejectionReason,
  lineupsRejectionReason,
  type StoredArchive,
  storedWeeks,
  transactionsRejectionReason,
} from '@fieldhouse/domain/rosters/archive'
import type { WeekLineups } from '@fieldhouse/domain/rosters/lineup'
import type { WeekTransactions } from '@fieldhouse/domain/rosters/transactions'
import { weeklyScoresOf } from '@fieldhouse/domain/seasons/season-views'
import type { Db, DbTransaction } from '../../database/engine/database.ts'
import { insertInBatches, upsert } from '../../database/engine/queries.ts'
import { findSeason } from '../season-documents/stored-seasons.ts'
import { archiveReader, lineupRow } from './archive-reader.ts'
import { addDraftedPlayers, addPlayers, savePlayers } from './player-store.ts'
import {
  type CompressedResponse,
  deleteSuperseded,
  type PartSource,
  saveResponses,
  toPartSource,
} from './provider-response-store.ts'

export async function getStoredArchive(db: Db, leagueId: number, season: number): Promise<StoredArchive> {
  const readTimes = async (table: 'lineup_weeks' | 'transaction_weeks') => {
    const rows = await db
      .selectFrom(table)
      .select(['week', 'fetched_at'])
      .where((eb) => eb.and({ league_id: leagueId, season }))
      .execute()
    return new Map(rows.map(({ week, fetched_at }) => [week, new Date(fetched_at)]))
  }
  const draft = await db
    .selectFrom('drafts')
    .select('is_complete')
    .where((eb) => eb.and({ league_id: leagueId, season }))
    .executeTakeFirst()
  const stored = await findSeason(db, leagueId, season)
  const lineupPoints = await db
    .selectFrom('lineups')
    .select(['team_id as teamId', 'week', 'points'])
    .$narrowType<{ points: Points }>()
    .where((eb) => eb.and({ league_id: leagueId, season }))
    .execute()
  return {
    hasDraft: draft?.is_complete === 1,
    weeks: storedWeeks(await readTimes('lineup_weeks'), await readTimes('transaction_weeks')),
    scores: stored === null ? [] : weeklyScoresOf(stored),
    lineupPoints,
    previousProgress: stored?.progress ?? null,
  }
}

/**
 * If the stored part is more complete, changes nothing and returns the reason. The transaction must hold the lock of
 * the league. The season does not have to be stored. If it has games, it has the depth `box scores` once lineups are
 * stored.
 */
export async function savePart(
  transaction: DbTransaction,
  leagueId: number,
  part: ArchivePart,
  responses: readonly CompressedResponse[],
): Promise<ArchivePartRejectionReason | null> {
  const reason = await findPartRejection(transaction, leagueId, part)
  if (reason !== null) return reason
  await writePart(transaction, leagueId, part, toPartSource(responses))
  await savePartResponses(transaction, leagueId, part, responses)
  return null
}

/** The stored parts of a season's archive. The week of a draft is 0. */
export async function listStoredParts(
  db: Db,
  leagueId: number,
  season: number,
): Promise<{ name: ArchivePartName; week: number }[]> {
  const listWeeks = (table: 'lineup_weeks' | 'transaction_weeks') =>
    db
      .selectFrom(table)
      .select('week')
      .where((eb) => eb.and({ league_id: leagueId, season }))
      .orderBy('week')
      .execute()
  const lineups = await listWeeks('lineup_weeks')
  const transactions = await listWeeks('transaction_weeks')
  const draft = await archiveReader(db).findDraft(leagueId, season)
  return [
    ...lineups.map(({ week }) => ({ name: 'line-ups' as const, week })),
    ...(draft === null ? [] : [{ name: 'draft' as const, week: 0 }]),
    ...transactions.map(({ week }) => ({ name: 'transactions' as const, week })),
  ]
}

/** Why a part would not replace the stored one; null if it would. */
export async function findPartRejection(
  transaction: Db,
  leagueId: number,
  part: ArchivePart,
): Promise<ArchivePartRejectionReason | null> {
  const archive = archiveReader(transaction)
  switch (part.name) {
    case 'line-ups': {
      const { season, week, lineups } = part.week
      return lineupsRejectionReason(await archive.listLineups(leagueId, season, week), lineups)
    }
    case 'draft':
      return draftRejectionReason(await archive.findDraft(leagueId, part.draft.season), part.draft)
    case 'transactions': {
      const { season, week, transactions } = part.week
      const [stored] = await archive.listTransactionWeeks(leagueId, season, week)
      return transactionsRejectionReason(stored?.transactions ?? [], transactions)
    }
  }
}

async function savePartResponses(
  transaction: DbTransaction,
  leagueId: number,
  part: ArchivePart,
  responses: readonly CompressedResponse[],
): Promise<void> {
  const { season, week } = part.name === 'draft' ? { season: part.draft.season, week: 0 } : part.week
  const key = { league_id: leagueId, season }
  const stored = await saveResponses(transaction, key, responses)
  await transaction
    .deleteFrom('archive_responses')
    .where((eb) => eb.and({ league_id: leagueId, season, part: part.name, week }))
    .execute()
  await transaction
    .insertInto('archive_responses')
    .values(stored.map(({ id }, position) => ({ ...key, part: part.name, week, position, answer_id: id })))
    .execute()
  await deleteSuperseded(transaction, key, stored)
}

/** Replaces a part of an archive unconditionally, without its responses. */
export async function writePart(
  transaction: DbTransaction,
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

async function writeWeek(
  transaction: DbTransaction,
  leagueId: number,
  { season, week, lineups, findings }: WeekLineups,
  source: PartSource,
): Promise<void> {
  const key = { league_id: leagueId, season, week }
  // Also deletes the lineups of the week.
  await transaction
    .deleteFrom('lineup_weeks')
    .where((eb) => eb.and({ league_id: leagueId, season, week }))
    .execute()
  await transaction
    .insertInto('lineup_weeks')
    .values({ ...key, findings: JSON.stringify(findings), fetched_at: source.receivedAt.getTime() })
    .execute()
  if (lineups.length === 0) return
  const rows = lineups.map((lineup) => ({ ...key, ...lineupRow(lineup) }))
  await insertInBatches(rows, (batch) => transaction.insertInto('lineups').values(batch).execute())
  // A season with only final standings keeps its depth, because it has no games that lineups could explain.
  await transaction
    .updateTable('seasons')
    .set({ depth: 'box scores' })
    .where((eb) => eb.and({ league_id: leagueId, season, depth: 'scores' }))
    .execute()
  await savePlayers(transaction, { season, week, lineups }, source)
}

async function writeDraft(
  transaction: DbTransaction,
  leagueId: number,
  { season, isComplete, kind, picks }: Draft,
  source: PartSource,
): Promise<void> {
  const values = {
    is_complete: isComplete ? 1 : 0,
    kind,
    picks: JSON.stringify(picks),
    fetched_at: source.receivedAt.getTime(),
  }
  await upsert(transaction, 'drafts', { league_id: leagueId, season }, values)
  await addDraftedPlayers(transaction, picks)
}

async function writeTransactions(
  transaction: DbTransaction,
  leagueId: number,
  { season, week, transactions, players = [], findings = [] }: WeekTransactions,
  source: PartSource,
): Promise<void> {
  const values = {
    transactions: JSON.stringify(transactions),
    findings: JSON.stringify(findings),
    fetched_at: source.receivedAt.getTime(),
  }
  await upsert(transaction, 'transaction_weeks', { league_id: leagueId, season, week }, values)
  await addPlayers(transaction, players)
}
