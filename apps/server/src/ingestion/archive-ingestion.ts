import type { ArchivePlan, Draft, PlannedWeek } from '@fieldhouse/domain/rosters/archive'
import type { WeekLineups } from '@fieldhouse/domain/rosters/lineup'
import type { WeekTransactions } from '@fieldhouse/domain/rosters/transactions'
import type { Transaction } from 'kysely'
import type { Database } from '../database/schema/schema.ts'
import { type LeagueArchive, ProviderError, toWeekTransactions } from '../providers/league-provider.ts'
import type { ProviderLeague } from '../repositories/leagues/league-sources.ts'
import { savePart } from '../repositories/seasons/archive-store.ts'
import {
  type CompressedResponse,
  compressResponses,
} from '../repositories/seasons/provider-response-store.ts'
import { messageFor } from './messages.ts'
import { type FetchOptions, type IngestionLog, toRequest } from './season-ingestion.ts'

/** A fetched part of a season's archive. Data that the provider does not have are null. */
export type FetchedArchivePart =
  | { week: number; lineups: FetchedLineups | null; transactions: FetchedTransactions | null }
  | { draft: Draft; responses: CompressedResponse[] }

type FetchedLineups = { week: WeekLineups; responses: CompressedResponse[] }
type FetchedTransactions = { week: WeekTransactions; responses: CompressedResponse[] }

/** The parts that were fetched, and those that failed, each with a reason as text for users. */
export type ArchiveFetchResult = { fetched: FetchedArchivePart[]; failed: { part: string; reason: string }[] }

export type ArchiveRequest = {
  provider: LeagueArchive
  league: ProviderLeague
  season: number
  options: FetchOptions
  log: IngestionLog
}

/**
 * Fetches all parts concurrently; the provider's client limits the requests. Throws errors that are not the
 * provider's, and the abort reason.
 */
export async function fetchArchive(
  request: ArchiveRequest,
  { draft, weeks }: ArchivePlan,
): Promise<ArchiveFetchResult> {
  const parts = [
    ...(draft ? [{ part: 'the draft', fetching: fetchDraft(request) }] : []),
    ...weeks.map((week) => ({ part: `week ${week.week}`, fetching: fetchWeek(request, week) })),
  ]
  const result: ArchiveFetchResult = { fetched: [], failed: [] }
  const settled = await Promise.allSettled(parts.map(({ fetching }) => fetching))
  request.options.signal.throwIfAborted()
  for (const [index, outcome] of settled.entries()) {
    if (outcome.status === 'fulfilled') result.fetched.push(...outcome.value)
    else
      result.failed.push({ part: parts[index]?.part ?? '', reason: failureReason(outcome.reason, request) })
  }
  return result
}

/** Stores a part, unless more complete data are already stored. */
export async function storeArchivePart(
  transaction: Transaction<Database>,
  leagueId: number,
  part: FetchedArchivePart,
): Promise<void> {
  if ('draft' in part) {
    await savePart(transaction, leagueId, { name: 'draft', draft: part.draft }, part.responses)
    return
  }
  const { lineups, transactions } = part
  if (lineups !== null)
    await savePart(transaction, leagueId, { name: 'line-ups', week: lineups.week }, lineups.responses)
  if (transactions !== null)
    await savePart(
      transaction,
      leagueId,
      { name: 'transactions', week: transactions.week },
      transactions.responses,
    )
}

async function fetchDraft({
  provider,
  league,
  season,
  options,
}: ArchiveRequest): Promise<FetchedArchivePart[]> {
  const response = await provider.readDraft({ ...toRequest(league, options), season })
  return response === null
    ? []
    : [{ draft: response.draft, responses: await compressResponses(response.raw) }]
}

/** Week 0 has no lineups. */
async function fetchWeek(
  { provider, league, season, options }: ArchiveRequest,
  { week, period }: PlannedWeek,
): Promise<FetchedArchivePart[]> {
  const query = { ...toRequest(league, options), season, week }
  const [lineups, transactions] = await Promise.all([
    week === 0 ? null : provider.readWeek({ ...query, ...(period === null ? {} : { period }) }),
    provider.readTransactions(query),
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
          : {
              week: toWeekTransactions(transactions, season, week),
              responses: await compressResponses(transactions.raw),
            },
    },
  ]
}

function failureReason(error: unknown, { options, log, league, season }: ArchiveRequest): string {
  if (!(error instanceof ProviderError)) throw error
  log.warn({ err: error, leagueId: league.id, season }, 'failed to read part of a season')
  return messageFor(league.provider, error.failure, options.cookies !== null)
}
