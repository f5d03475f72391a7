import { type Points, pointsFromDecimal } from './points.ts'

/** What is wrong in a table, and where. Row 1 is the header, as a spreadsheet counts. */
export type CsvProblem = { row: number; field: string; detail: string }

/** One team's score in one week; every game has two such rows. */
export type ScoreRow = {
  row: number
  season: number
  week: number
  team: string
  /** Owners of a team are joined by ' & '; empty when nobody owns it. */
  owner: string
  points: Points
  /** null is a bye. */
  opponent: string | null
  isPlayoff: boolean
  finalRank: number | null
}

/** One team's line in the final table of one season. */
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
  | { kind: 'wrong'; problems: CsvProblem[] }

/** The columns of each layout. Those of `OPTIONAL` may be left out; their order is free. */
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
 * Reads the cells of a table, its header first; empty rows are passed over. A table with a
 * column `week` has scores, any other is a final table.
 */
export function parseSeasonTable(cells: readonly (readonly string[])[]): SeasonTable {
  const header = (cells[0] ?? []).map((name) => name.trim().toLowerCase().replace(/\s+/g, '_'))
  const kind = header.includes('week') ? 'scores' : 'standings'
  const problems = headerProblems(header, kind)
  if (problems.length > 0) return { kind: 'wrong', problems }
  const lines = cells.flatMap((line, index) =>
    index === 0 || line.every((cell) => cell.trim() === '') ? [] : [new CsvRow(index + 1, header, line)],
  )
  if (lines.length === 0) {
    return {
      kind: 'wrong',
      problems: [{ row: 2, field: 'season', detail: 'there is no row below the header' }],
    }
  }
  const table: SeasonTable =
    kind === 'scores' ? { kind, rows: lines.map(toScoreRow) } : { kind, rows: lines.map(toStandingRow) }
  const wrong = lines.flatMap((line) => line.problems)
  return wrong.length > 0 ? { kind: 'wrong', problems: wrong } : table
}

function headerProblems(header: readonly string[], kind: 'scores' | 'standings'): CsvProblem[] {
  const known: readonly string[] = CSV_COLUMNS[kind]
  const problem = (field: string, detail: string) => ({ row: 1, field, detail })
  if (!header.some((name) => known.includes(name))) {
    return [problem('the header', 'none of its columns is known; the template shows them')]
  }
  return [
    ...known
      .filter((name) => !header.includes(name) && !OPTIONAL_COLUMNS.includes(name))
      .map((name) => problem(name, 'the column is missing')),
    ...header.flatMap((name, index) => {
      if (name !== '' && !known.includes(name)) return [problem(name, 'there is no such column')]
      return name !== '' && header.indexOf(name) < index ? [problem(name, 'the column is there twice')] : []
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

/** One row by the names of its columns. What cannot be read is noted, and reading goes on. */
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
      this.#addProblem(last, `the row has ${cells.length} cells, the header ${header.length}`)
    }
  }

  text(field: string): string {
    const text = this.#cells.get(field) ?? ''
    if (text.length > MAX_NAME_LENGTH) this.#addProblem(field, `at most ${MAX_NAME_LENGTH} characters`)
    if (/\p{Cc}/u.test(text)) this.#addProblem(field, 'it holds a character that cannot be stored')
    return text
  }

  name(field: string): string {
    const name = this.text(field)
    if (name === '') this.#addProblem(field, 'it is empty')
    return name
  }

  integer(field: string, least: number, most: number): number {
    const text = this.text(field)
    const value = Number(text)
    if (/^\d{1,4}$/.test(text) && value >= least && value <= most) return value
    this.#addProblem(field, `'${text}' is no whole number from ${least} to ${most}`)
    return least
  }

  /** With a point or a comma before the decimals. */
  points(field: string): Points {
    const text = this.text(field).replace('−', '-')
    if (/^-?\d{1,5}(?:[.,]\d{1,10})?$/.test(text)) return pointsFromDecimal(Number(text.replace(',', '.')))
    this.#addProblem(field, `'${text}' is no score such as 101.25`)
    return pointsFromDecimal(0)
  }

  boolean(field: string): boolean {
    const text = this.text(field).toLowerCase()
    if (['yes', '1', 'true'].includes(text)) return true
    if (!['', 'no', '0', 'false'].includes(text)) this.#addProblem(field, `'${text}' is neither yes nor no`)
    return false
  }

  rank(): number | null {
    return this.text('final_rank') === '' ? null : this.integer('final_rank', 1, 99)
  }

  #addProblem(field: string, detail: string): void {
    this.problems.push({ row: this.row, field, detail })
  }
}
