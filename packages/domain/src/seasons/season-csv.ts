import { type Points, pointsFromDecimal } from '../points.ts'

/** A problem in a CSV table and its position. Row 1 is the header, as in a spreadsheet. */
export type CsvProblem = { row: number; field: string; detail: string }

/** One team's score in one week. Every game has two rows. */
export type ScoreRow = {
  row: number
  season: number
  week: number
  team: string
  /** Several owners are separated by ' & '. Empty for a team without an owner. */
  owner: string
  points: Points
  /** null is a bye. */
  opponent: string | null
  isPlayoff: boolean
  finalRank: number | null
}

/** One team's row in the final standings of a season. */
export type StandingRow = {
  row: number
  season: number
  team: string
  owner: string
  wins: number
  losses: number
  ties: number
  pointsFor: Points
  pointsAgainst: Points
  finalRank: number | null
}

export type SeasonTable =
  | { kind: 'scores'; rows: ScoreRow[] }
  | { kind: 'standings'; rows: StandingRow[] }
  | { kind: 'invalid'; problems: CsvProblem[] }

/** The columns of each layout, in any order. `OPTIONAL_COLUMNS` may be missing. */
export const CSV_COLUMNS = {
  scores: ['season', 'week', 'team', 'owner', 'points', 'opponent', 'playoff', 'final_rank'],
  standings: [
    'season',
    'team',
    'owner',
    'wins',
    'losses',
    'ties',
    'points_for',
    'points_against',
    'final_rank',
  ],
} as const
const OPTIONAL_COLUMNS: readonly string[] = ['playoff', 'final_rank']

const FIRST_SEASON = 1999
const LAST_SEASON = 2100
const LAST_WEEK = 18
const MAX_NAME_LENGTH = 100

/**
 * Parses the cells of a table, starting with its header. Empty rows are ignored. A table with a `week` column
 * contains scores; any other table contains final standings.
 */
export function parseSeasonTable(cells: readonly (readonly string[])[]): SeasonTable {
  const header = (cells[0] ?? []).map((name) => name.trim().toLowerCase().replace(/\s+/g, '_'))
  const kind = header.includes('week') ? 'scores' : 'standings'
  const problems = headerProblems(header, kind)
  if (problems.length > 0) return { kind: 'invalid', problems }
  const lines = cells.flatMap((line, index) =>
    index === 0 || line.every((cell) => cell.trim() === '') ? [] : [new CsvRow(index + 1, header, line)],
  )
  if (lines.length === 0) {
    return {
      kind: 'invalid',
      problems: [{ row: 2, field: 'season', detail: 'no rows below the header' }],
    }
  }
  const table: SeasonTable =
    kind === 'scores' ? { kind, rows: lines.map(toScoreRow) } : { kind, rows: lines.map(toStandingRow) }
  const rowProblems = lines.flatMap((line) => line.problems)
  return rowProblems.length > 0 ? { kind: 'invalid', problems: rowProblems } : table
}

function headerProblems(header: readonly string[], kind: 'scores' | 'standings'): CsvProblem[] {
  const known: readonly string[] = CSV_COLUMNS[kind]
  const problem = (field: string, detail: string) => ({ row: 1, field, detail })
  if (!header.some((name) => known.includes(name))) {
    return [problem('header', 'no known columns; see the template')]
  }
  return [
    ...known
      .filter((name) => !header.includes(name) && !OPTIONAL_COLUMNS.includes(name))
      .map((name) => problem(name, 'missing column')),
    ...header.flatMap((name, index) => {
      if (name !== '' && !known.includes(name)) return [problem(name, 'unknown column')]
      return name !== '' && header.indexOf(name) < index ? [problem(name, 'duplicate column')] : []
    }),
  ]
}

function toScoreRow(line: CsvRow): ScoreRow {
  return {
    row: line.row,
    season: line.integer('season', FIRST_SEASON, LAST_SEASON),
    week: line.integer('week', 1, LAST_WEEK),
    team: line.name('team'),
    owner: line.text('owner'),
    points: line.points('points'),
    opponent: line.text('opponent') || null,
    isPlayoff: line.boolean('playoff'),
    finalRank: line.rank(),
  }
}

function toStandingRow(line: CsvRow): StandingRow {
  return {
    row: line.row,
    season: line.integer('season', FIRST_SEASON, LAST_SEASON),
    team: line.name('team'),
    owner: line.text('owner'),
    wins: line.integer('wins', 0, 99),
    losses: line.integer('losses', 0, 99),
    ties: line.integer('ties', 0, 99),
    pointsFor: line.points('points_for'),
    pointsAgainst: line.points('points_against'),
    finalRank: line.rank(),
  }
}

/**
 * A row whose cells are read by column name. A cell that cannot be read adds a problem and does not throw.
 */
class CsvRow {
  readonly row: number
  readonly problems: CsvProblem[] = []
  readonly #cells: ReadonlyMap<string, string>

  constructor(row: number, header: readonly string[], cells: readonly string[]) {
    this.row = row
    this.#cells = new Map(
      header.map((name, index) => [name, (cells[index] ?? '').replace(/\s+/g, ' ').trim()]),
    )
    const last = header.at(-1) ?? ''
    if (cells.slice(header.length).some((cell) => cell.trim() !== '')) {
      this.#addProblem(last, `the row has ${cells.length} cells but the header has ${header.length}`)
    }
  }

  text(field: string): string {
    const text = this.#cells.get(field) ?? ''
    if (text.length > MAX_NAME_LENGTH)
      this.#addProblem(field, `must have at most ${MAX_NAME_LENGTH} characters`)
    if (/\p{Cc}/u.test(text)) this.#addProblem(field, 'contains an invalid character')
    return text
  }

  name(field: string): string {
    const name = this.text(field)
    if (name === '') this.#addProblem(field, 'must not be empty')
    return name
  }

  integer(field: string, min: number, max: number): number {
    const text = this.text(field)
    const value = Number(text)
    if (/^\d{1,4}$/.test(text) && value >= min && value <= max) return value
    this.#addProblem(field, `'${text}' must be a whole number from ${min} to ${max}`)
    return min
  }

  /** Accepts a period or a comma as the decimal separator. */
  points(field: string): Points {
    const text = this.text(field).replace('−', '-')
    if (/^-?\d{1,5}(?:[.,]\d{1,10})?$/.test(text)) return pointsFromDecimal(Number(text.replace(',', '.')))
    this.#addProblem(field, `'${text}' must be a score such as 101.25`)
    return pointsFromDecimal(0)
  }

  boolean(field: string): boolean {
    const text = this.text(field).toLowerCase()
    if (['yes', '1', 'true'].includes(text)) return true
    if (!['', 'no', '0', 'false'].includes(text)) this.#addProblem(field, `'${text}' must be yes or no`)
    return false
  }

  rank(): number | null {
    return this.text('final_rank') === '' ? null : this.integer('final_rank', 1, 99)
  }

  #addProblem(field: string, detail: string): void {
    this.problems.push({ row: this.row, field, detail })
  }
}
