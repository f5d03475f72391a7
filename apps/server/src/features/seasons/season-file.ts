import { createHash } from 'node:crypto'
import { decodeText } from '@fieldhouse/domain/interchange/decode-text'
import type { FileProblem } from '@fieldhouse/domain/interchange/league-file-format'
import type { ValidTable } from '@fieldhouse/domain/interchange/season-from-tables'
import { LEAGUE_PROVIDERS } from '@fieldhouse/domain/league/league-providers'
import { type LeagueSource, sourceOf } from '@fieldhouse/domain/league/league-sources'
import type { ArchivePart } from '@fieldhouse/domain/rosters/archive'
import { MAX_FIELDS } from '../../http/errors/api-error.ts'
import { JsonBudgetError, parseJson } from '../../json/parse-json.ts'
import { parseCapturedBody } from '../../providers/espn/translate/captured-body.ts'
import { ProviderError } from '../../providers/league-provider.ts'
import { CSV_PREFIX, FILE_PREFIX, UPLOAD_PREFIX } from '../../repositories/seasons/provider-response-store.ts'
import { readCsv } from './league-file/csv.ts'
import {
  isLeagueFile,
  parseFileJson,
  type ReadLeagueFile,
  readLeagueFile,
} from './league-file/read-league-file.ts'

/** A file as it was uploaded. */
export type UploadedFile = { name: string; bytes: Uint8Array }

export type SeasonFile = {
  name: string
  sha256: string
  text: string
  seasons: number[]
} & (
  | {
      kind: 'captured'
      /** The parts of the season's archive in the file. */
      parts: ArchivePart[]
      /** Whether the file has only archive parts, so that it needs a season to add them to. */
      isAddition: boolean
    }
  | { kind: 'table'; table: ValidTable }
  | { kind: 'league'; file: ReadLeagueFile }
)

const PREFIXES = { captured: UPLOAD_PREFIX, table: CSV_PREFIX, league: FILE_PREFIX }
const MAX_CSV_MB = 1
const NO_TEXT = 'the file is not UTF-8 text.'

/** Why uploaded files are rejected. `message` and `fields` are shown to users, and name the files. */
export class SeasonRejection extends Error {
  override name = 'SeasonRejection'
  readonly reason: 'invalid_input' | 'too_large' | 'poorer_season'
  readonly fields: Record<string, string> | undefined

  constructor(reason: SeasonRejection['reason'], message: string, fields?: Record<string, string>) {
    super(message)
    this.reason = reason
    this.fields = fields
  }
}

/** A problem in one of several files. */
export type NamedProblem = FileProblem & { file: string }

/** A file, or what is wrong with its contents. Throws a SeasonRejection for a file that cannot be read at all. */
export function readSeasonFile(
  uploaded: UploadedFile,
  sources: readonly LeagueSource[],
): SeasonFile | { problems: NamedProblem[] } {
  const { name, bytes } = uploaded
  const decoded = decodeText(bytes)
  if (decoded === null) throw fileError(name, NO_TEXT)
  const { text, encoding } = decoded
  const start = text.trimStart()
  if (start === '') throw fileError(name, 'the file is empty.')
  if (start.startsWith('<')) throw fileError(name, 'this is a web page, not league data.')
  if (/^[[{]/.test(start)) {
    if (encoding !== 'unicode') throw fileError(name, NO_TEXT)
    return readJsonFile(uploaded, text, sources)
  }
  if (bytes.length > MAX_CSV_MB * 1024 * 1024)
    throw new SeasonRejection('too_large', `${name}: CSV files can be up to ${MAX_CSV_MB} MB.`)
  return readTable(uploaded, text)
}

/** The `request` under which a file is stored. */
export function requestLabel({ name, kind }: SeasonFile): string {
  return `${PREFIXES[kind]}${name}`
}

/** Creates an error about an uploaded file; the message starts with the file's name. */
export function fileError(name: string, detail: string): SeasonRejection {
  const message = `${name}: ${detail}`
  return new SeasonRejection('invalid_input', message, { [name]: message })
}

/** The message reports the first problem; the fields report as many as an answer can have. */
export function problemsError(problems: readonly NamedProblem[]): SeasonRejection {
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
  return new SeasonRejection('invalid_input', `${problems[0]?.file}: ${messages[0]}${more}`, fields)
}

/** Reads a JSON file. Throws a SeasonRejection that names it. */
export function readJsonOf({ name, bytes }: UploadedFile): { text: string; json: unknown } {
  const decoded = decodeText(bytes)
  if (decoded?.encoding !== 'unicode') throw fileError(name, NO_TEXT)
  const { text } = decoded
  try {
    return { text, json: parseJson(text) }
  } catch (error) {
    throw toJsonRejection(name, error)
  }
}

function toJsonRejection(name: string, error: unknown): unknown {
  if (error instanceof JsonBudgetError)
    return fileError(name, 'the file is nested too deeply or has too many values for league data.')
  if (error instanceof SyntaxError) return fileError(name, 'the file is not valid JSON or is incomplete.')
  return error
}

function readJsonFile(uploaded: UploadedFile, text: string, sources: readonly LeagueSource[]) {
  const { name } = uploaded
  try {
    const json = parseFileJson(text)
    if (!isLeagueFile(json)) return readCapturedFile(uploaded, text, { json, sources })
    const file = readLeagueFile(json)
    if (file.problems.length > 0)
      return { problems: file.problems.map((problem) => ({ ...problem, file: name })) }
    const seasons = file.seasons.map(({ season }) => season.season)
    return { ...describeFile(uploaded), text, kind: 'league' as const, seasons, file }
  } catch (error) {
    if (error instanceof ProviderError) throw fileError(name, `${error.message}.`)
    throw toJsonRejection(name, error)
  }
}

function readCapturedFile(
  uploaded: UploadedFile,
  text: string,
  { json, sources }: { json: unknown; sources: readonly LeagueSource[] },
): SeasonFile {
  const body = parseCapturedBody(json)
  const source = sourceOf(sources, body.season)
  if (source?.provider !== 'espn' || source.leagueId !== body.leagueId)
    throw fileError(
      uploaded.name,
      `id: the file is from ESPN league ${body.leagueId}, but ${describe(source, body)}.`,
    )
  const { season, parts, hasOwners } = body
  const isAddition = parts.length > 0 && !hasOwners
  return { ...describeFile(uploaded), text, kind: 'captured', seasons: [season], parts, isAddition }
}

function describe(source: LeagueSource | null, { season }: { season: number }): string {
  if (source === null) return `this league has no source for the ${season} season`
  const { label } = LEAGUE_PROVIDERS[source.provider]
  return source.provider === 'espn'
    ? `this is league ${source.leagueId}`
    : `the ${season} season of this league is from ${label}`
}

function readTable(uploaded: UploadedFile, text: string): SeasonFile | { problems: NamedProblem[] } {
  const table = readCsv(text)
  if (table.kind === 'invalid')
    return { problems: table.problems.map((problem) => ({ ...problem, file: uploaded.name })) }
  const seasons = [...new Set(table.rows.map(({ season }) => season))]
  return { ...describeFile(uploaded), text, kind: 'table', seasons, table }
}

function describeFile({ name, bytes }: UploadedFile) {
  return { name, sha256: createHash('sha256').update(bytes).digest('hex') }
}
