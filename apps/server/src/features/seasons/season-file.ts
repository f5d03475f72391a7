import { createHash } from 'node:crypto'
import type { FileProblem } from '@fieldhouse/domain/interchange/league-file-format'
import { decodeText } from '@fieldhouse/domain/interchange/pasted-table'
import type { ValidTable } from '@fieldhouse/domain/interchange/season-from-tables'
import { JsonBudgetError, parseJson } from '../../files/json.ts'
import { ApiError, invalidField, MAX_FIELDS } from '../../http/errors/api-error.ts'
import {
  ProviderError,
  type SavedFile,
  SavedFileError,
  type SavedFiles,
  type SavedFilesContext,
  type SavedSeason,
} from '../../providers/league-provider.ts'
import { OTHER_FILES } from '../../providers/recorded-leagues.ts'
import { readCsv } from './league-file/csv.ts'
import {
  isLeagueFile,
  parseFileJson,
  type ReadLeagueFile,
  readLeagueFile,
} from './league-file/league-file.ts'

export type UploadedFile = { name: string; bytes: Uint8Array }

export type SeasonFile = { name: string; sha256: string; seasons: number[] } & (
  | { kind: 'saved'; saved: SavedSeason }
  | { kind: 'table'; table: ValidTable; text: string }
  | { kind: 'league'; file: ReadLeagueFile }
)

const MAX_CSV_MB = 1
const NO_TEXT = 'the file is not UTF-8 text.'

export type NamedProblem = FileProblem & { file: string }

/** A file, or what is wrong with its contents. Throws an ApiError for a file that cannot be read at all. */
export async function readSeasonFile(
  uploaded: UploadedFile,
  context: SavedFilesContext,
): Promise<SeasonFile | { problems: NamedProblem[] }> {
  const { name, bytes } = uploaded
  const described = { name, sha256: createHash('sha256').update(bytes).digest('hex') }
  const text = decodeText(bytes)?.text
  if (text === undefined) throw fileError(name, NO_TEXT)
  const start = text.trimStart()
  if (start === '') throw fileError(name, 'the file is empty.')
  if (start.startsWith('<')) throw fileError(name, 'this is a web page, not league data.')
  if (/^[[{]/.test(start)) {
    const { json } = readJsonOf(uploaded, parseFileJson)
    if (!isLeagueFile(json)) {
      const saved = await readSavedSeason(OTHER_FILES, [{ name, text, json }], context)
      return { ...described, kind: 'saved', seasons: [saved.season], saved }
    }
    const file = readLeagueFile(json)
    if (file.problems.length > 0) return { problems: withName(file.problems, name) }
    return { ...described, kind: 'league', seasons: file.seasons.map(({ season }) => season.season), file }
  }
  if (bytes.length > MAX_CSV_MB * 1024 * 1024)
    throw new ApiError('too_large', { message: `${name}: CSV files can be up to ${MAX_CSV_MB} MB.` })
  const table = readCsv(text)
  if (table.kind === 'invalid') return { problems: withName(table.problems, name) }
  const seasons = [...new Set(table.rows.map(({ season }) => season))]
  return { ...described, kind: 'table', seasons, table, text }
}

/** The season in files of a provider. Throws an ApiError. */
export async function readSavedSeason(
  { readSeason }: SavedFiles,
  files: readonly SavedFile[],
  context: SavedFilesContext,
): Promise<SavedSeason> {
  try {
    return await readSeason(files, context)
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    const names = files.map(({ name }) => name).join(', ')
    throw fileError(error instanceof SavedFileError ? error.file : names, `${error.message}.`)
  }
}

const withName = (problems: readonly FileProblem[], file: string) =>
  problems.map((problem) => ({ ...problem, file }))

export function fileError(name: string, detail: string): ApiError {
  return invalidField(name, `${name}: ${detail}`)
}

/** The message reports the first problem; the fields report as many as an answer can have. */
export function problemsError(problems: readonly NamedProblem[]): ApiError {
  const listed = problems.slice(0, MAX_FIELDS)
  const messages = listed.map(({ row, field, detail }) =>
    row === null ? `${field}: ${detail}.` : `Row ${row}, ${field}: ${detail}.`,
  )
  const count = problems.length > MAX_FIELDS ? `over ${MAX_FIELDS}` : String(problems.length - 1)
  const more = problems.length > 1 ? ` (${count} more)` : ''
  const fields = Object.fromEntries(
    listed.map(({ file, row, field }, index) => [
      row === null ? `${file}, ${field}` : `${file}, row ${row}, ${field}`,
      messages[index] ?? '',
    ]),
  )
  const message = `${problems[0]?.file}: ${messages[0]}${more}`
  return new ApiError('invalid_input', { message, fields })
}

/** Reads a JSON file. Throws an ApiError that names it. */
export function readJsonOf(
  { name, bytes }: UploadedFile,
  parse: (text: string) => unknown = parseJson,
): SavedFile {
  const decoded = decodeText(bytes)
  if (decoded?.encoding !== 'unicode') throw fileError(name, NO_TEXT)
  try {
    return { name, text: decoded.text, json: parse(decoded.text) }
  } catch (error) {
    if (error instanceof JsonBudgetError)
      throw fileError(name, 'the file is nested too deeply or has too many values for league data.')
    if (error instanceof SyntaxError) throw fileError(name, 'the file is not valid JSON or is incomplete.')
    throw error
  }
}
