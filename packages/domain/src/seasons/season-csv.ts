import { dateOrderOf, numberFormOf } from '../interchange/cell-text.ts'
import { GAME_BRACKETS } from '../interchange/league-file-format.ts'
import type { Points } from '../points.ts'
import { PUBLIC_STATUSES, TRANSACTION_KINDS } from '../rosters/transactions.ts'
import type { Bracket } from './season.ts'
import {
  type CellQuestion,
  type CsvProblem,
  NO_TABLE_ANSWERS,
  type TableAnswers,
  TableRow,
} from './table-row.ts'

export type { CsvProblem } from './table-row.ts'

type RowOf<Kind extends TableKind> = ReturnType<(typeof TABLES)[Kind]> & { row: number; season: number }

/** One team's score in one week. Every game has two rows. */
export type ScoreRow = RowOf<'scores'>
export type StandingRow = RowOf<'standings'>
export type SeasonInfoRow = RowOf<'seasons'>
export type OwnerRow = RowOf<'owners'>
export type DraftRow = RowOf<'draft'>
/** A move of one player. The rows of a trade have the same `transaction`. */
export type TransactionRow = RowOf<'transactions'>
export type LineupRow = RowOf<'lineups'>

export type ParsedTable = {
  [Kind in TableKind]: { kind: Kind; rows: RowOf<Kind>[] }
}[TableKind]

/** The questions are by season, each once for a season. */
export type SeasonTable =
  | (ParsedTable & { questions: SeasonTableQuestion[] })
  | { kind: 'invalid'; problems: CsvProblem[] }

type SeasonTableQuestion = CellQuestion & { season: number }

/** The columns that a table needs, in any order. `final_rank` and `playoff` may be missing. */
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
  seasons: ['season'],
  owners: ['season', 'owner'],
  draft: ['season', 'overall', 'round', 'team', 'player'],
  transactions: ['season', 'week', 'kind', 'player', 'from_team', 'to_team'],
  lineups: ['season', 'week', 'team', 'slot', 'player'],
} as const
const OPTIONAL_COLUMNS: readonly string[] = ['playoff', 'final_rank']

const PLAYER_COLUMNS = ['player_id', 'position', 'nfl_team'] as const

export const MORE_COLUMNS = {
  scores: ['matchup', 'bracket', 'accounts'],
  standings: ['seed', 'division', 'accounts'],
  seasons: [
    'platform',
    'league_id',
    'name',
    'regular_season_weeks',
    'playoff_teams',
    'median_game',
    'finished',
  ],
  owners: ['account', 'commissioner'],
  draft: [...PLAYER_COLUMNS, 'pick', 'keeper', 'price'],
  transactions: [...PLAYER_COLUMNS, 'transaction', 'date', 'status', 'team', 'bid'],
  lineups: [...PLAYER_COLUMNS, 'points', 'projected'],
} as const

export type TableKind = keyof typeof CSV_COLUMNS
export const TABLE_KINDS = Object.keys(CSV_COLUMNS) as TableKind[]

/** Columns that only one kind of table has, the first match decides. Other tables contain final standings. */
const TELLING_COLUMNS: readonly (readonly [TableKind, readonly string[]])[] = [
  ['lineups', ['slot']],
  ['transactions', ['from_team', 'to_team']],
  ['draft', ['overall', 'round']],
  ['owners', ['account', 'commissioner']],
  ['seasons', ['platform', 'regular_season_weeks', 'playoff_teams', 'median_game', 'finished']],
  ['scores', ['week']],
]

const FIRST_SEASON = 1999
const LAST_SEASON = 2100
const LAST_WEEK = 18

const POINTS_COLUMNS: readonly string[] = ['points', 'points_for', 'points_against', 'projected']

/**
 * Starts with the header. Empty rows are ignored. The columns tell the kind. Cells that can be read in two ways are
 * read like the others of the table, or else as the answers say.
 */
export function parseSeasonTable(
  cells: readonly (readonly string[])[],
  answers: TableAnswers = NO_TABLE_ANSWERS,
): SeasonTable {
  const headerIndex = findHeader(cells)
  const header = toHeader(cells[headerIndex] ?? [])
  const telling = TELLING_COLUMNS.find(([, columns]) => columns.some((name) => header.includes(name)))
  const kind = telling?.[0] ?? 'standings'
  const problems = headerProblems(header, kind, headerIndex + 1)
  if (problems.length > 0) return { kind: 'invalid', problems }
  const form = {
    numbers: numberFormOf(cellsOf(cells, header, POINTS_COLUMNS)),
    dateOrder: dateOrderOf(cellsOf(cells, header, ['date'])),
    answers,
  }
  const lines = cells.flatMap((line, index) =>
    index <= headerIndex || line.every((cell) => cell.trim() === '')
      ? []
      : [new TableRow(index + 1, header, line, form)],
  )
  if (lines.length === 0) {
    return {
      kind: 'invalid',
      problems: [{ row: headerIndex + 2, field: 'season', detail: 'no rows below the header' }],
    }
  }
  const rows = lines.map((line) => {
    const season = line.integer('season', FIRST_SEASON, LAST_SEASON)
    return { row: line.row, season, ...TABLES[kind](line, season) }
  })
  const questions = lines.flatMap((line, index) =>
    line.questions.map((question) => ({ ...question, season: rows[index]?.season ?? 0 })),
  )
  const table = { kind, rows, questions: firstOfEach(questions) } as SeasonTable
  const rowProblems = lines.flatMap((line) => line.problems)
  return rowProblems.length > 0 ? { kind: 'invalid', problems: rowProblems } : table
}

/** A spreadsheet can have a line such as `sep=;`, a title and notes above the header. */
const HEADER_SEARCH_ROWS = 20

const ALL_COLUMNS: ReadonlySet<string> = new Set(
  TABLE_KINDS.flatMap((kind): readonly string[] => [...CSV_COLUMNS[kind], ...MORE_COLUMNS[kind]]),
)

export function countColumnNames(cells: readonly string[]): number {
  return toHeader(cells).filter((name) => ALL_COLUMNS.has(name)).length
}

function findHeader(cells: readonly (readonly string[])[]): number {
  return Math.max(
    0,
    cells.slice(0, HEADER_SEARCH_ROWS).findIndex((line) => countColumnNames(line) > 1),
  )
}

function toHeader(cells: readonly string[]): string[] {
  return cells.map((name) => name.trim().toLowerCase().replace(/\s+/g, '_'))
}

function* cellsOf(
  cells: readonly (readonly string[])[],
  header: readonly string[],
  names: readonly string[],
): Generator<string> {
  for (const line of cells)
    for (const [index, cell] of line.entries()) if (names.includes(header[index] ?? '')) yield cell
}

function firstOfEach(questions: readonly SeasonTableQuestion[]): SeasonTableQuestion[] {
  const first = new Map(questions.toReversed().map((each) => [`${each.season} ${each.kind}`, each]))
  return questions.filter((each) => first.get(`${each.season} ${each.kind}`) === each)
}

function headerProblems(header: readonly string[], kind: TableKind, row: number): CsvProblem[] {
  const required: readonly string[] = CSV_COLUMNS[kind]
  const known = [...required, ...MORE_COLUMNS[kind]]
  const problem = (field: string, detail: string) => ({ row, field, detail })
  if (!header.some((name) => known.includes(name))) {
    return [problem('header', 'no known columns; see the template')]
  }
  return [
    ...required
      .filter((name) => !header.includes(name) && !OPTIONAL_COLUMNS.includes(name))
      .map((name) => problem(name, 'missing column')),
    ...header.flatMap((name, index) => {
      if (name !== '' && !known.includes(name)) return [problem(name, 'unknown column')]
      return name !== '' && header.indexOf(name) < index ? [problem(name, 'duplicate column')] : []
    }),
  ]
}

function rankOf(line: TableRow, field: string): number | null {
  return line.optional(field, () => line.integer(field, 1, 99))
}

function playerOf(line: TableRow) {
  return {
    playerId: line.optional('player_id', (field) => line.wholeNumber(field)),
    player: line.text('player') || null,
    position: line.text('position') || null,
    nflTeam: line.text('nfl_team') || null,
  }
}

/** What a row has in addition to its number and its season. */
const TABLES = {
  scores(line: TableRow) {
    const isPlayoff = line.boolean('playoff')
    const fallback: Bracket = isPlayoff ? 'playoffs' : 'regular'
    return {
      week: line.week('week', 1, LAST_WEEK),
      team: line.name('team'),
      /** Several owners are separated by ' & '. Empty for a team without an owner. */
      owner: line.list('owner'),
      /** The accounts of the owners in their order, separated like them; empty if unknown. */
      accounts: line.list('accounts'),
      points: line.points('points'),
      /** null is a bye. `seasonsFromCsv` understands words for it. */
      opponent: line.text('opponent') || null,
      bracket: line.optional('bracket', (field) => line.choice<Bracket>(field, GAME_BRACKETS)) ?? fallback,
      /** Rows with the same matchup are one game over several weeks; null for a game of one week. */
      matchup: line.optional('matchup', (field) => line.integer(field, 1, 99)),
      finalRank: rankOf(line, 'final_rank'),
    }
  },
  standings(line: TableRow) {
    const isUnknown = (['wins', 'losses', 'ties'] as const).every((field) => line.text(field) === '')
    return {
      team: line.name('team'),
      owner: line.list('owner'),
      accounts: line.list('accounts'),
      record: isUnknown
        ? null
        : {
            wins: line.integer('wins', 0, 99),
            losses: line.integer('losses', 0, 99),
            ties: line.integer('ties', 0, 99),
          },
      pointsFor: line.optional('points_for', (field) => line.points(field)),
      pointsAgainst: line.optional('points_against', (field) => line.points(field)),
      finalRank: rankOf(line, 'final_rank'),
      seed: rankOf(line, 'seed'),
      division: line.text('division'),
    }
  },
  seasons: (line: TableRow) => ({
    platform: line.text('platform') || null,
    leagueId: line.text('league_id') || null,
    name: line.text('name') || null,
    regularSeasonWeeks: line.optional('regular_season_weeks', (field) => line.integer(field, 1, LAST_WEEK)),
    playoffTeams: line.optional('playoff_teams', (field) => line.integer(field, 2, 40)),
    hasMedianGame: line.optional('median_game', (field) => line.boolean(field)),
    isFinished: line.optional('finished', (field) => line.boolean(field)) ?? true,
  }),
  owners: (line: TableRow) => ({
    owner: line.name('owner'),
    account: line.text('account') || null,
    isCommissioner: line.boolean('commissioner'),
  }),
  draft: (line: TableRow) => ({
    overall: line.integer('overall', 1, 5000),
    round: line.integer('round', 1, 99),
    /** Counted from 1 within the round; null: by the overall number. */
    pick: line.optional('pick', (field) => line.integer(field, 1, 99)),
    team: line.name('team'),
    ...playerOf(line),
    isKeeper: line.boolean('keeper'),
    price: line.optional('price', (field) => line.amount(field)),
  }),
  transactions: (line: TableRow, season: number) => ({
    week: line.week('week', 0, LAST_WEEK),
    transaction: line.text('transaction') || null,
    date: line.date('date', season),
    kind: line.choice('kind', TRANSACTION_KINDS),
    status: line.choice('status', PUBLIC_STATUSES),
    team: line.text('team') || null,
    ...playerOf(line),
    fromTeam: line.text('from_team') || null,
    toTeam: line.text('to_team') || null,
    bid: line.optional('bid', (field) => line.amount(field)),
  }),
  lineups: (line: TableRow) => ({
    week: line.week('week', 1, LAST_WEEK),
    team: line.name('team'),
    slot: line.name('slot'),
    ...playerOf(line),
    points: line.optional('points', (field): Points => line.points(field)),
    projected: line.optional('projected', (field): Points => line.points(field)),
  }),
} as const satisfies Record<TableKind, (line: TableRow, season: number) => object>
