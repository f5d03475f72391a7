import { type DecimalMark, type NumberForm, numberFormOf, readNumber } from './cell-text.ts'

export const ROLE_LABELS = {
  ignore: 'Ignore',
  season: 'Season',
  week: 'Week',
  rank: 'Final rank',
  team: 'Team',
  owner: 'Owner',
  opponent: 'Opponent',
  points: 'Points',
  opponent_points: "Opponent's points",
  result: 'Result, such as W 123.45-98.10',
  record: 'Record, such as 10-3-1',
  wins: 'Wins',
  losses: 'Losses',
  ties: 'Ties',
  points_for: 'Points for',
  points_against: 'Points against',
  seed: 'Playoff seed',
  week_score: 'Points of the week in its name',
} as const

export type ColumnRole = keyof typeof ROLE_LABELS

export const COLUMN_ROLES = Object.keys(ROLE_LABELS) as ColumnRole[]

/** A row of a table and its line in what was pasted, counted from 1. */
type TableLine = { line: number; cells: readonly string[] }

export type PastedTable = {
  /** The names of the columns; numbered if the table has no header. */
  header: string[]
  rows: TableLine[]
  /** Lines that are no rows, such as notes below the table. */
  skipped: { line: number; text: string }[]
}

const NAMES: Readonly<Record<Exclude<ColumnRole, 'ignore' | 'week_score'>, readonly string[]>> = {
  season: ['season', 'year'],
  week: ['week', 'wk', 'nfl week'],
  rank: ['rank', 'rk', '#', 'place', 'pos', 'finish', 'final rank', 'standing', 'final standing'],
  team: ['team', 'team name', 'franchise', 'name', 'teams'],
  owner: ['owner', 'owners', 'manager', 'managers', 'coach', 'owner(s)', 'manager(s)'],
  opponent: ['opponent', 'opp', 'vs', 'vs.', 'versus', 'against team'],
  points: ['points', 'pts', 'score', 'team score', 'fpts', 'pts.', 'points scored', 'total'],
  opponent_points: [
    'opp score',
    'opponent score',
    'opp pts',
    'opp points',
    'opponent points',
    'points allowed',
  ],
  result: ['result', 'outcome', 'final', 'w/l score'],
  record: ['record', 'w-l', 'w-l-t', 'wlt', 'overall', 'w/l/t'],
  wins: ['w', 'win', 'wins'],
  losses: ['l', 'loss', 'losses', 'lost'],
  ties: ['t', 'tie', 'ties', 'd', 'draws'],
  points_for: ['pf', 'points for', 'pts for', 'for', 'total points', 'fpts for', 'pts f'],
  points_against: ['pa', 'points against', 'pts against', 'against', 'fpts against', 'pts a'],
  seed: ['seed', 'playoff seed'],
}

const MAX_HEADER_LINES = 5

/** Finds the header, and leaves out empty lines, repeated headers, and notes of one cell. */
export function readPastedTable(lines: readonly (readonly string[])[]): PastedTable {
  const cleaned = lines
    .map((cells, index) => ({ line: index + 1, cells: cells.map(cleanCell) }))
    .filter(({ cells }) => cells.some((cell) => cell !== ''))
  const known = cleaned.slice(0, MAX_HEADER_LINES).map(({ cells }) => cells.filter(isColumnName).length)
  const best = Math.max(0, ...known)
  const likely = known.indexOf(best)
  // One known name is enough in a line without numbers.
  const hasNumbers = cleaned[likely]?.cells.some((cell) => /^\W*\d/.test(cell)) ?? true
  const start = best >= 2 || (best === 1 && !hasNumbers) ? likely : -1
  const width = Math.max(0, ...cleaned.map(({ cells }) => cells.length))
  const names = start < 0 ? [] : (cleaned[start]?.cells ?? [])
  const groups = start > 0 ? (cleaned[start - 1]?.cells ?? []) : []
  const header = Array.from({ length: width }, (_, index) => {
    // A merged cell above can be all that names a column.
    return (names[index] || groups[index]) ?? ''
  }).map((name, index) => name || `Column ${index + 1}`)
  const rows: TableLine[] = []
  const skipped: PastedTable['skipped'] = []
  for (const row of cleaned.slice(start + 1)) {
    const filled = row.cells.filter((cell) => cell !== '')
    const isHeader = start >= 0 && row.cells.join('\t') === names.join('\t')
    if (isHeader || (filled.length === 1 && width > 2))
      skipped.push({ line: row.line, text: filled.join(' ') })
    else rows.push(row)
  }
  return { header, rows, skipped }
}

function cleanCell(cell: string): string {
  return cell
    .replace(/[\u00a0\u2007\u202f]/g, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^\ufeff/, '')
    .trim()
}

function isColumnName(cell: string): boolean {
  return roleOfName(cell) !== null
}

function roleOfName(name: string): ColumnRole | null {
  const text = name.toLowerCase()
  if (weekOfName(text) !== null) return 'week_score'
  const found = Object.entries(NAMES).find(([, names]) => names.includes(text))
  return found === undefined ? null : (found[0] as ColumnRole)
}

/** The week that the name of a column stands for, such as 'Week 3' or 'W3'. null for other names. */
export function weekOfName(name: string): number | null {
  const week = Number(/^(?:week|wk\.?|w)\s*(\d{1,2})$/i.exec(name.trim())?.[1] ?? 0)
  return week >= 1 && week <= 18 ? week : null
}

export function isByeName(text: string): boolean {
  return /^[-–—]*(?:bye(?: week)?|n\/a)?[-–—]*$/i.test(text)
}

/** What each column probably contains, by its name and otherwise by its cells. */
export function suggestRoles({ header, rows }: PastedTable): ColumnRole[] {
  const roles = header.map((name, index): ColumnRole => {
    const role = roleOfName(name)
    const cells = rows.map(({ cells: row }) => row[index] ?? '').filter((cell) => cell !== '')
    if (role !== null) return role
    if (cells.length > 0 && cells.every((cell) => parseRecord(cell) !== null)) return 'record'
    if (cells.length > 0 && cells.every((cell) => parseResult(cell, numberFormOf([]), null) !== null))
      return 'result'
    return 'ignore'
  })
  const isStandings = roles.some((role) => role === 'record' || role === 'wins') && !roles.includes('week')
  const adjusted = roles.map((role): ColumnRole => (isStandings && role === 'points' ? 'points_for' : role))
  // Only weeks can have several columns.
  return adjusted.map((role, index) =>
    role !== 'week_score' && adjusted.indexOf(role) < index ? 'ignore' : role,
  )
}

const NUMBER_ROLES: readonly ColumnRole[] = [
  'points',
  'opponent_points',
  'result',
  'points_for',
  'points_against',
  'week_score',
]

/** The texts of the table's numbers, with both numbers of each result. */
export function numberTextsOf({ rows }: PastedTable, roles: readonly ColumnRole[]): string[] {
  return rows.flatMap(({ cells }) =>
    cells.flatMap((cell, index) => {
      if (!NUMBER_ROLES.includes(roles[index] ?? 'ignore')) return []
      const [, , first, second] = RESULT.exec(cell) ?? []
      return first === undefined || second === undefined ? [cell] : [first, second]
    }),
  )
}

/** Wins, losses and ties of '10-3-1' or '10-3'. */
export function parseRecord(text: string): [wins: number, losses: number, ties: number] | null {
  const match = /^\(?(\d{1,2})\s*[-–]\s*(\d{1,2})(?:\s*[-–]\s*(\d{1,2}))?\)?$/.exec(text)
  return match === null ? null : [Number(match[1]), Number(match[2]), Number(match[3] ?? 0)]
}

const RESULT = /^([WLTD])[\s,:]+([\d.,]+)\s*[-–:]\s*([\d.,]+)$/i

/** The team's own points and the opponent's of 'W 123.45-98.10'. The winner has more, whichever comes first. */
export function parseResult(
  text: string,
  form: NumberForm,
  answer: DecimalMark | null,
): { points: [own: number, opponent: number]; openText: string | null } | null {
  const [, outcome = '', firstText = '', secondText = ''] = RESULT.exec(text) ?? []
  const first = readNumber(firstText, form, answer)
  const second = readNumber(secondText, form, answer)
  if (first === null || second === null) return null
  const openText = first.isOpen ? firstText : second.isOpen ? secondText : null
  const [low, high] = [Math.min(first.value, second.value), Math.max(first.value, second.value)]
  switch (outcome.toUpperCase()) {
    case 'W':
      return { points: [high, low], openText }
    case 'L':
      return { points: [low, high], openText }
    default:
      return low === high ? { points: [low, high], openText } : null
  }
}

export type CsvCell = string | number | null | undefined

/** A row of a CSV file, without a line break. Text that a spreadsheet would execute as a formula stays text. */
export function formatCsvLine(cells: readonly CsvCell[]): string {
  return cells.map(formatCell).join(',')
}

function formatCell(value: CsvCell): string {
  if (typeof value === 'number') return String(value)
  const text = escapeFormula(value ?? '')
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** The start of what spreadsheets take for a formula, some of them also in full width. Source: OWASP, CSV injection. */
const FORMULA = /^'*[=+\-@\t\r\n＝＋－＠]/

/** Prefixes a formula with an apostrophe, and text that looks like one with a prefix. */
function escapeFormula(text: string): string {
  return FORMULA.test(text) && !/^-?\d+(?:\.\d+)?$/.test(text) ? `'${text}` : text
}

/** The text before `formatCsvLine` has prefixed it. */
export function unescapeFormula(text: string): string {
  const unprefixed = text.slice(1)
  return text.startsWith("'") && FORMULA.test(unprefixed) ? unprefixed : text
}

/**
 * The text of a file from a spreadsheet, without a byte order mark: UTF-8, UTF-16 with a byte order mark, or Windows-1252,
 * which is tried last because it has a character for nearly every byte. null for bytes that are no text.
 */
export function decodeText(bytes: Uint8Array): { text: string; encoding: 'unicode' | 'windows-1252' } | null {
  const [first, second] = bytes
  const isLittleEndian = first === 0xff && second === 0xfe
  if (isLittleEndian || (first === 0xfe && second === 0xff)) {
    const text = decode(bytes, isLittleEndian ? 'utf-16le' : 'utf-16be')
    return text === null ? null : { text, encoding: 'unicode' }
  }
  const unicode = decode(bytes, 'utf-8')
  if (unicode !== null) return { text: unicode, encoding: 'unicode' }
  const text = new TextDecoder('windows-1252').decode(bytes)
  // The bytes without a character become control characters.
  return /[\0\u0080-\u009f]/.test(text) ? null : { text, encoding: 'windows-1252' }
}

function decode(bytes: Uint8Array, encoding: string): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch (error) {
    if (error instanceof TypeError) return null
    throw error
  }
}
