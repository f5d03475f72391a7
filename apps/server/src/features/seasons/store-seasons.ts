import { createHash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import type { AuditDetail } from '@fieldhouse/domain/league/audit-log'
import {
  FIRST_PROVIDER,
  LEAGUE_PROVIDERS,
  type ProviderName,
} from '@fieldhouse/domain/league/league-providers'
import { pluralize } from '@fieldhouse/domain/pluralize'
import type {
  ArchivePart,
  ArchivePartName,
  ArchivePartRejectionReason,
} from '@fieldhouse/domain/rosters/archive'
import {
  completenessOf,
  type RejectionReason,
  rejectionReason,
  type SeasonCompleteness,
} from '@fieldhouse/domain/seasons/season-replacement'
import { type Db, type DbTransaction, inTransaction } from '../../database/engine/database.ts'
import { ApiError } from '../../http/errors/api-error.ts'
import { jobRunningMessage, requireNoRefresh, withPreservedScores } from '../../ingestion/fetch-league.ts'
import {
  type PlayerDirectory,
  ProviderError,
  type RawResponse,
  type RecordedResponse,
} from '../../providers/league-provider.ts'
import {
  addPlayers,
  findPartRejection,
  listStoredParts,
  savePart,
  writePart,
} from '../../repositories/archive-store.ts'
import {
  blockRefreshes,
  changeLeague,
  type LeagueRequest,
  type RunningLeagueJob,
  recordEvent,
} from '../../repositories/change-league.ts'
import { findProviderLeague } from '../../repositories/league-sources.ts'
import {
  type CompressedResponse,
  compressResponses,
  fileNameOf,
  listArchiveResponses,
  listResponseKeys,
  listSeasonResponses,
  type PartResponses,
  toPartSource,
} from '../../repositories/provider-response-store.ts'
import {
  findStoredCompleteness,
  listSeasonSummaries,
  replaceSeason,
  type SeasonSummary,
  writeSeason,
} from '../../repositories/season-store.ts'
import { type FileOrigin, findSeason } from '../../repositories/stored-seasons.ts'
import { fileError } from './season-file.ts'
import {
  findPlayerList,
  onceForFiles,
  questionText,
  type Recording,
  recordedLeague,
  type TranslatedFile,
  type TranslatedSeason,
  translateResponses,
  withoutPrefix,
} from './translate-responses.ts'

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

type League = { id: number; name: string }

type RebuiltSeason = {
  kind: 'rebuilt'
  /** null if none of the season's responses are stored, only those of its archive. */
  translated: TranslatedSeason | null
  parts: ArchivePart[]
}

type RebuildCounts = { rebuilt: number; unchanged: number }

/**
 * Each season in its own transaction. Prints one line per season. A season that cannot be rebuilt is left unchanged.
 */
export async function rebuildSeasons(
  db: Db,
  players: PlayerDirectory,
  leagues: readonly League[],
  printLine: (line: string) => void,
): Promise<RebuildCounts> {
  const counts: RebuildCounts = { rebuilt: 0, unchanged: 0 }
  for (const league of leagues) {
    for (const season of await listRebuildableSeasons(db, league.id)) {
      const outcome = await rebuildOne(db, league.id, season, players)
      counts[outcome.isRebuilt ? 'rebuilt' : 'unchanged'] += 1
      printLine(`${league.name} ${season}: ${outcome.detail}`)
    }
  }
  return counts
}

async function rebuildOne(db: Db, leagueId: number, season: number, players: PlayerDirectory) {
  try {
    const rebuilt = await rebuildSeason(db, leagueId, season, players)
    switch (rebuilt.kind) {
      case 'rebuilt':
        return { isRebuilt: true, detail: ['rebuilt', ...describeContents(rebuilt)].join(', ') }
      case 'no_responses':
        return unchangedOutcome('no provider responses are stored')
      case 'job_running':
        return unchangedOutcome(jobRunningMessage(rebuilt.job, new Date()))
    }
  } catch (error) {
    if (error instanceof ProviderError || error instanceof SyntaxError) return unchangedOutcome(error.message)
    throw error
  }
}

function describeContents({ translated, parts }: RebuiltSeason): string[] {
  const countParts = (name: ArchivePartName) => parts.filter((part) => part.name === name).length
  return [
    ...(translated === null
      ? []
      : [
          pluralize(translated.season.teams.length, 'team'),
          pluralize(translated.season.games.length, 'game'),
        ]),
    ...formatWeeks('lineups', countParts('line-ups')),
    ...(countParts('draft') > 0 ? ['draft'] : []),
    ...formatWeeks('transactions', countParts('transactions')),
  ]
}

function formatWeeks(contents: string, weekCount: number): string[] {
  return weekCount === 0 ? [] : [`${contents} for ${pluralize(weekCount, 'week')}`]
}

function unchangedOutcome(reason: string) {
  return { isRebuilt: false, detail: `unchanged: ${reason}` }
}

/** The seasons of a league that are stored or have stored responses, oldest first. */
export async function listRebuildableSeasons(db: Db, leagueId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('seasons')
    .select('season')
    .where('league_id', '=', leagueId)
    .union(db.selectFrom('provider_responses').select('season').where('league_id', '=', leagueId))
    .execute()
  return rows.map((row) => row.season).sort((a, b) => a - b)
}

/**
 * Changes nothing while the league is being refreshed, and throws a ProviderError or SyntaxError if the responses can
 * no longer be translated.
 */
export async function rebuildSeason(
  db: Db,
  leagueId: number,
  season: number,
  players: PlayerDirectory,
): Promise<RebuiltSeason | { kind: 'no_responses' } | { kind: 'job_running'; job: RunningLeagueJob }> {
  const known = await findPlayerList(players)
  for (;;) {
    // Before the transaction, for which other writes wait.
    const origin = await readOrigin(db, leagueId, season)
    const responses = {
      ofSeason: await listSeasonResponses(db, leagueId, season),
      ofArchive: await listArchiveResponses(db, leagueId, season),
    }
    const translated = await translateStored(responses, { ...origin, season, known })
    const outcome = await inTransaction(db, async (transaction) => {
      const job = await blockRefreshes(transaction, leagueId)
      if (job !== null) return { kind: 'job_running' as const, job }
      const isCurrent = isDeepStrictEqual(await readOrigin(transaction, leagueId, season), origin)
      if (!isCurrent) return null
      if (responses.ofSeason.length + responses.ofArchive.length === 0)
        return { kind: 'no_responses' as const }
      return writeRebuilt(transaction, { leagueId, season }, translated, {
        ...origin,
        responses: responses.ofSeason,
      })
    })
    if (outcome !== null) return outcome
  }
}

type Origin = Awaited<ReturnType<typeof readOrigin>>

async function readOrigin(db: Db, leagueId: number, season: number) {
  const stored = await findSeason(db, leagueId, season)
  const source = await findProviderLeague(db, leagueId, season)
  return { stored, source, keys: await listResponseKeys(db, leagueId, season) }
}

/** Lineups stay as they are while a list of players, which names theirs, is missing. */
async function translateStored(
  { ofSeason, ofArchive }: { ofSeason: readonly RawResponse[]; ofArchive: readonly PartResponses[] },
  {
    stored,
    source,
    season,
    known,
  }: Origin & { season: number; known: Awaited<ReturnType<typeof findPlayerList>> },
): Promise<Translated> {
  const named = stored === null ? source?.provider : stored.provider
  const provider = stored?.source === 'csv' ? FIRST_PROVIDER : (named ?? FIRST_PROVIDER)
  const { hasPlayerList, hasIdPerSeason } = LEAGUE_PROVIDERS[provider]
  const recording: Recording = {
    provider,
    leagueId: stored?.providerLeagueId || source?.providerLeagueId || '',
    season,
    players: async () => known ?? new Map(),
    ...(hasIdPerSeason && stored !== null ? { previousSeasons: stored.previousSeasons } : {}),
  }
  const translate = onceForFiles()
  const translated = ofSeason.length === 0 ? null : await translateResponses(ofSeason, recording, translate)
  const open = translated?.tableQuestions.find(({ isAnswered }) => !isAnswered)
  if (open !== undefined)
    throw new ProviderError('unexpected_shape', `${questionText(season, open)} Upload the files again`)
  const parts: Translated['parts'] = []
  for (const each of ofArchive) {
    if (hasPlayerList && known === null && each.name === 'line-ups') continue
    const part =
      partOfFiles(each, translate(each.responses, season)) ??
      (await recordedLeague(ofSeason, recording).readPart(
        each.name,
        each.week,
        each.responses.map(withoutPrefix),
      ))
    if (part === null)
      throw new ProviderError('unexpected_shape', `no response is stored for the ${each.name}`)
    parts.push({ part, responses: each.responses })
  }
  return { translated, parts }
}

/** null for responses of a provider. */
function partOfFiles({ name, week }: PartResponses, file: TranslatedFile | null): ArchivePart | null {
  if (file === null) return null
  const part = file.parts.find((each) => {
    return each.name === name && (each.name === 'draft' || each.week.week === week)
  })
  if (part !== undefined) return part
  throw new ProviderError('unexpected_shape', `the stored files do not contain the ${name} of week ${week}`)
}

async function writeRebuilt(
  transaction: DbTransaction,
  { leagueId, season: year }: { leagueId: number; season: number },
  { translated: read, parts: translatedParts }: Translated,
  { stored, responses }: Pick<Origin, 'stored'> & { responses: readonly RawResponse[] },
): Promise<RebuiltSeason> {
  for (const { part, responses: ofPart } of translatedParts)
    await writePart(transaction, leagueId, part, toPartSource(ofPart))
  const parts = translatedParts.map(({ part }) => part)
  if (read === null) return { kind: 'rebuilt', translated: null, parts }
  const file = stored === null ? withStoredFiles(read.file, responses) : stored.file
  const season =
    stored === null || read.provider === null
      ? read.season
      : await withPreservedScores(transaction, { leagueId, provider: read.provider }, read.season)
  const completeness = completenessOf(season, read.completeness.source)
  const translated = { ...read, season, completeness, file }
  const fetchedAt = stored?.fetchedAt ?? toPartSource(responses).receivedAt
  await writeSeason(transaction, leagueId, translated, fetchedAt)
  // The responses are still those of the archive.
  await transaction
    .updateTable('seasons')
    .set({ is_imported: stored?.isImported === true ? 1 : 0 })
    .where((eb) => eb.and({ league_id: leagueId, season: year }))
    .execute()
  return { kind: 'rebuilt', translated, parts }
}

/** The origin without the season that had it: the hashes are those of the stored texts. */
function withStoredFiles(file: FileOrigin | null, responses: readonly RawResponse[]): FileOrigin | null {
  const files = responses.flatMap(({ request, body }) => {
    const name = fileNameOf(request)
    return name === null ? [] : [{ name, sha256: createHash('sha256').update(body).digest('hex') }]
  })
  return file === null ? null : { ...file, files }
}

type Translated = {
  translated: TranslatedSeason | null
  parts: { part: ArchivePart; responses: readonly RawResponse[] }[]
}
