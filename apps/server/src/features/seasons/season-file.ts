import type { ArchivePart } from '@fieldhouse/domain/archive-part'
import type { CsvProblem } from '@fieldhouse/domain/season-csv'
import { seasonsFromCsv } from '@fieldhouse/domain/season-from-csv'
import { ApiError } from '../../http/api-error.ts'
import { parseCapturedBody } from '../../providers/espn/captured-body.ts'
import { ProviderError } from '../../providers/league-provider.ts'
import { readCsv } from './csv-table.ts'

/** A file as somebody sent it. */
export type UploadedFile = { name: string; bytes: Uint8Array }

export type SeasonFile = {
  name: string
  text: string
  kind: 'json' | 'csv'
  seasons: number[]
  /** What it has of the season's archive. */
  parts: ArchivePart[]
  /** It has nothing but that, and needs a season that it adds to. */
  isAddition: boolean
}

const MAX_CSV_MB = 1
const MAX_PROBLEMS = 20

/** Reads a file, whatever it is. Throws an ApiError that names the file and the field that is wrong. */
export function readSeasonFile({ name, bytes }: UploadedFile, leagueId: number): SeasonFile {
  const text = decodeText(name, bytes)
  const start = text.trimStart()
  if (start === '') throw fileError(name, 'the file is empty.')
  if (start.startsWith('<')) throw fileError(name, 'this is a web page, not the data.')
  if (/^[[{]/.test(start)) return readJsonFile(name, text, leagueId)
  if (bytes.length > MAX_CSV_MB * 1024 * 1024)
    throw new ApiError('too_large', { message: `${name}: a CSV file may have ${MAX_CSV_MB} MB.` })
  return readCsvFile(name, text, leagueId)
}

/** A failure for the person who sent a file: the sentence begins with the file's name. */
export function fileError(name: string, detail: string): ApiError {
  const sentence = `${name}: ${detail}`
  return new ApiError('invalid_input', { message: sentence, fields: { [name]: sentence } })
}

function readJsonFile(name: string, text: string, leagueId: number): SeasonFile {
  try {
    const about = parseCapturedBody(JSON.parse(text))
    if (about.leagueId !== leagueId) {
      throw fileError(name, `id: it is of league ${about.leagueId}, and this league is ${leagueId}.`)
    }
    const { season, parts, hasOwners } = about
    return { name, text, kind: 'json', seasons: [season], parts, isAddition: parts.length > 0 && !hasOwners }
  } catch (error) {
    if (error instanceof SyntaxError) throw fileError(name, 'this is no JSON, or it breaks off.')
    if (error instanceof ProviderError) throw fileError(name, `${error.message}.`)
    throw error
  }
}

function readCsvFile(name: string, text: string, leagueId: number): SeasonFile {
  const { seasons, problems } = seasonsFromCsv(readCsv(text), leagueId)
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

/** The sentence tells the first problem, the fields tell more of them. */
function tableError(name: string, problems: readonly CsvProblem[]): ApiError {
  const told = problems.map(({ row, field, detail }) => `Row ${row}, ${field}: ${detail}.`)
  const more = told.length > 1 ? ` (${told.length - 1} more)` : ''
  const fields = Object.fromEntries(
    problems
      .slice(0, MAX_PROBLEMS)
      .map(({ row, field }, index) => [`${name}, row ${row}, ${field}`, told[index] ?? '']),
  )
  return new ApiError('invalid_input', { message: `${name}: ${told[0]}${more}`, fields })
}

function decodeText(name: string, bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (error) {
    if (error instanceof TypeError) throw fileError(name, 'this is no text in UTF-8.')
    throw error
  }
}
