import { setImmediate } from 'node:timers/promises'
import { deserialize, serialize } from 'node:v8'
import { decodeText } from '@fieldhouse/domain/interchange/pasted-table'
import { LEAGUE_PROVIDERS, type ProviderName } from '@fieldhouse/domain/league/league-providers'
import { sourceOf } from '@fieldhouse/domain/league/league-sources'
import type { ArchivePart } from '@fieldhouse/domain/rosters/archive'
import type { SeasonAnswers } from '@fieldhouse/domain/seasons/season-check'
import { findSizeProblem } from '@fieldhouse/domain/seasons/season-replacement'
import { ApiError } from '../../http/errors/api-error.ts'
import {
  ProviderError,
  type RecordedResponse,
  type SavedFilesContext,
  type SavedSeason,
} from '../../providers/league-provider.ts'
import { OTHER_FILES, RECOGNIZED_FILES } from '../../providers/recorded-leagues.ts'
import { CSV_PREFIX, FILE_PREFIX, UPLOAD_PREFIX } from '../../repositories/provider-response-store.ts'
import type { FileOrigin } from '../../repositories/stored-seasons.ts'
import { type TaskThread, taskThread, threadProgram } from '../../threads/task-thread.ts'
import { BusyError } from '../../threads/work-queues.ts'
import {
  fileError,
  type NamedProblem,
  problemsError,
  readJsonOf,
  readSavedSeason,
  readSeasonFile,
  type SeasonFile,
  type UploadedFile,
} from './season-file.ts'
import type { SeasonToStore } from './store-seasons.ts'
import {
  ContentsError,
  formatAnswers,
  type TranslatedFile,
  type TranslatedSeason,
  translateFiles,
  translateReadSeason,
  translateResponses,
} from './translate-responses.ts'

/** A season in files, as a thread sends it. The archive parts are encoded one by one. */
export type ReadSeason = Omit<SeasonToStore, 'parts'> & {
  parts: { part: Uint8Array; requests: readonly string[] }[]
}

/** Why files are rejected, without its class, which a thread cannot send. */
export type RejectedFiles = { rejection: Pick<ApiError, 'code' | 'message' | 'fields'> }

/** For the largest files on a small computer. */
const TIMEOUT_MS = 120_000

const thread: TaskThread<FilesTask, ReadSeason[] | RejectedFiles> = taskThread(
  threadProgram('read-files-thread', import.meta.url),
  TIMEOUT_MS,
)

export type FilesTask = SavedFilesContext & {
  files: readonly UploadedFile[]
  /** By season. */
  answers: ReadonlyMap<number, SeasonAnswers>
}

/**
 * Oldest first. Takes seconds for large files. Files of the same season are combined like the responses to several
 * requests, and tables of different kinds complete each other. Throws an ApiError that names the files and the
 * problems.
 */
export async function readFiles({ files, answers, ...context }: FilesTask): Promise<ReadSeason[]> {
  let others = files.map((file) => ({ file, text: decodeText(file.bytes)?.text ?? '' }))
  const recognized = RECOGNIZED_FILES.map((reader) => {
    const isOwn = reader.recognize(others.map(({ text }) => text))
    const own = others.filter((_, index) => isOwn[index])
    others = others.filter((_, index) => !isOwn[index])
    return { reader, own: own.map(({ file }) => file) }
  })
  const found = await otherSeasonsFromFiles(
    others.map(({ file }) => file),
    answers,
    context,
  )
  for (const { reader, own } of recognized) {
    if (own.length === 0) continue
    const saved = await readSavedSeason(
      reader,
      own.map((file) => readJsonOf(file)),
      context,
    )
    const added = await buildSaved(reader.provider, saved, context)
    const same = found.find(({ season }) => season === added.season)
    if (same !== undefined)
      throw fileError(
        same.files.join(', '),
        `season ${same.season} is also in files of ${LEAGUE_PROVIDERS[reader.provider].label}. Upload only one of them.`,
      )
    found.push(added)
  }
  return found
    .sort((a, b) => a.season - b.season)
    .map(({ parts, translated, ...season }) => ({
      ...season,
      translated: translated === null ? null : { ...translated, parts: [] },
      parts: parts.map(({ part, requests }) => ({ part: serialize(part), requests })),
    }))
}

/**
 * Oldest first; they are read in another thread. Throws an ApiError that names the files and the problems, or a
 * BusyError.
 */
export async function seasonsFromFiles(task: FilesTask): Promise<SeasonToStore[]> {
  const read = await thread.run(task)
  if (read === null) throw new BusyError('too many uploads are waiting')
  if ('rejection' in read) {
    const { code, ...options } = read.rejection
    throw new ApiError(code, options)
  }
  return Promise.all(read.map(decodeParts))
}

async function decodeParts({ parts: encoded, ...season }: ReadSeason): Promise<SeasonToStore> {
  const parts: { part: ArchivePart; requests: readonly string[] }[] = []
  for (const { part, requests } of encoded) {
    parts.push({ part: deserialize(part) as ArchivePart, requests })
    // Other requests are answered between two parts.
    await setImmediate()
  }
  return { ...season, parts }
}

async function buildSaved(provider: ProviderName, saved: SavedSeason, { players }: SavedFilesContext) {
  const { leagueId, season, files } = saved
  const { responses, parts } = asUploaded(saved)
  const recording = { provider, leagueId, season, players: async () => players ?? new Map() }
  const translated = { ...(await translateResponses(responses, recording)), questions: [] }
  const built = { season, responses, files, translated, parts }
  rejectLargeParts(built)
  return built
}

function asUploaded({ responses, parts }: SavedSeason) {
  const label = (request: string) => `${UPLOAD_PREFIX}${request}`
  return {
    responses: responses.map(({ request, body }) => ({ request: label(request), body })),
    parts: parts.map(({ part, requests }) => ({ part, requests: requests.map(label) })),
  }
}

async function otherSeasonsFromFiles(
  files: readonly UploadedFile[],
  answers: FilesTask['answers'],
  context: SavedFilesContext,
): Promise<SeasonToStore[]> {
  const { sources, newest } = context
  const seasonFiles: SeasonFile[] = []
  const problems: NamedProblem[] = []
  for (const file of withUniqueNames(files)) {
    const read = await readSeasonFile(file, context)
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
  if (!canCombine(ordered, expected.season))
    throw fileError(
      names.join(', '),
      `season ${expected.season} is in more than one file. Upload only one of them.`,
    )
  const responses = [
    ...ordered.flatMap((file) => responsesOf(file, expected.season)),
    ...(answers === undefined ? [] : [formatAnswers(answers)]),
  ]
  const season = { season: expected.season, responses, files: names }
  const saved = ordered.flatMap((file) => (file.kind === 'saved' ? file.saved : []))
  const ownParts = saved.flatMap((each) => asUploaded(each).parts)
  if (saved.length === ordered.length && saved.every(({ isAddition }) => isAddition))
    return { ...season, translated: null, parts: ownParts }
  try {
    const read = findReadSeason(ordered, expected.season)
    const recording = { ...expected, provider: OTHER_FILES.provider, players: async () => new Map() }
    const translated = await translateResponses(
      responses,
      recording,
      read === null ? translateFiles : () => read,
    )
    const requests = responses.map(({ request }) => request)
    return {
      ...season,
      translated: withOrigin(translated, ordered),
      parts: [...ownParts, ...translated.parts.map((part: ArchivePart) => ({ part, requests }))],
    }
  } catch (error) {
    if (error instanceof ContentsError)
      return { problems: error.problems.map((problem) => ({ file: names[0] ?? '', ...problem })) }
    if (error instanceof ProviderError) throw fileError(names.join(', '), `${error.message}.`)
    throw error
  }
}

/**
 * Saved responses complete each other, and so do tables of different kinds, and scores of different weeks. A league file
 * has all of a season.
 */
function canCombine(files: readonly SeasonFile[], year: number): boolean {
  const [first] = files
  if (files.length <= 1 || files.every(({ kind }) => kind === 'saved')) return true
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

function responsesOf(file: SeasonFile, year: number): RecordedResponse[] {
  switch (file.kind) {
    case 'saved':
      return asUploaded(file.saved).responses
    case 'table':
      return [{ request: `${CSV_PREFIX}${file.name}`, body: file.text }]
    case 'league': {
      const season = file.file.seasons.find((each) => each.season.season === year)
      return [{ request: `${FILE_PREFIX}${file.name}`, body: season?.body ?? '' }]
    }
  }
}

function withOrigin(translated: TranslatedSeason, files: readonly SeasonFile[]): TranslatedSeason {
  if (translated.file === null) return translated
  const origin: FileOrigin['files'] = files.map(({ name, sha256 }) => ({ name, sha256 }))
  return { ...translated, file: { ...translated.file, files: origin } }
}

/** Returns the NFL week of the lineups in a saved response; 0 if it has none. */
function lineupWeekOf(file: SeasonFile): number {
  if (file.kind !== 'saved') return 0
  return Math.max(0, ...file.saved.parts.map(({ part }) => (part.name === 'line-ups' ? part.week.week : 0)))
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
