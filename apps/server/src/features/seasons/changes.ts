import { setImmediate } from 'node:timers/promises'
import type { AuditDetail } from '@fieldhouse/domain/league/audit-log'
import {
  FIRST_PROVIDER,
  LEAGUE_PROVIDERS,
  type ProviderName,
} from '@fieldhouse/domain/league/league-providers'
import type {
  ArchivePart,
  ArchivePartName,
  ArchivePartRejectionReason,
} from '@fieldhouse/domain/rosters/archive'
import {
  type RejectionReason,
  rejectionReason,
  type SeasonCompleteness,
} from '@fieldhouse/domain/seasons/season-replacement'
import type { Db, DbTransaction } from '../../database/engine/database.ts'
import { ApiError } from '../../http/errors/api-error.ts'
import { requireNoRefresh } from '../../ingestion/fetch-league.ts'
import type { RecordedResponse } from '../../providers/league-provider.ts'
import { addPlayers, findPartRejection, listStoredParts, savePart } from '../../repositories/archive-store.ts'
import { changeLeague, type LeagueRequest, recordEvent } from '../../repositories/change-league.ts'
import { type CompressedResponse, compressResponses } from '../../repositories/provider-response-store.ts'
import {
  findStoredCompleteness,
  listSeasonSummaries,
  replaceSeason,
  type SeasonSummary,
} from '../../repositories/season-store.ts'
import type { FileOrigin } from '../../repositories/stored-seasons.ts'
import { fileError } from './season-file.ts'
import type { TranslatedSeason } from './translate-responses.ts'

export type SeasonToStore = {
  season: number
  /** null if the files only add to the archive of a stored season. */
  translated: TranslatedSeason | null
  parts: readonly { part: ArchivePart; requests: readonly string[] }[]
  responses: readonly RecordedResponse[]
  files: string[]
}

export type SeasonPreview = SeasonToStore & {
  stored: SeasonCompleteness | null
  rejection: ApiError | null
}

/** Stores nothing. Throws the same rejection as `storeSeasons` if no season can be stored. */
export async function previewSeasons(
  db: Db,
  leagueId: number,
  seasons: readonly SeasonToStore[],
): Promise<SeasonPreview[]> {
  const previews: SeasonPreview[] = []
  for (const season of seasons) {
    const stored = await findStoredCompleteness(db, leagueId, season.season)
    const rejection = await findRejection(db, leagueId, season, stored)
    previews.push({ ...season, stored, rejection })
  }
  const [first] = previews
  // A single season is rejected like its upload. Of several, an admin can store the others.
  if (first?.rejection != null && previews.every(({ rejection }) => rejection !== null)) throw first.rejection
  return previews
}

/**
 * Stores all seasons with their archive parts, or none. Throws `job_running` while a refresh or backfill of the league
 * is running, and `poorer_season` if the stored data is more complete than the upload, or if files add to a season that
 * is not stored.
 */
export async function storeSeasons(
  call: LeagueRequest,
  seasons: readonly SeasonToStore[],
): Promise<(SeasonSummary & { files: string[] })[]> {
  const leagueId = call.league.id
  const now = call.ctx.now()
  const compressed = await Promise.all(
    seasons.map(({ responses }) =>
      compressResponses(responses.map((response) => ({ ...response, fetchedAt: now }))),
    ),
  )
  return changeLeague(call, async ({ transaction, audit }) => {
    await requireNoRefresh(transaction, leagueId, now)
    for (const [index, each] of seasons.entries()) {
      const responses = compressed[index] ?? []
      await storeSeason(transaction, leagueId, each, responses, now)
      await audit('season.upload', {
        season: each.season,
        source: each.translated?.completeness.source ?? 'upload',
        files: each.files.join(', '),
        ...(each.translated?.file == null ? {} : describeOrigin(each.translated.file)),
      })
    }
    await recordEvent(transaction, leagueId, { name: 'history', data: { change: 'seasons' } }, now)
    const summaries = await listSeasonSummaries(transaction, leagueId)
    return seasons.flatMap(({ season, files }) =>
      summaries.filter((each) => each.season === season).map((each) => ({ ...each, files })),
    )
  })
}

async function storeSeason(
  transaction: DbTransaction,
  leagueId: number,
  offered: SeasonToStore,
  responses: readonly CompressedResponse[],
  now: Date,
): Promise<void> {
  const { season, translated, parts } = offered
  const stored = await findStoredCompleteness(transaction, leagueId, season)
  const rejection = await findRejection(transaction, leagueId, offered, stored)
  if (rejection !== null) throw rejection
  if (translated !== null) {
    await replaceSeason(transaction, leagueId, { ...translated, responses }, now)
    await addPlayers(transaction, translated.players)
  }
  for (const { part, requests } of parts) {
    const sources = responses.filter((response) => requests.includes(response.request))
    const reason = await savePart(transaction, leagueId, part, sources)
    if (reason !== null)
      throw new ApiError('poorer_season', { message: rejectedPartMessage(season, part, reason) })
    // SQLite answers at once. Other requests are answered between two parts.
    await setImmediate()
  }
}

function describeOrigin({ files, version }: FileOrigin): AuditDetail {
  return { sha256: files.map(({ sha256 }) => sha256).join(', '), format_version: version }
}

async function findRejection(
  db: Db,
  leagueId: number,
  offered: SeasonToStore,
  stored: Awaited<ReturnType<typeof findStoredCompleteness>>,
): Promise<ApiError | null> {
  const { season, translated, files, parts } = offered
  if (translated === null && stored === null) {
    const detail = `season ${season} isn't stored yet. Also upload the file with its teams and owners.`
    return fileError(files.join(', '), detail)
  }
  const reason = translated === null ? null : rejectionReason(stored, translated.completeness)
  if (reason !== null) {
    const file = translated?.file?.version == null ? 'CSV file' : 'league file'
    const message = rejectedSeasonMessage(season, reason, stored?.provider ?? null, file)
    return new ApiError('poorer_season', { message })
  }
  for (const { part } of parts) {
    const partReason = await findPartRejection(db, leagueId, part)
    await setImmediate()
    if (partReason !== null)
      return new ApiError('poorer_season', { message: rejectedPartMessage(season, part, partReason) })
  }
  return translated?.file == null ? null : findMissingPart(db, leagueId, offered)
}

/** Teams of a file have their own numbers, so it has to replace each stored part. */
async function findMissingPart(db: Db, leagueId: number, { season, parts }: SeasonToStore) {
  const offered = new Set(parts.map(({ part }) => partKey(part)))
  const stored = await listStoredParts(db, leagueId, season)
  const missing = stored.find(({ name, week }) => !offered.has(`${name} ${week}`))
  if (missing === undefined) return null
  return new ApiError('poorer_season', { message: missingPartMessage(season, missing) })
}

function partKey(part: ArchivePart): string {
  return `${part.name} ${part.name === 'draft' ? 0 : part.week.week}`
}

function rejectedSeasonMessage(
  season: number,
  reason: RejectionReason,
  provider: ProviderName | null,
  file: string,
): string {
  const { label } = LEAGUE_PROVIDERS[provider ?? FIRST_PROVIDER]
  const messages: Record<RejectionReason, string> = {
    no_teams: `These files have no teams for ${season}.`,
    less_depth: `The stored ${season} season has games, but these files only have standings.`,
    fewer_games: `The stored ${season} season has more played games than these files.`,
    weaker_source: `The stored ${season} season came from ${label} and has more data than a ${file}.`,
  }
  return `${messages[reason]} Nothing was changed.`
}

function missingPartMessage(season: number, { name, week }: { name: ArchivePartName; week: number }): string {
  const contents = { 'line-ups': 'lineups', draft: 'a draft', transactions: 'transactions' }[name]
  const period = name === 'draft' ? '' : ` for Week ${week}`
  return `The stored ${season} season has ${contents}${period}, but these files don't. Nothing was changed.`
}

function rejectedPartMessage(season: number, part: ArchivePart, reason: ArchivePartRejectionReason): string {
  const period = part.name === 'draft' ? `${season}` : `Week ${part.week.week} of ${season}`
  const [lineups, draft] = [`The stored lineups for ${period} have`, `The stored draft for ${period}`]
  const messages: Record<ArchivePartRejectionReason, string> = {
    no_lineups: `${lineups} more teams than these files.`,
    fewer_lineups: `${lineups} more teams than these files.`,
    fewer_scores: `${lineups} more players with a score than these files.`,
    draft_not_over: `${draft} is further along than these files.`,
    fewer_picks: `${draft} has more picks than these files.`,
    fewer_transactions: `There are more stored transactions for ${period} than in these files.`,
  }
  return `${messages[reason]} Nothing was changed.`
}
