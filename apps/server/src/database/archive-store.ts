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
import { dropReplaced, keepAnswers, type PackedAnswer, sourceOf } from './answer-store.ts'
import { archiveReader } from './archive-reader.ts'
import { writeDraft, writeTransactions, writeWeek } from './archive-writes.ts'
import type { Database } from './schema.ts'

// Each of these keeps a part of a season's archive, with the answers it was made of, in the place of
// what was stored of it; or nothing, and tells why, when more is stored. They run in a transaction
// that keeps other writers of the league out. The season itself need not be stored.

/** With line-ups a season that has its games is as deep as `box scores`. */
export async function keepWeek(
  transaction: Transaction<Database>,
  leagueId: number,
  week: WeekLineups,
  answers: readonly PackedAnswer[],
): Promise<ArchivePartRejectionReason | null> {
  const stored = await archiveReader(transaction).lineupsOf(leagueId, week.season, week.week)
  const why = lineupsRejectionReason(stored, week.lineups)
  if (why !== null) return why
  await writeWeek(transaction, leagueId, week, sourceOf(answers))
  await keepSources(
    transaction,
    { leagueId, season: week.season, part: 'line-ups', week: week.week },
    answers,
  )
  return null
}

export async function keepDraft(
  transaction: Transaction<Database>,
  leagueId: number,
  draft: Draft,
  answers: readonly PackedAnswer[],
): Promise<ArchivePartRejectionReason | null> {
  const stored = await archiveReader(transaction).draftOf(leagueId, draft.season)
  const why = draftRejectionReason(stored, draft)
  if (why !== null) return why
  await writeDraft(transaction, leagueId, draft, sourceOf(answers))
  await keepSources(transaction, { leagueId, season: draft.season, part: 'draft', week: 0 }, answers)
  return null
}

export async function keepTransactions(
  transaction: Transaction<Database>,
  leagueId: number,
  asked: WeekTransactions,
  answers: readonly PackedAnswer[],
): Promise<ArchivePartRejectionReason | null> {
  const { season, week, transactions } = asked
  const weeks = await archiveReader(transaction).transactionWeeksOf(leagueId, season)
  const stored = weeks.find((each) => each.week === week)?.transactions ?? []
  const why = transactionsRejectionReason(stored, transactions)
  if (why !== null) return why
  await writeTransactions(transaction, leagueId, asked, sourceOf(answers))
  await keepSources(transaction, { leagueId, season, part: 'transactions', week }, answers)
  return null
}

export async function keepPart(
  transaction: Transaction<Database>,
  leagueId: number,
  part: ArchivePart,
  answers: readonly PackedAnswer[],
): Promise<ArchivePartRejectionReason | null> {
  switch (part.name) {
    case 'line-ups':
      return keepWeek(transaction, leagueId, part.week, answers)
    case 'draft':
      return keepDraft(transaction, leagueId, part.draft, answers)
    case 'transactions':
      return keepTransactions(transaction, leagueId, part.week, answers)
  }
}

type Place = { leagueId: number; season: number; part: ArchivePartName; week: number }

async function keepSources(
  transaction: Transaction<Database>,
  { leagueId, season, part, week }: Place,
  answers: readonly PackedAnswer[],
): Promise<void> {
  const key = { league_id: leagueId, season }
  const kept = await keepAnswers(transaction, key, answers)
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
  await dropReplaced(transaction, key, kept)
}
