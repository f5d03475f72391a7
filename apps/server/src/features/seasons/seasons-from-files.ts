import { setImmediate } from 'node:timers/promises'
import { deserialize, serialize } from 'node:v8'
import { type LeagueSource, sourceOf } from '@fieldhouse/domain/league/league-sources'
import type { ArchivePart } from '@fieldhouse/domain/rosters/archive'
import type { SeasonAnswers } from '@fieldhouse/domain/seasons/season-answers'
import { findSizeProblem } from '@fieldhouse/domain/seasons/season-size'
import { BusyError } from '../../jobs/bounded-queue.ts'
import { ProviderError } from '../../providers/league-provider.ts'
import type { FileOrigin } from '../../repositories/season-documents/stored-seasons.ts'
import { type TaskThread, taskThread, threadProgram } from '../../threads/task-thread.ts'
import type { SeasonToStore } from './changes.ts'
import {
  fileError,
  type NamedProblem,
  problemsError,
  readSeasonFile,
  requestLabel,
  type SeasonFile,
  SeasonRejection,
  type UploadedFile,
} from './season-file.ts'
import {
  partitionFiles,
  readSleeperFile,
  type SleeperFile,
  type SleeperUploadContext,
  sleeperSeasonFromFiles,
} from './sleeper-files.ts'
import {
  ContentsError,
  formatAnswers,
  type TranslatedFile,
  type TranslatedSeason,
  translateFiles,
  translateReadSeason,
  translateResponses,
} from './translate-responses.ts'

/** What the files of an upload contain, as a thread sends it. */
export type ReadFiles = {
  /** Oldest first. The archive parts are encoded one by one. */
  seasons: (Omit<SeasonToStore, 'parts'> & { parts: { part: Uint8Array; requests: readonly string[] }[] })[]
  /** Files that were saved from Sleeper's API, which are translated with its players. */
  sleeper: SleeperFile[]
}

/** Why files are rejected, without its class, which a thread cannot send. */
export type RejectedFiles = { rejection: Pick<SeasonRejection, 'reason' | 'message' | 'fields'> }

/** Reads and checks the files of uploads in another thread. */
export type FilesThread = TaskThread<FilesTask, ReadFiles | RejectedFiles>

/** For the largest files on a small computer. */
const TIMEOUT_MS = 120_000

export const filesThread = (): FilesThread =>
  taskThread(threadProgram('read-files-thread', import.meta.url), TIMEOUT_MS)

export type FilesTask = {
  files: readonly UploadedFile[]
  /** By season. */
  answers: ReadonlyMap<number, SeasonAnswers>
  sources: readonly LeagueSource[]
  /** No season may be later. */
  newest: number
}

/**
 * Reads the files, which takes seconds for large ones. Captured files of the same season are combined like the responses
 * to several requests, and tables of different kinds complete each other. Throws a SeasonRejection that names the files
 * and the problems.
 */
export async function readFiles({ files, ...context }: FilesTask): Promise<ReadFiles> {
  const { sleeper, others } = partitionFiles(files)
  const found = await otherSeasonsFromFiles(others, context)
  const seasons = found.map(({ parts, translated, ...season }) => ({
    ...season,
    translated: translated === null ? null : { ...translated, parts: [] },
    parts: parts.map(({ part, requests }) => ({ part: serialize(part), requests })),
  }))
  return { seasons, sleeper: sleeper.map(readSleeperFile) }
}

/**
 * Returns the seasons in the files, oldest first; they are read in another thread. Throws a SeasonRejection that names
 * the files and the problems, or a BusyError.
 */
export async function seasonsFromFiles(
  files: readonly UploadedFile[],
  answers: ReadonlyMap<number, SeasonAnswers>,
  { thread, ...context }: SleeperUploadContext & { thread: FilesThread },
): Promise<SeasonToStore[]> {
  const { sources, newest } = context
  const read = await thread.run({ files, answers, sources, newest })
  if (read === null) throw new BusyError('too many uploads are waiting')
  if ('rejection' in read) {
    const { reason, message, fields } = read.rejection
    throw new SeasonRejection(reason, message, fields)
  }
  const seasons = await Promise.all(read.seasons.map(decodeParts))
  if (read.sleeper.length === 0) return seasons
  const added = await sleeperSeasonFromFiles(read.sleeper, context)
  rejectLargeParts(added)
  const same = seasons.find(({ season }) => season === added.season)
  if (same !== undefined)
    throw fileError(
      same.files.join(', '),
      `season ${same.season} is also in files of Sleeper. Upload only one of them.`,
    )
  return [...seasons, added].sort((a, b) => a.season - b.season)
}

async function decodeParts({
  parts: encoded,
  ...season
}: ReadFiles['seasons'][number]): Promise<SeasonToStore> {
  const parts: { part: ArchivePart; requests: readonly string[] }[] = []
  for (const { part, requests } of encoded) {
    parts.push({ part: deserialize(part) as ArchivePart, requests })
    // Other requests are answered between two parts.
    await setImmediate()
  }
  return { ...season, parts }
}

async function otherSeasonsFromFiles(
  files: readonly UploadedFile[],
  { answers, sources, newest }: Omit<FilesTask, 'files'>,
): Promise<SeasonToStore[]> {
  const seasonFiles: SeasonFile[] = []
  const problems: NamedProblem[] = []
  for (const file of withUniqueNames(files)) {
    const read = readSeasonFile(file, sources)
    if ('problems' in read) for (const problem of read.problems) problems.push(problem)
    else seasonFiles.push(read)
  }
  if (problems.length > 0) throw problemsError(problems)
  for (const { name, seasons } of seasonFiles) {
    const future = seasons.find((season) => season > newest)
    if (future !== undefined) throw fileError(name, `season: ${future} hasn't started yet.`)
  }
  const years = [...new Set(seasonFiles.flatMap(({ seasons }) => seasons))].sort((a, b) => a - b)
  const built: SeasonToStore[] = []
  for (const year of years) {
    const ofYear = seasonFiles.filter(({ seasons }) => seasons.includes(year))
    const expected = { leagueId: sourceOf(sources, year)?.leagueId ?? '', season: year }
    const season = await buildSeason(ofYear, answers.get(year), expected)
    if ('problems' in season) for (const problem of season.problems) problems.push(problem)
    else built.push(season)
  }
  if (problems.length > 0) throw problemsError(problems)
  for (const season of built) rejectLargeParts(season)
  return built
}

function rejectLargeParts({ parts, files }: SeasonToStore): void {
  for (const { part } of parts) {
    const problem = findSizeProblem(part)
    if (problem !== null) throw fileError(files.join(', '), problem)
  }
}

/** Files with the whole league come before those of a single week, which contain less of it. */
async function buildSeason(
  files: readonly SeasonFile[],
  answers: SeasonAnswers | undefined,
  expected: { leagueId: string; season: number },
): Promise<SeasonToStore | { problems: readonly NamedProblem[] }> {
  const ordered = files.toSorted((a, b) => lineupWeekOf(a) - lineupWeekOf(b))
  const names = ordered.map(({ name }) => name)
  if (!canCombine(ordered, expected.season)) {
    throw fileError(
      names.join(', '),
      `season ${expected.season} is in more than one file. Upload only one of them.`,
    )
  }
  const responses = [
    ...ordered.map((file) => ({ request: requestLabel(file), body: bodyOf(file, expected.season) })),
    ...(answers === undefined ? [] : [formatAnswers(answers)]),
  ]
  const season = { season: expected.season, responses, files: names }
  const captured = ordered.flatMap((file) =>
    file.kind === 'captured' ? file.parts.map((part) => ({ part, requests: [requestLabel(file)] })) : [],
  )
  if (ordered.every((file) => file.kind === 'captured' && file.isAddition))
    return { ...season, translated: null, parts: captured }
  try {
    const read = findReadSeason(ordered, expected.season)
    // Other providers have files that are recognized before.
    const recording = { ...expected, provider: 'espn', players: async () => new Map() } as const
    const translated = await translateResponses(
      responses,
      recording,
      read === null ? translateFiles : () => read,
    )
    const requests = responses.map(({ request }) => request)
    return {
      ...season,
      translated: withOrigin(translated, ordered),
      parts: [...captured, ...translated.parts.map((part: ArchivePart) => ({ part, requests }))],
    }
  } catch (error) {
    if (error instanceof ContentsError)
      return { problems: error.problems.map((problem) => ({ file: names[0] ?? '', ...problem })) }
    if (error instanceof ProviderError) throw fileError(names.join(', '), `${error.message}.`)
    throw error
  }
}

/**
 * Captured files complete each other, and so do tables of different kinds, and scores of different weeks. A league file
 * has all of a season.
 */
function canCombine(files: readonly SeasonFile[], year: number): boolean {
  const [first] = files
  if (files.length <= 1 || files.every(({ kind }) => kind === 'captured')) return true
  if (first?.kind === 'league' || files.some(({ kind }) => kind !== 'table')) return false
  const tables = files.flatMap((file) => (file.kind === 'table' ? [file.table] : []))
  const weeks = tables.flatMap((table) =>
    table.kind === 'scores'
      ? [...new Set(table.rows.filter(({ season }) => season === year).map(({ week }) => week))]
      : [],
  )
  return (
    new Set(weeks).size === weeks.length &&
    !(['standings', 'seasons'] as const).some(
      (single) => tables.filter(({ kind }) => kind === single).length > 1,
    )
  )
}

/** The season of a league file, which has been read already; null for other files. Throws a ContentsError. */
function findReadSeason(files: readonly SeasonFile[], year: number): TranslatedFile | null {
  const [first] = files
  if (first?.kind !== 'league') return null
  const { seasons, version } = first.file
  const read = seasons.find(({ season }) => season.season === year)
  return read === undefined ? null : translateReadSeason(read.season, version)
}

/** A league file is stored season by season. */
function bodyOf(file: SeasonFile, year: number): string {
  if (file.kind !== 'league') return file.text
  return file.file.seasons.find(({ season }) => season.season === year)?.body ?? ''
}

function withOrigin(translated: TranslatedSeason, files: readonly SeasonFile[]): TranslatedSeason {
  if (translated.file === null) return translated
  const origin: FileOrigin['files'] = files.map(({ name, sha256 }) => ({ name, sha256 }))
  return { ...translated, file: { ...translated.file, files: origin } }
}

/** Returns the NFL week of the lineups in a captured file; 0 if it has none. */
function lineupWeekOf(file: SeasonFile): number {
  if (file.kind !== 'captured') return 0
  return Math.max(0, ...file.parts.map((part) => (part.name === 'line-ups' ? part.week.week : 0)))
}

/** Responses are stored by file name, so two files with the same name must not replace each other. */
function withUniqueNames(files: readonly UploadedFile[]): UploadedFile[] {
  const usedNames = new Set<string>()
  return files.map(({ name, bytes }) => {
    let uniqueName = name
    for (let count = 2; usedNames.has(uniqueName); count += 1) uniqueName = `${name} (${count})`
    usedNames.add(uniqueName)
    return { name: uniqueName, bytes }
  })
}
