import { normalizeName } from '../names.ts'
import { pointsFromDecimal, pointsToDecimal } from '../points.ts'
import { CSV_COLUMNS } from '../seasons/season-csv.ts'
import { type DecimalMark, type DecimalMarkQuestion, numberFormOf, readNumber } from './cell-text.ts'
import {
  type ColumnRole,
  type CsvCell,
  formatCsvLine,
  isByeName,
  numberTextsOf,
  type PastedTable,
  parseRecord,
  parseResult,
  weekOfName,
} from './pasted-table.ts'

export type ConversionOptions = {
  roles: readonly ColumnRole[]
  /** For rows without a season. */
  season: number
  /** Later weeks are playoffs; null if unknown. */
  regularSeasonWeeks: number | null
  /** The mark before decimals, for numbers that can be read in two ways; null if nobody has said. */
  decimalMark: DecimalMark | null
}

/** A problem in a cell; `line` counts from 1 in what was pasted. */
export type ConversionProblem = { line: number; column: string; detail: string }

export type ConvertedTable = { kind: 'scores' | 'standings'; rows: CsvCell[][] }

export const CONVERTED_COLUMNS = {
  scores: CSV_COLUMNS.scores,
  standings: [...CSV_COLUMNS.standings, 'seed'],
} as const

type ScoreCells = {
  season: number
  week: number
  team: string
  owner: string
  points: number
  opponent: string
  playoff: string
}

/** Converts a table to standings, to weekly scores, or to both. A game that is in one row only gets its second one. */
export function convertTable(
  table: PastedTable,
  options: ConversionOptions,
): { tables: ConvertedTable[]; problems: ConversionProblem[]; questions: DecimalMarkQuestion[] } {
  const { roles } = options
  const problems: ConversionProblem[] = []
  const missing = missingRoles(roles)
  if (missing !== null)
    return { tables: [], problems: [{ line: 1, column: 'header', detail: missing }], questions: [] }
  const openTexts: string[] = []
  const reader = cellReader(table, options, { problems, openTexts })
  const tables: ConvertedTable[] = []
  if (roles.includes('wins') || roles.includes('record')) {
    const rows = table.rows.map((row) => reader.standing(row))
    reportRepeatedTeams(table, { ...reader, column: table.header[roles.indexOf('team')] ?? '' }, problems)
    tables.push({ kind: 'standings', rows })
  }
  if (roles.includes('week') || roles.includes('week_score')) {
    const scores = withSecondRows(table.rows.flatMap((row) => reader.scores(row)))
    const rows = scores.map((score) => CONVERTED_COLUMNS.scores.map((column) => toCells(score)[column]))
    tables.push({ kind: 'scores', rows })
  }
  const questions = openTexts
    .slice(0, 1)
    .map((example) => ({ kind: 'decimal_mark' as const, example, isAnswered: options.decimalMark !== null }))
  return { tables, problems, questions }
}

export function formatTable({ kind, rows }: ConvertedTable): string {
  return `${[CONVERTED_COLUMNS[kind], ...rows].map((row) => formatCsvLine(row)).join('\r\n')}\r\n`
}

/** What else the columns have to say, as a sentence without a period. null if they are enough. */
function missingRoles(roles: readonly ColumnRole[]): string | null {
  if (!roles.includes('team')) return 'choose the column with the teams'
  const hasStandings = roles.includes('record') || (roles.includes('wins') && roles.includes('losses'))
  if (roles.includes('week') && !roles.includes('points') && !roles.includes('result'))
    return 'choose the column with the points or the result'
  if (hasStandings || roles.includes('week') || roles.includes('week_score')) return null
  return 'choose the columns with the record, or with the weeks and points'
}

type Line = PastedTable['rows'][number]

function cellReader(
  table: PastedTable,
  options: ConversionOptions,
  { problems, openTexts }: { problems: ConversionProblem[]; openTexts: string[] },
) {
  const { roles, season: defaultSeason, regularSeasonWeeks, decimalMark } = options
  const form = numberFormOf(numberTextsOf(table, roles))

  /** Rounded like the points of a file, so that it has no mark before three digits. */
  function readPoints(cell: string): number | null {
    const read = readNumber(cell, form, decimalMark)
    if (read?.isOpen === true) openTexts.push(cell)
    return read === null ? null : pointsToDecimal(pointsFromDecimal(read.value))
  }

  function readResult(cell: string): [own: number, opponent: number] | null {
    const read = parseResult(cell, form, decimalMark)
    if (read?.openText != null) openTexts.push(read.openText)
    if (read === null) return null
    const [own, opponent] = read.points.map((points) => pointsToDecimal(pointsFromDecimal(points)))
    return own === undefined || opponent === undefined ? null : [own, opponent]
  }

  function text({ cells }: Line, role: ColumnRole): string {
    const index = roles.indexOf(role)
    return index < 0 ? '' : (cells[index] ?? '')
  }

  function report({ line }: Line, role: ColumnRole | number, detail: string): void {
    const index = typeof role === 'number' ? role : roles.indexOf(role)
    problems.push({ line, column: table.header[index] ?? '', detail })
  }

  function number(row: Line, role: ColumnRole, fallback: number | null = null): number | null {
    const cell = text(row, role)
    if (cell === '' || /^[-–—]+$/.test(cell)) return fallback
    const value = readPoints(cell)
    if (value === null) report(row, role, `'${cell}' is not a number`)
    return value
  }

  function team(row: Line): string {
    const name = text(row, 'team')
    if (name === '') report(row, 'team', 'the team is missing')
    return name
  }

  /** Ranks can be written as 1st or 1. */
  function rankOf(row: Line, role: 'rank' | 'seed'): number | null {
    const digits = /^#?(\d{1,2})(?:st|nd|rd|th)?\.?$/i.exec(text(row, role))?.[1]
    return digits === undefined ? null : Number(digits)
  }

  function standing(row: Line): CsvCell[] {
    const record = roles.includes('record') ? parseRecord(text(row, 'record')) : null
    if (roles.includes('record') && record === null)
      report(row, 'record', `'${text(row, 'record')}' is not a record such as 10-3-1`)
    const wins = record?.[0] ?? number(row, 'wins')
    const cells: Record<(typeof CONVERTED_COLUMNS)['standings'][number], CsvCell> = {
      season: number(row, 'season', defaultSeason),
      team: team(row),
      owner: text(row, 'owner'),
      wins,
      losses: record?.[1] ?? number(row, 'losses'),
      ties: record?.[2] ?? (wins === null ? null : number(row, 'ties', 0)),
      points_for: number(row, 'points_for'),
      points_against: number(row, 'points_against'),
      final_rank: rankOf(row, 'rank'),
      seed: rankOf(row, 'seed'),
    }
    return CONVERTED_COLUMNS.standings.map((column) => cells[column])
  }

  function score(row: Line, week: number, points: number, opponent = ''): ScoreCells {
    const playoff = regularSeasonWeeks !== null && week > regularSeasonWeeks ? 'yes' : 'no'
    const season = number(row, 'season', defaultSeason) ?? defaultSeason
    return { season, week, team: team(row), owner: text(row, 'owner'), points, opponent, playoff }
  }

  /** A column for each week. A cell without points is a week without a game. */
  function weeklyScores(row: Line): ScoreCells[] {
    return roles.flatMap((role, index) => {
      const week = weekOfName(table.header[index] ?? '')
      const cell = row.cells[index] ?? ''
      if (role !== 'week_score' || week === null || cell === '' || /^[-–—]+$/.test(cell)) return []
      const points = readResult(cell)?.[0] ?? readPoints(cell)
      if (points === null) report(row, index, `'${cell}' is not a score`)
      return points === null ? [] : [score(row, week, points)]
    })
  }

  function gameScores(row: Line): ScoreCells[] {
    const week = Number(/\d{1,2}/.exec(text(row, 'week'))?.[0] ?? Number.NaN)
    if (Number.isNaN(week)) {
      report(row, 'week', `'${text(row, 'week')}' is not a week`)
      return []
    }
    const reported = problems.length
    const cell = text(row, 'result')
    const result = cell === '' ? null : readResult(cell)
    const isUnreadable = cell !== '' && result === null
    const reportResult = () => report(row, 'result', `'${cell}' is not a result such as W 123.45-98.10`)
    if (isUnreadable && !roles.includes('points')) reportResult()
    const points = result?.[0] ?? number(row, 'points')
    const against = result?.[1] ?? number(row, 'opponent_points')
    const opponent = text(row, 'opponent').replace(/^(?:vs\.?|@)\s+/i, '')
    const isBye = isByeName(opponent)
    if (points === null) {
      // Every row without a score is reported, except the byes.
      if (isBye || problems.length > reported) return []
      if (isUnreadable) reportResult()
      else report(row, 'points', 'the points are missing')
      return []
    }
    const own = score(row, week, points, isBye ? '' : opponent)
    if (isBye || against === null) return [own]
    return [own, { ...own, team: opponent, owner: '', points: against, opponent: own.team }]
  }

  const scores = (row: Line) => (roles.includes('week') ? gameScores(row) : weeklyScores(row))
  const teamOf = (row: Line) => text(row, 'team')
  const seasonOf = (row: Line) => text(row, 'season')
  return { teamOf, seasonOf, standing, scores }
}

/** Each game has two rows. Rows that the table has itself come before those that were made from an opponent's row. */
function withSecondRows(scores: readonly ScoreCells[]): ScoreCells[] {
  const owners = new Map(
    scores.flatMap((score) => (score.owner === '' ? [] : [[teamKey(score), score.owner] as const])),
  )
  const unique = new Map<string, ScoreCells>()
  for (const score of scores) {
    const key = JSON.stringify([score.season, score.week, normalizeName(score.team)])
    const known = unique.get(key)
    const isSame =
      known?.points === score.points && normalizeName(known.opponent) === normalizeName(score.opponent)
    if (known === undefined || !isSame) unique.set(known === undefined ? key : `${key} ${unique.size}`, score)
  }
  return [...unique.values()].map((score) => ({
    ...score,
    owner: score.owner || (owners.get(teamKey(score)) ?? ''),
  }))
}

function teamKey({ season, team }: { season: number | string; team: string }): string {
  return JSON.stringify([season, normalizeName(team)])
}

function toCells(score: ScoreCells): Record<(typeof CONVERTED_COLUMNS)['scores'][number], CsvCell> {
  return { ...score, final_rank: null }
}

function reportRepeatedTeams(
  { rows }: PastedTable,
  {
    teamOf,
    seasonOf,
    column,
  }: { teamOf: (row: Line) => string; seasonOf: (row: Line) => string; column: string },
  problems: ConversionProblem[],
): void {
  const seen = new Map<string, number>()
  for (const row of rows) {
    const name = teamOf(row)
    const key = teamKey({ season: seasonOf(row), team: name })
    const first = seen.get(key)
    if (first === undefined) seen.set(key, row.line)
    else if (name !== '') {
      const detail = `${name} is already in line ${first}. Give one of them another name`
      problems.push({ line: row.line, column, detail })
    }
  }
}
