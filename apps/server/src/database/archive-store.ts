import type { ArchivePart, ArchivePartName } from '@fieldhouse/domain/archive-part'
import {
  type ArchivePartRejectionReason,
  draftRejectionReason,
  lineupsRejectionReason,
  transactionsRejectionReason,
} from '@fieldhouse/domain/archive-replacement'
import type { Draft } from '@fieldhouse/domain/draft'
import type { WeekLineups } from '@fieldhouse/domain/lineup'
import type { WeekTransactions } from '@fieldhouse/domain/transactions'
import type { Transaction } from 'kysely'
import { archiveReader } from './archive-reader.ts'
import { writeDraft, writeTransactions, writeWeek } from './archive-writes.ts'
import {
  type CompressedResponse,
  deleteSuperseded,
  saveResponses,
  toPartSource,
} from './provider-response-store.ts'
import type { Database } from './schema.ts'

// Each of these keeps a part of a season's archive, with the answers it was made of, in the place of
// what was stored of it; or nothing, and tells why, when more is stored. They run in a transaction
// that keeps other writers of the league out. The season itself need not be stored.

/** With line-ups a season that has its games is as deep as `box scores`. */
export async function saveWeek(
  transaction: Transaction<Database>,
  leagueId: number,
  week: WeekLineups,
  answers: readonly CompressedResponse[],
): Promise<ArchivePartRejectionReason | null> {
  const stored = await archiveReader(transaction).listLineups(leagueId, week.season, week.week)
  const why = lineupsRejectionReason(stored, week.lineups)
  if (why !== null) return why
  await writeWeek(transaction, leagueId, week, toPartSource(answers))
  await savePartResponses(
    transaction,
    { leagueId, season: week.season, part: 'line-ups', week: week.week },
    answers,
  )
  return null
}

export async function saveDraft(
  transaction: Transaction<Database>,
  leagueId: number,
  draft: Draft,
  answers: readonly CompressedResponse[],
): Promise<ArchivePartRejectionReason | null> {
  const stored = await archiveReader(transaction).findDraft(leagueId, draft.season)
  const why = draftRejectionReason(stored, draft)
  if (why !== null) return why
  await writeDraft(transaction, leagueId, draft, toPartSource(answers))
  await savePartResponses(transaction, { leagueId, season: draft.season, part: 'draft', week: 0 }, answers)
  return null
}

export async function saveTransactions(
  transaction: Transaction<Database>,
  leagueId: number,
  asked: WeekTransactions,
  answers: readonly CompressedResponse[],
): Promise<ArchivePartRejectionReason | null> {
  const { season, week, transactions } = asked
  const weeks = await archiveReader(transaction).listTransactionWeeks(leagueId, season)
  const stored = weeks.find((each) => each.week === week)?.transactions ?? []
  const why = transactionsRejectionReason(stored, transactions)
  if (why !== null) return why
  await writeTransactions(transaction, leagueId, asked, toPartSource(answers))
  await savePartResponses(transaction, { leagueId, season, part: 'transactions', week }, answers)
  return null
}

export async function savePart(
  transaction: Transaction<Database>,
  leagueId: number,
  part: ArchivePart,
  answers: readonly CompressedResponse[],
): Promise<ArchivePartRejectionReason | null> {
  switch (part.name) {
    case 'line-ups':
      return saveWeek(transaction, leagueId, part.week, answers)
    case 'draft':
      return saveDraft(transaction, leagueId, part.draft, answers)
    case 'transactions':
      return saveTransactions(transaction, leagueId, part.week, answers)
  }
}

type PartKey = { leagueId: number; season: number; part: ArchivePartName; week: number }

async function savePartResponses(
  transaction: Transaction<Database>,
  { leagueId, season, part, week }: PartKey,
  answers: readonly CompressedResponse[],
): Promise<void> {
  const key = { league_id: leagueId, season }
  const kept = await saveResponses(transaction, key, answers)
  await transaction
    .deleteFrom('archive_answers')
    .where('league_id', '=', leagueId)
    .where('season', '=', season)
    .where('part', '=', part)
    .where('week', '=', week)
    .execute()
  await transaction
    .insertInto('archive_answers')
    .values(kept.map(({ id }, position) => ({ ...key, part, week, position, answer_id: id })))
    .execute()
  await deleteSuperseded(transaction, key, kept)
}
