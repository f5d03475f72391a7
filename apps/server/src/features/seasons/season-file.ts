import { createHash } from 'node:crypto'
import type { LeagueFileSeason } from '@fieldhouse/contract/seasons/league-file'
import type { FileProblem } from '@fieldhouse/domain/interchange/league-file-format'
import { decodeText } from '@fieldhouse/domain/interchange/pasted-table'
import {
  type NamedTable,
  rowsOf,
  type TableProblem,
  type ValidTable,
} from '@fieldhouse/domain/interchange/season-from-tables'
import { normalizeName } from '@fieldhouse/domain/names'
import { pointsToDecimalOrNull } from '@fieldhouse/domain/points'
import { numbersInRounds } from '@fieldhouse/domain/rosters/archive'
import type { LeagueSeason } from '@fieldhouse/domain/seasons/season'
import {
  CSV_COLUMNS,
  type CsvProblem,
  countColumnNames,
  type DraftRow,
  type LineupRow,
  MORE_COLUMNS,
  parseSeasonTable,
  type SeasonTable,
  type TableKind,
  type TransactionRow,
} from '@fieldhouse/domain/seasons/season-csv'
import { NO_TABLE_ANSWERS, type TableAnswers } from '@fieldhouse/domain/seasons/table-row'
import { CsvError, parse } from 'csv-parse/sync'
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
import { isLeagueFile, parseFileJson, type ReadLeagueFile, readLeagueFile } from './league-file.ts'

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

export const MAX_TABLE_ROWS = 5000

/**
 * The delimiter is a comma, semicolon or tab and is detected from the header. A byte order mark is ignored. The answers
 * say how to read cells that can be read in two ways.
 */
export function readCsv(text: string, answers: TableAnswers = NO_TABLE_ANSWERS): SeasonTable {
  const cells = parseCells(text.replace(/^\ufeff/, ''))
  return Array.isArray(cells) ? parseSeasonTable(cells, answers) : { kind: 'invalid', problems: [cells] }
}

function parseCells(text: string): string[][] | CsvProblem {
  try {
    const cells: string[][] = parse(text, {
      delimiter: detectDelimiter(text),
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      to: MAX_TABLE_ROWS + 2,
    })
    if (cells.length <= MAX_TABLE_ROWS + 1) return cells
    return { row: MAX_TABLE_ROWS + 2, field: 'season', detail: `at most ${MAX_TABLE_ROWS} rows are allowed` }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    const row = typeof error['records'] === 'number' ? error['records'] + 1 : 1
    return { row, field: 'row', detail: 'a quotation mark is missing or misplaced' }
  }
}

/** Lines above the header can have other delimiters, such as the commas of a title. */
const SEARCHED_LINES = 20

function detectDelimiter(text: string): string {
  const lines = text.split(/\r\n|\r|\n/, SEARCHED_LINES)
  const count = (delimiter: string) =>
    Math.max(...lines.map((line) => countColumnNames(line.replaceAll('"', '').split(delimiter))))
  return [';', '\t'].reduce((best, delimiter) => (count(delimiter) > count(best) ? delimiter : best), ',')
}

const TEMPLATE_ROWS: Readonly<Record<TableKind, readonly string[]>> = {
  scores: [
    '2009,1,Anchors,Ada Marlow,101.5,Buoys,no,1',
    '2009,1,Buoys,Ben Okafor & Cora Lindqvist,88.02,Anchors,no,2',
    '2009,2,Anchors,Ada Marlow,97,Buoys,yes,1',
    '2009,2,Buoys,Ben Okafor & Cora Lindqvist,90.4,Anchors,yes,2',
  ],
  standings: [
    '2009,Anchors,Ada Marlow,9,4,1,1402.5,1311.26,1',
    '2009,Buoys,Ben Okafor & Cora Lindqvist,4,9,1,1311.26,1402.5,2',
  ],
  seasons: ['2009,yahoo,,Harbor League,1,2,no,yes'],
  owners: ['2009,Ada Marlow,,yes', '2009,Ben Okafor,,no', '2009,Cora Lindqvist,,no'],
  draft: ['2009,1,1,Anchors,Marcus Vale,,RB,KC,1,no,', '2009,2,1,Buoys,Owen Hart,,QB,GB,2,yes,31'],
  transactions: ['2009,2,waiver,Theo Lund,,Anchors,,WR,SEA,1,2009-09-16,done,Anchors,7'],
  lineups: ['2009,1,Anchors,RB,Marcus Vale,,RB,KC,21.4,15', '2009,1,Buoys,QB,Owen Hart,,QB,GB,18.02,'],
}

/**
 * Scores and standings only have the columns that most leagues need. The byte order mark tells spreadsheets that it is
 * UTF-8.
 */
export function csvTemplate(kind: TableKind): string {
  const more = kind === 'scores' || kind === 'standings' ? [] : MORE_COLUMNS[kind]
  const header = [...CSV_COLUMNS[kind], ...more].join(',')
  return `\ufeff${[header, ...TEMPLATE_ROWS[kind]].join('\r\n')}\r\n`
}

/** The lineups, the draft and the transactions in the tables of a season, as in a league file. `nameOf` knows renamed teams. */
export function partsFromTables(
  tables: readonly NamedTable[],
  { season, teams }: Pick<LeagueSeason, 'season' | 'teams'>,
  nameOf: (team: string) => string,
): Pick<LeagueFileSeason, 'lineups' | 'draft' | 'transactions'> & { problems: TableProblem[] } {
  const problems: TableProblem[] = []
  const ids = new Map(teams.map(({ name, teamId }) => [normalizeName(name), teamId]))
  const inFile = (kind: NamedTable['table']['kind']) => {
    const files = tables.filter(({ table }) => table.kind === kind)
    return (row: { row: number }) =>
      files.find(({ table }) => (table.rows as { row: number }[]).includes(row))?.file ?? ''
  }
  const idOf = (
    kind: 'draft' | 'transactions' | 'lineups',
    row: { row: number },
    field: string,
    name: string | null,
  ) => {
    if (name === null) return null
    const teamId = ids.get(normalizeName(nameOf(name)))
    if (teamId === undefined) {
      const detail = `${name} is not a team of ${season}. Use the spelling of the other tables`
      problems.push({ file: inFile(kind)(row), row: row.row, field, detail })
    }
    return teamId ?? 0
  }
  const lineups = rowsOf(tables, 'lineups', season)
  const picks = rowsOf(tables, 'draft', season).toSorted((a, b) => a.overall - b.overall)
  const numberOf = numbersInRounds(picks, teams.length)
  const moves = rowsOf(tables, 'transactions', season)
  return {
    lineups: [...Map.groupBy(lineups, ({ week }) => week)].map(([week, ofWeek]) => ({
      week,
      teams: [...Map.groupBy(ofWeek, (row) => idOf('lineups', row, 'team', row.team) ?? 0)].map(
        ([team, rows]) => ({
          team,
          points: null,
          projected: null,
          players: rows.map(toLineupPlayer),
          empty_slots: [],
        }),
      ),
    })),
    draft:
      picks.length === 0
        ? null
        : {
            kind: null,
            is_complete: true,
            picks: picks.map((row) => toPick(row, numberOf(row), idOf('draft', row, 'team', row.team) ?? 0)),
          },
    // Rows without a transaction are one of their own.
    transactions: [...Map.groupBy(moves, (row) => row.transaction ?? `row-${row.row}`)].map(([id, rows]) =>
      toTransaction(id, rows, (row, field, name) => idOf('transactions', row, field, name)),
    ),
    problems,
  }
}

function toPlayer({
  playerId,
  player,
  position,
  nflTeam,
}: Pick<DraftRow, 'playerId' | 'player' | 'position' | 'nflTeam'>) {
  return { player_id: playerId, player, position, nfl_team: nflTeam }
}

function toLineupPlayer(row: LineupRow) {
  return {
    slot: row.slot,
    ...toPlayer(row),
    points: pointsToDecimalOrNull(row.points),
    projected: pointsToDecimalOrNull(row.projected),
    injury: null,
    eligible: [],
  }
}

function toPick(row: DraftRow, inRound: number, team: number) {
  return {
    overall: row.overall,
    round: row.round,
    in_round: row.pick ?? inRound,
    team,
    original_team: null,
    pool: null,
    order: null,
    ...toPlayer(row),
    owner: null,
    is_keeper: row.isKeeper,
    price: row.price,
  }
}

function toTransaction(
  id: string,
  rows: readonly TransactionRow[],
  idOf: (row: TransactionRow, field: string, name: string | null) => number | null,
): LeagueFileSeason['transactions'][number] {
  const [first] = rows as [TransactionRow]
  return {
    id,
    week: first.week,
    kind: first.kind,
    status: first.status,
    reason: null,
    team: idOf(first, 'team', first.team ?? first.toTeam ?? first.fromTeam),
    owner: null,
    is_by_commissioner: false,
    proposed_at: null,
    decided_at: first.date?.toISOString() ?? null,
    bid: first.bid,
    moves: rows.map((row) => ({
      ...toPlayer(row),
      from_team: idOf(row, 'from_team', row.fromTeam),
      to_team: idOf(row, 'to_team', row.toTeam),
    })),
    picks: [],
    budget: [],
  }
}
