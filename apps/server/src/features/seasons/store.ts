import type { LeagueSource } from '@fieldhouse/domain/league/league-sources'
import type { ArchivePart, ArchivePartRejectionReason } from '@fieldhouse/domain/rosters/archive'
import { rejectionReason, type SeasonCompleteness } from '@fieldhouse/domain/seasons/season-replacement'
import type { Transaction } from 'kysely'
import type { Db } from '../../database/engine/database.ts'
import { inTransaction } from '../../database/engine/transaction.ts'
import type { Database } from '../../database/schema/schema.ts'
import { type Actor, recordAuditEntry } from '../../repositories/audit/audit.ts'
import { recordEvent } from '../../repositories/events/league-events.ts'
import { blockRefreshes, type RunningLeagueJob } from '../../repositories/leagues/block-refreshes.ts'
import { listSources } from '../../repositories/leagues/league-sources.ts'
import { findPartRejection, savePart } from '../../repositories/seasons/archive-store.ts'
import {
  type CompressedResponse,
  compressResponses,
} from '../../repositories/seasons/provider-response-store.ts'
import {
  findStoredCompleteness,
  listFailures,
  replaceSeason,
  type SeasonFailure,
} from '../../repositories/seasons/season-store.ts'
import { listSeasonSummaries, type SeasonSummary } from '../../repositories/seasons/season-summaries.ts'
import { listSleeperIds } from '../../repositories/seasons/sleeper-id-store.ts'
import { rejectedPartMessage, rejectedSeasonMessage } from './messages.ts'
import { fileError, SeasonRejection } from './season-file.ts'
import type { RecordedResponse, TranslatedSeason } from './translate-responses.ts'

export type SeasonToStore = {
  season: number
  /** null if the files only add to the archive of a stored season. */
  translated: TranslatedSeason | null
  /** The archive parts, each with the requests of the responses it came from. */
  parts: readonly { part: ArchivePart; requests: readonly string[] }[]
  responses: readonly RecordedResponse[]
  /** The names of the files the season was built from. */
  files: string[]
}

export type StoredSeason = SeasonSummary & Pick<SeasonToStore, 'files'>

export type StoreResult =
  | { kind: 'stored'; seasons: StoredSeason[] }
  | { kind: 'job_running'; job: RunningLeagueJob }

export type SeasonPreview = SeasonToStore & {
  /** Whether the season is stored, so that the upload replaces or completes it. */
  isStored: boolean
}

export interface SeasonStore {
  /** Throws the same rejections as `storeAll`, and stores nothing. */
  preview(leagueId: number, seasons: readonly SeasonToStore[]): Promise<SeasonPreview[]>
  /** Where the league's seasons come from, which files have to match. */
  listSources(leagueId: number): Promise<LeagueSource[]>
  /** The IDs at Sleeper of the stored seasons, and of those that they say they follow. */
  listSleeperIds(leagueId: number): Promise<Set<string>>
  listSummaries(leagueId: number): Promise<SeasonSummary[]>
  listFailures(leagueId: number): Promise<SeasonFailure[]>
  /**
   * Stores all seasons with their archive parts, or none, while a refresh or backfill of the league is running.
   * Throws a SeasonRejection if the stored data is more complete than the upload, or if files add to a season
   * that is not stored.
   */
  storeAll(leagueId: number, seasons: readonly SeasonToStore[], actor: Actor, now: Date): Promise<StoreResult>
}

export function seasonStore(db: Db): SeasonStore {
  return {
    async preview(leagueId, seasons) {
      const previews: SeasonPreview[] = []
      for (const season of seasons) {
        const stored = await findStoredCompleteness(db, leagueId, season.season)
        rejectSeason(season, stored)
        for (const { part } of season.parts)
          rejectPart(season.season, part, await findPartRejection(db, leagueId, part))
        previews.push({ ...season, isStored: stored !== null })
      }
      return previews
    },

    listSources: (leagueId) => listSources(db, leagueId),

    listSleeperIds: (leagueId) => listSleeperIds(db, leagueId),

    listSummaries: (leagueId) => listSeasonSummaries(db, leagueId),

    listFailures: (leagueId) => listFailures(db, leagueId),

    async storeAll(leagueId, seasons, actor, now) {
      const compressed = await Promise.all(
        seasons.map(({ responses }) =>
          compressResponses(responses.map((response) => ({ ...response, fetchedAt: now }))),
        ),
      )
      return inTransaction(db, async (transaction) => {
        const job = await blockRefreshes(transaction, leagueId)
        if (job !== null) return { kind: 'job_running', job }
        for (const [index, each] of seasons.entries()) {
          const responses = compressed[index] ?? []
          await storeSeason(transaction, leagueId, { ...each, responses }, now)
          await storeParts(transaction, leagueId, { ...each, responses })
          await recordAuditEntry(transaction, {
            at: now,
            actor,
            action: 'season.upload',
            leagueId,
            detail: {
              season: each.season,
              source: each.translated?.completeness.source ?? 'upload',
              files: each.files.join(', '),
            },
          })
        }
        await recordEvent(transaction, leagueId, { name: 'history', data: { change: 'seasons' } }, now)
        const summaries = await listSeasonSummaries(transaction, leagueId)
        const stored = seasons.flatMap(({ season, files }) =>
          summaries.filter((each) => each.season === season).map((each) => ({ ...each, files })),
        )
        return { kind: 'stored', seasons: stored }
      })
    },
  }
}

type PreparedSeason = Omit<SeasonToStore, 'responses'> & { responses: readonly CompressedResponse[] }

async function storeSeason(
  transaction: Transaction<Database>,
  leagueId: number,
  season: PreparedSeason,
  now: Date,
): Promise<void> {
  rejectSeason(season, await findStoredCompleteness(transaction, leagueId, season.season))
  const { translated, responses } = season
  if (translated !== null) await replaceSeason(transaction, leagueId, { ...translated, responses }, now)
}

function rejectSeason(
  { season, translated, files }: Pick<SeasonToStore, 'season' | 'translated' | 'files'>,
  stored: SeasonCompleteness | null,
): void {
  if (translated === null) {
    if (stored !== null) return
    const detail = `season ${season} isn't stored yet. Also upload the file with its teams and owners.`
    throw fileError(files.join(', '), detail)
  }
  const reason = rejectionReason(stored, translated.completeness)
  if (reason !== null) throw new SeasonRejection('poorer_season', rejectedSeasonMessage(season, reason))
}

async function storeParts(
  transaction: Transaction<Database>,
  leagueId: number,
  { season, parts, responses }: PreparedSeason,
): Promise<void> {
  for (const { part, requests } of parts) {
    const sources = responses.filter(({ request }) => requests.includes(request))
    rejectPart(season, part, await savePart(transaction, leagueId, part, sources))
  }
}

function rejectPart(season: number, part: ArchivePart, reason: ArchivePartRejectionReason | null): void {
  if (reason !== null) throw new SeasonRejection('poorer_season', rejectedPartMessage(season, part, reason))
}
