import type { ArchivePart, ArchivePlan, Draft, PlannedWeek } from '@fieldhouse/domain/rosters/archive'
import type { WeekLineups } from '@fieldhouse/domain/rosters/lineup'
import type { WeekTransactions } from '@fieldhouse/domain/rosters/transactions'
import { findSizeProblem } from '@fieldhouse/domain/seasons/season-size'
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

/** A fetched part of a season's archive. */
export type FetchedArchivePart =
  | { lineups: WeekLineups; responses: CompressedResponse[] }
  | { transactions: WeekTransactions; responses: CompressedResponse[] }
  | { draft: Draft; responses: CompressedResponse[] }

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
 * Fetches all parts concurrently; the provider's client limits the requests. A part that fails hides no other one, also
 * not of the same week. Throws errors that are not the
 * provider's, and the abort reason.
 */
export async function fetchArchive(
  request: ArchiveRequest,
  { draft, weeks }: ArchivePlan,
): Promise<ArchiveFetchResult> {
  const parts = [
    ...(draft ? [{ part: 'the draft', week: null, fetching: fetchDraft(request) }] : []),
    ...weeks.flatMap((planned) => {
      const { week } = planned
      return [
        { part: `the lineups of week ${week}`, week, fetching: fetchLineups(request, planned) },
        { part: `the transactions of week ${week}`, week, fetching: fetchTransactions(request, planned) },
      ]
    }),
  ]
  const fetched: FetchedArchivePart[] = []
  const failed: FailedPart[] = []
  const settled = await Promise.allSettled(parts.map(({ fetching }) => fetching))
  request.options.signal.throwIfAborted()
  for (const [index, outcome] of settled.entries()) {
    const { part = '', week = null } = parts[index] ?? {}
    if (outcome.status === 'fulfilled') fetched.push(...outcome.value)
    else failed.push({ part, week, reason: failureReason(outcome.reason, request) })
  }
  return { fetched, failed: joinParts(failed) }
}

type FailedPart = { part: string; week: number | null; reason: string }

/** Names a week once if its lineups and its transactions failed for the same reason. */
function joinParts(failed: readonly FailedPart[]): ArchiveFetchResult['failed'] {
  const isSame = (a: FailedPart, b: FailedPart | undefined) =>
    a.week !== null && a.week === b?.week && a.reason === b.reason
  return failed.flatMap((each, index) => {
    if (isSame(each, failed[index - 1])) return []
    const part = isSame(each, failed[index + 1]) ? `week ${each.week}` : each.part
    return [{ part, reason: each.reason }]
  })
}

/** Stores a part, unless more complete data are already stored. */
export async function storeArchivePart(
  transaction: Transaction<Database>,
  leagueId: number,
  part: FetchedArchivePart,
): Promise<void> {
  await savePart(transaction, leagueId, toArchivePart(part), part.responses)
}

function toArchivePart(part: FetchedArchivePart): ArchivePart {
  if ('draft' in part) return { name: 'draft', draft: part.draft }
  return 'lineups' in part
    ? { name: 'line-ups', week: part.lineups }
    : { name: 'transactions', week: part.transactions }
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
async function fetchLineups(
  { provider, league, season, options }: ArchiveRequest,
  { week, period }: PlannedWeek,
): Promise<FetchedArchivePart[]> {
  if (week === 0) return []
  const query = { ...toRequest(league, options), season, week }
  const response = await provider.readWeek({ ...query, ...(period === null ? {} : { period }) })
  if (response === null) return []
  rejectLargePart({ name: 'line-ups', week: response.week })
  return [{ lineups: response.week, responses: await compressResponses(response.raw) }]
}

async function fetchTransactions(
  { provider, league, season, options }: ArchiveRequest,
  { week }: PlannedWeek,
): Promise<FetchedArchivePart[]> {
  const response = await provider.readTransactions({ ...toRequest(league, options), season, week })
  if (response === null) return []
  const transactions = toWeekTransactions(response, season, week)
  rejectLargePart({ name: 'transactions', week: transactions })
  return [{ transactions, responses: await compressResponses(response.raw) }]
}

function rejectLargePart(part: ArchivePart): void {
  const problem = findSizeProblem(part)
  if (problem !== null) throw new ProviderError('unexpected_shape', problem)
}

function failureReason(error: unknown, { options, log, league, season }: ArchiveRequest): string {
  if (!(error instanceof ProviderError)) throw error
  log.warn({ err: error, leagueId: league.id, season }, 'failed to read part of a season')
  return messageFor(league.provider, error, options.cookies !== null)
}
