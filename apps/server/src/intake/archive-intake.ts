import type { ArchivePlan, PlannedWeek, StoredArchive } from '@fieldhouse/domain/archive-plan'
import type { Draft } from '@fieldhouse/domain/draft'
import type { WeekLineups } from '@fieldhouse/domain/lineup'
import type { LeagueTransaction } from '@fieldhouse/domain/transactions'
import type { Kysely, Transaction } from 'kysely'
import { type PackedAnswer, packAnswers } from '../database/answer-store.ts'
import { keepDraft, keepTransactions, keepWeek } from '../database/archive-store.ts'
import type { Database } from '../database/schema.ts'
import { type LeagueArchive, ProviderError } from '../providers/league-provider.ts'
import type { IntakeLog, LeagueToRead, ReadBy } from './season-intake.ts'
import { sentenceFor } from './sentences.ts'

/** A part of a season's archive that was read; a part that the provider does not keep is null. */
export type ArchiveReading =
  | { week: number; lineups: Lineups | null; transactions: Transactions | null }
  | { draft: Draft; answers: PackedAnswer[] }

type Lineups = { week: WeekLineups; answers: PackedAnswer[] }
type Transactions = { transactions: LeagueTransaction[]; answers: PackedAnswer[] }

/** What could be read of an archive, and which parts could not, each with a sentence for people. */
export type ArchiveReadings = { read: ArchiveReading[]; failed: { part: string; reason: string }[] }

export type ArchiveQuestion = {
  provider: LeagueArchive
  league: LeagueToRead
  season: number
  by: ReadBy
  log: IntakeLog
}

/** Reads the parts, as many calls at once as the provider's client lets through. Throws what is no fault of the provider, and the signal's reason. */
export async function readArchive(
  question: ArchiveQuestion,
  { draft, weeks }: ArchivePlan,
): Promise<ArchiveReadings> {
  const parts = [
    ...(draft ? [{ part: 'the draft', reading: readDraft(question) }] : []),
    ...weeks.map((week) => ({ part: `week ${week.week}`, reading: readWeek(question, week) })),
  ]
  const readings: ArchiveReadings = { read: [], failed: [] }
  const settled = await Promise.allSettled(parts.map(({ reading }) => reading))
  question.by.signal.throwIfAborted()
  for (const [index, each] of settled.entries()) {
    if (each.status === 'fulfilled') readings.read.push(...each.value)
    else readings.failed.push({ part: parts[index]?.part ?? '', reason: reasonOf(each.reason, question) })
  }
  return readings
}

/** Stores a part, unless more of it is stored already. */
export async function storeArchivePart(
  transaction: Transaction<Database>,
  leagueId: number,
  season: number,
  reading: ArchiveReading,
): Promise<void> {
  if ('draft' in reading) {
    await keepDraft(transaction, leagueId, reading.draft, reading.answers)
    return
  }
  const { week, lineups, transactions } = reading
  if (lineups !== null) await keepWeek(transaction, leagueId, lineups.week, lineups.answers)
  if (transactions !== null) {
    const told = { season, week, transactions: transactions.transactions }
    await keepTransactions(transaction, leagueId, told, transactions.answers)
  }
}

/** What is stored of a season's archive. */
export async function storedArchive(
  db: Kysely<Database>,
  leagueId: number,
  season: number,
): Promise<StoredArchive> {
  const of = (table: 'lineup_weeks' | 'transaction_weeks') =>
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
  const before = await db
    .selectFrom('seasons')
    .select(['current_week', 'is_finished'])
    .where('league_id', '=', leagueId)
    .where('season', '=', season)
    .executeTakeFirst()
  const weeks = [...(await of('transaction_weeks')), ...(await of('lineup_weeks'))]
  return {
    hasDraft: draft?.is_complete === 1,
    weeks: new Map(weeks.map(({ week, fetched_at }) => [week, new Date(fetched_at)])),
    previousProgress:
      before === undefined
        ? null
        : { currentWeek: before.current_week, isFinished: before.is_finished === 1 },
  }
}

async function readDraft({ provider, league, season, by }: ArchiveQuestion): Promise<ArchiveReading[]> {
  const answer = await provider.readDraft({ leagueId: league.espnLeagueId, season, ...by })
  return answer === null ? [] : [{ draft: answer.draft, answers: await packAnswers(answer.raw) }]
}

/** Week 0 has no line-ups. */
async function readWeek(
  { provider, league, season, by }: ArchiveQuestion,
  { week, period }: PlannedWeek,
): Promise<ArchiveReading[]> {
  const asked = { leagueId: league.espnLeagueId, season, week, ...by }
  const [lineups, transactions] = await Promise.all([
    week === 0 ? null : provider.readWeek({ ...asked, ...(period === null ? {} : { period }) }),
    provider.readTransactions(asked),
  ])
  if (lineups === null && transactions === null) return []
  return [
    {
      week,
      lineups: lineups === null ? null : { week: lineups.week, answers: await packAnswers(lineups.raw) },
      transactions:
        transactions === null
          ? null
          : { transactions: transactions.transactions, answers: await packAnswers(transactions.raw) },
    },
  ]
}

function reasonOf(error: unknown, { by, log, league, season }: ArchiveQuestion): string {
  if (!(error instanceof ProviderError)) throw error
  log.warn({ err: error, leagueId: league.id, season }, 'a part of a season could not be read')
  return sentenceFor(error.failure, by.cookies !== null)
}
