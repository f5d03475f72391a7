import {
  type ArchivePart,
  type ArchivePartName,
  type ArchivePartRejectionReason,
  type Draft,
  draftRejectionReason,
  lineupsRejectionReason,
  type StoredArchive,
  transactionsRejectionReason,
} from '@fieldhouse/domain/rosters/archive'
import type { WeekLineups } from '@fieldhouse/domain/rosters/lineup'
import type { WeekTransactions } from '@fieldhouse/domain/rosters/transactions'
import type { Kysely, Transaction } from 'kysely'
import type { Database } from '../../database/schema/schema.ts'
import { archiveReader } from './archive-reader.ts'
import { writeDraft, writeTransactions, writeWeek } from './archive-writes.ts'
import {
  type CompressedResponse,
  deleteSuperseded,
  saveResponses,
  toPartSource,
} from './provider-response-store.ts'

/** Which parts of a season's archive are stored. */
export async function getStoredArchive(
  db: Kysely<Database>,
  leagueId: number,
  season: number,
): Promise<StoredArchive> {
  const listWeeks = (table: 'lineup_weeks' | 'transaction_weeks') =>
    db
      .selectFrom(table)
      .select(['week', 'fetched_at'])
      .where('league_id', '=', leagueId)
      .where('season', '=', season)
      .execute()
  const draft = await db
    .selectFrom('drafts')
    .select('is_complete')
    .where('league_id', '=', leagueId)
    .where('season', '=', season)
    .executeTakeFirst()
  const storedSeason = await db
    .selectFrom('seasons')
    .select(['current_week', 'is_finished'])
    .where('league_id', '=', leagueId)
    .where('season', '=', season)
    .executeTakeFirst()
  const weeks = [...(await listWeeks('transaction_weeks')), ...(await listWeeks('lineup_weeks'))]
  return {
    hasDraft: draft?.is_complete === 1,
    weeks: new Map(weeks.map(({ week, fetched_at }) => [week, new Date(fetched_at)])),
    previousProgress:
      storedSeason === undefined
        ? null
        : { currentWeek: storedSeason.current_week, isFinished: storedSeason.is_finished === 1 },
  }
}

// Each function below replaces one part of a season's archive, together with the responses it was parsed from. If the
// stored part is more complete, the function changes nothing and returns the reason. The transaction must hold
// the lock of the league. The season itself does not have to be stored.

/** A season with games has the depth `box scores` once lineups are stored. */
export async function saveWeek(
  transaction: Transaction<Database>,
  leagueId: number,
  week: WeekLineups,
  responses: readonly CompressedResponse[],
): Promise<ArchivePartRejectionReason | null> {
  const stored = await archiveReader(transaction).listLineups(leagueId, week.season, week.week)
  const reason = lineupsRejectionReason(stored, week.lineups)
  if (reason !== null) return reason
  await writeWeek(transaction, leagueId, week, toPartSource(responses))
  await savePartResponses(
    transaction,
    { leagueId, season: week.season, part: 'line-ups', week: week.week },
    responses,
  )
  return null
}

export async function saveDraft(
  transaction: Transaction<Database>,
  leagueId: number,
  draft: Draft,
  responses: readonly CompressedResponse[],
): Promise<ArchivePartRejectionReason | null> {
  const stored = await archiveReader(transaction).findDraft(leagueId, draft.season)
  const reason = draftRejectionReason(stored, draft)
  if (reason !== null) return reason
  await writeDraft(transaction, leagueId, draft, toPartSource(responses))
  await savePartResponses(transaction, { leagueId, season: draft.season, part: 'draft', week: 0 }, responses)
  return null
}

export async function saveTransactions(
  transaction: Transaction<Database>,
  leagueId: number,
  weekTransactions: WeekTransactions,
  responses: readonly CompressedResponse[],
): Promise<ArchivePartRejectionReason | null> {
  const { season, week, transactions } = weekTransactions
  const weeks = await archiveReader(transaction).listTransactionWeeks(leagueId, season)
  const stored = weeks.find((each) => each.week === week)?.transactions ?? []
  const reason = transactionsRejectionReason(stored, transactions)
  if (reason !== null) return reason
  await writeTransactions(transaction, leagueId, weekTransactions, toPartSource(responses))
  await savePartResponses(transaction, { leagueId, season, part: 'transactions', week }, responses)
  return null
}

export async function savePart(
  transaction: Transaction<Database>,
  leagueId: number,
  part: ArchivePart,
  responses: readonly CompressedResponse[],
): Promise<ArchivePartRejectionReason | null> {
  switch (part.name) {
    case 'line-ups':
      return saveWeek(transaction, leagueId, part.week, responses)
    case 'draft':
      return saveDraft(transaction, leagueId, part.draft, responses)
    case 'transactions':
      return saveTransactions(transaction, leagueId, part.week, responses)
  }
}

type PartKey = { leagueId: number; season: number; part: ArchivePartName; week: number }

async function savePartResponses(
  transaction: Transaction<Database>,
  { leagueId, season, part, week }: PartKey,
  responses: readonly CompressedResponse[],
): Promise<void> {
  const key = { league_id: leagueId, season }
  const stored = await saveResponses(transaction, key, responses)
  await transaction
    .deleteFrom('archive_answers')
    .where('league_id', '=', leagueId)
    .where('season', '=', season)
    .where('part', '=', part)
    .where('week', '=', week)
    .execute()
  await transaction
    .insertInto('archive_answers')
    .values(stored.map(({ id }, position) => ({ ...key, part, week, position, answer_id: id })))
    .execute()
  await deleteSuperseded(transaction, key, stored)
}
