import type { ArchivePlan, PlannedWeek, StoredArchive } from '@fieldhouse/domain/archive-plan'
import type { Draft } from '@fieldhouse/domain/draft'
import type { WeekLineups } from '@fieldhouse/domain/lineup'
import type { LeagueTransaction } from '@fieldhouse/domain/transactions'
import type { Kysely, Transaction } from 'kysely'
import { saveDraft, saveTransactions, saveWeek } from '../database/archive-store.ts'
import { type CompressedResponse, compressResponses } from '../database/provider-response-store.ts'
import type { Database } from '../database/schema.ts'
import { type LeagueArchive, ProviderError } from '../providers/league-provider.ts'
import { messageFor } from './messages.ts'
import type { FetchOptions, IngestionLog, ProviderLeague } from './season-ingestion.ts'

/** A part of a season's archive that was read; a part that the provider does not keep is null. */
export type FetchedArchivePart =
  | { week: number; lineups: FetchedLineups | null; transactions: FetchedTransactions | null }
  | { draft: Draft; responses: CompressedResponse[] }

type FetchedLineups = { week: WeekLineups; responses: CompressedResponse[] }
type FetchedTransactions = { transactions: LeagueTransaction[]; responses: CompressedResponse[] }

/** What could be read of an archive, and which parts could not, each with a sentence for people. */
export type ArchiveFetchResult = { fetched: FetchedArchivePart[]; failed: { part: string; reason: string }[] }

export type ArchiveRequest = {
  provider: LeagueArchive
  league: ProviderLeague
  season: number
  options: FetchOptions
  log: IngestionLog
}

/** Reads the parts, as many calls at once as the provider's client lets through. Throws what is no fault of the provider, and the signal's reason. */
export async function fetchArchive(
  question: ArchiveRequest,
  { draft, weeks }: ArchivePlan,
): Promise<ArchiveFetchResult> {
  const parts = [
    ...(draft ? [{ part: 'the draft', reading: fetchDraft(question) }] : []),
    ...weeks.map((week) => ({ part: `week ${week.week}`, reading: fetchWeek(question, week) })),
  ]
  const readings: ArchiveFetchResult = { fetched: [], failed: [] }
  const settled = await Promise.allSettled(parts.map(({ reading }) => reading))
  question.options.signal.throwIfAborted()
  for (const [index, each] of settled.entries()) {
    if (each.status === 'fulfilled') readings.fetched.push(...each.value)
    else
      readings.failed.push({ part: parts[index]?.part ?? '', reason: failureReason(each.reason, question) })
  }
  return readings
}

/** Stores a part, unless more of it is stored already. */
export async function storeArchivePart(
  transaction: Transaction<Database>,
  leagueId: number,
  season: number,
  reading: FetchedArchivePart,
): Promise<void> {
  if ('draft' in reading) {
    await saveDraft(transaction, leagueId, reading.draft, reading.responses)
    return
  }
  const { week, lineups, transactions } = reading
  if (lineups !== null) await saveWeek(transaction, leagueId, lineups.week, lineups.responses)
  if (transactions !== null) {
    const told = { season, week, transactions: transactions.transactions }
    await saveTransactions(transaction, leagueId, told, transactions.responses)
  }
}

/** What is stored of a season's archive. */
export async function getStoredArchive(
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

async function fetchDraft({
  provider,
  league,
  season,
  options,
}: ArchiveRequest): Promise<FetchedArchivePart[]> {
  const answer = await provider.readDraft({ leagueId: league.espnLeagueId, season, ...options })
  return answer === null ? [] : [{ draft: answer.draft, responses: await compressResponses(answer.raw) }]
}

/** Week 0 has no line-ups. */
async function fetchWeek(
  { provider, league, season, options }: ArchiveRequest,
  { week, period }: PlannedWeek,
): Promise<FetchedArchivePart[]> {
  const asked = { leagueId: league.espnLeagueId, season, week, ...options }
  const [lineups, transactions] = await Promise.all([
    week === 0 ? null : provider.readWeek({ ...asked, ...(period === null ? {} : { period }) }),
    provider.readTransactions(asked),
  ])
  if (lineups === null && transactions === null) return []
  return [
    {
      week,
      lineups:
        lineups === null ? null : { week: lineups.week, responses: await compressResponses(lineups.raw) },
      transactions:
        transactions === null
          ? null
          : { transactions: transactions.transactions, responses: await compressResponses(transactions.raw) },
    },
  ]
}

function failureReason(error: unknown, { options, log, league, season }: ArchiveRequest): string {
  if (!(error instanceof ProviderError)) throw error
  log.warn({ err: error, leagueId: league.id, season }, 'a part of a season could not be read')
  return messageFor(error.failure, options.cookies !== null)
}
