import { LEAGUE_PROVIDERS } from '@fieldhouse/domain/league/league-providers'
import { type LeagueSource, sourceOf } from '@fieldhouse/domain/league/league-sources'
import type { ArchivePart } from '@fieldhouse/domain/rosters/archive'
import type { CsvProblem } from '@fieldhouse/domain/seasons/season-csv'
import { seasonsFromCsv } from '@fieldhouse/domain/seasons/season-from-csv'
import { JsonBudgetError, parseJson } from '../../json/parse-json.ts'
import { parseCapturedBody } from '../../providers/espn/translate/captured-body.ts'
import { ProviderError } from '../../providers/league-provider.ts'
import { readCsv } from './csv.ts'

/** A file as it was uploaded. */
export type UploadedFile = { name: string; bytes: Uint8Array }

export type SeasonFile = {
  name: string
  text: string
  kind: 'json' | 'csv'
  seasons: number[]
  /** The parts of the season's archive in the file. */
  parts: ArchivePart[]
  /** Whether the file has only archive parts, so that it needs a season to add them to. */
  isAddition: boolean
}

const MAX_CSV_MB = 1
const MAX_PROBLEMS = 20

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

/** Reads a JSON or CSV file. Throws a SeasonRejection that names the file and the invalid field. */
export function readSeasonFile({ name, bytes }: UploadedFile, sources: readonly LeagueSource[]): SeasonFile {
  const text = decodeText(name, bytes)
  const start = text.trimStart()
  if (start === '') throw fileError(name, 'the file is empty.')
  if (start.startsWith('<')) throw fileError(name, 'this is a web page, not league data.')
  if (/^[[{]/.test(start)) return readJsonFile(name, text, sources)
  if (bytes.length > MAX_CSV_MB * 1024 * 1024)
    throw new SeasonRejection('too_large', `${name}: CSV files can be up to ${MAX_CSV_MB} MB.`)
  return readCsvFile(name, text)
}

/** Creates an error about an uploaded file; the message starts with the file's name. */
export function fileError(name: string, detail: string): SeasonRejection {
  const message = `${name}: ${detail}`
  return new SeasonRejection('invalid_input', message, { [name]: message })
}

/** Reads a JSON file. Throws a SeasonRejection that names it. */
export function readJsonOf({ name, bytes }: UploadedFile): { text: string; json: unknown } {
  const text = decodeText(name, bytes)
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

function readJsonFile(name: string, text: string, sources: readonly LeagueSource[]): SeasonFile {
  try {
    const body = parseCapturedBody(parseJson(text))
    const source = sourceOf(sources, body.season)
    if (source?.provider !== 'espn' || source.leagueId !== body.leagueId)
      throw fileError(
        name,
        `id: the file is from ESPN league ${body.leagueId}, but ${describe(source, body)}.`,
      )
    const { season, parts, hasOwners } = body
    return { name, text, kind: 'json', seasons: [season], parts, isAddition: parts.length > 0 && !hasOwners }
  } catch (error) {
    if (error instanceof ProviderError) throw fileError(name, `${error.message}.`)
    throw toJsonRejection(name, error)
  }
}

function describe(source: LeagueSource | null, { season }: { season: number }): string {
  if (source === null) return `this league has no source for the ${season} season`
  const { label } = LEAGUE_PROVIDERS[source.provider]
  return source.provider === 'espn'
    ? `this is league ${source.leagueId}`
    : `the ${season} season of this league is from ${label}`
}

function readCsvFile(name: string, text: string): SeasonFile {
  const { seasons, problems } = seasonsFromCsv(readCsv(text), '')
  if (problems.length > 0) throw tableError(name, problems)
  return {
    name,
    text,
    kind: 'csv',
    seasons: seasons.map(({ season }) => season),
    parts: [],
    isAddition: false,
  }
}

/** The message reports the first problem; the fields report up to `MAX_PROBLEMS`. */
function tableError(name: string, problems: readonly CsvProblem[]): SeasonRejection {
  const messages = problems.map(({ row, field, detail }) => `Row ${row}, ${field}: ${detail}.`)
  const more = messages.length > 1 ? ` (${messages.length - 1} more)` : ''
  const fields = Object.fromEntries(
    problems
      .slice(0, MAX_PROBLEMS)
      .map(({ row, field }, index) => [`${name}, row ${row}, ${field}`, messages[index] ?? '']),
  )
  return new SeasonRejection('invalid_input', `${name}: ${messages[0]}${more}`, fields)
}

function decodeText(name: string, bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (error) {
    if (error instanceof TypeError) throw fileError(name, 'the file is not UTF-8 text.')
    throw error
  }
}
