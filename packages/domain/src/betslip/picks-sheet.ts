import { normalizeDisplayName } from '../league/display-names.ts'
import { cleanMemberText } from '../league/member-text.ts'
import { BET_WEEKS } from './betting-week.ts'
import { parseOdds, toAmericanOdds, withOdds } from './odds.ts'

export const MAX_PICK_LENGTH = 200

/** A pick in a sheet. Rows are counted from 1. */
export type SheetPick = { row: number; season: number; week: number; owner: string; text: string }

/** A row that could not be read, or that names a column that was not used. */
export type SkippedRow = { row: number; reason: string }

export type PicksSheet = { picks: SheetPick[]; skipped: SkippedRow[] }

/** A sheet may have title rows above the header. */
const HEADER_SEARCH_ROWS = 20
const FIRST_SEASON = 1999
const LAST_SEASON = 2100
const MAX_QUOTE_LENGTH = 60

type Rows = readonly (readonly string[])[]

/** The column indexes of a layout; -1 for a column that is missing. */
type LongHeader = { kind: 'long'; owner: number; week: number; pick: number; odds: number; season: number }
type WeekColumn = { column: number; week: number; odds: number }
type WideHeader = { kind: 'wide'; owner: number; weeks: WeekColumn[] }
type Header = (LongHeader | WideHeader) & { rowIndex: number }

/**
 * Parses the cells of a sheet in either layout: long (columns week, owner, pick and optionally odds and season) or
 * wide (one row per owner, one column per week, and optionally one with its odds). Headers are matched by name, in any
 * order and case. `season` applies to rows without a season. Odds are added to the text of their pick. Empty picks and
 * those such as `-` and `N/A` are ignored; rows that cannot be read and columns of odds that are not used are reported.
 * Returns null without a header of either layout. Source: decisions, 7.
 */
export function parsePicksSheet(rows: Rows, season: number): PicksSheet | null {
  const header = findHeader(rows)
  if (header === null) return null
  const parsed: PicksSheet = {
    picks: [],
    skipped: [...unknownWeeks(rows, header), ...unusedOdds(rows, header)],
  }
  rows.forEach((cells, index) => {
    if (index <= header.rowIndex) return
    const results =
      header.kind === 'long' ? parseLongRow(cells, header, season) : parseWideRow(cells, header, season)
    for (const result of results) {
      const row = index + 1
      if (typeof result === 'string') parsed.skipped.push({ row, reason: result })
      else parsed.picks.push({ row, ...result })
    }
  })
  return parsed
}

export function quoteCell(text: string): string {
  const line = text.replace(/\s+/gu, ' ').trim()
  return `'${line.length > MAX_QUOTE_LENGTH ? `${line.slice(0, MAX_QUOTE_LENGTH).toWellFormed()}…` : line}'`
}

function findHeader(rows: Rows): Header | null {
  for (const [rowIndex, cells] of rows.slice(0, HEADER_SEARCH_ROWS).entries()) {
    const names = cells.map(normalizeDisplayName)
    const owner = names.findIndex((name) => /^owners?$/.test(name))
    if (owner === -1) continue
    const week = names.findIndex((name) => /^weeks?$/.test(name))
    const pick = names.findIndex((name) => /^picks?$/.test(name))
    const season = names.indexOf('season')
    const odds = names.indexOf('odds')
    if (week !== -1 && pick !== -1) return { kind: 'long', rowIndex, owner, week, pick, odds, season }
    const weeks = findWeeks(names)
    if (weeks.length > 0) return { kind: 'wide', rowIndex, owner, weeks }
  }
  return null
}

/** A column named only 'Odds' belongs to the only week, or to the week before it if each week is followed by one. */
function findWeeks(names: readonly string[]): WeekColumn[] {
  const weeks = names.flatMap((name, column) => {
    const week = parseWeek(name)
    return week === null || !isBetWeek(week) ? [] : { column, week }
  })
  const oddsWeeks = names.map((name) =>
    isOddsName(name) ? parseWeek(name.replace(ODDS_WORD, '').trim()) : null,
  )
  const isFollowed = weeks.every(
    ({ column, week }) => names[column + 1] === 'odds' || oddsWeeks.includes(week),
  )
  return weeks.map(({ column, week }) => {
    const named = oddsWeeks.indexOf(week)
    if (named !== -1) return { column, week, odds: named }
    const next = isFollowed && names[column + 1] === 'odds' ? column + 1 : -1
    return { column, week, odds: weeks.length === 1 ? names.indexOf('odds') : next }
  })
}

const ODDS_WORD = /\bodds\b/

function isOddsName(name: string): boolean {
  return ODDS_WORD.test(name)
}

function* unusedOdds(rows: Rows, header: Header): Generator<SkippedRow> {
  const used = header.kind === 'long' ? [header.odds] : header.weeks.map(({ odds }) => odds)
  const example = header.kind === 'wide' ? header.weeks.find(({ odds }) => odds === -1) : undefined
  for (const [column, cell] of (rows[header.rowIndex] ?? []).entries()) {
    if (!isOddsName(normalizeDisplayName(cell)) || used.includes(column)) continue
    const advice =
      header.kind === 'long'
        ? header.odds === -1
          ? "Name the column with the American odds 'Odds'."
          : 'Only one column can have the odds.'
        : example === undefined
          ? 'Each week can only have one column with odds.'
          : `Name it after its week, such as 'W${example.week} odds'.`
    yield { row: header.rowIndex + 1, reason: `Column ${quoteCell(cell)} was skipped. ${advice}` }
  }
}

function* unknownWeeks(rows: Rows, header: Header): Generator<SkippedRow> {
  if (header.kind === 'long') return
  for (const cell of rows[header.rowIndex] ?? []) {
    const week = parseWeek(normalizeDisplayName(cell))
    if (week !== null && !isBetWeek(week)) {
      yield {
        row: header.rowIndex + 1,
        reason: `Column ${quoteCell(cell)} is not a week from 1 to ${BET_WEEKS}.`,
      }
    }
  }
}

type RowResult = Omit<SheetPick, 'row'> | string

function parseLongRow(cells: readonly string[], header: LongHeader, defaultSeason: number): RowResult[] {
  const pick = pickIn(cells[header.pick])
  if (pick === '') return []
  const owner = (cells[header.owner] ?? '').trim()
  if (owner === '') return ['The pick has no owner.']
  const weekCell = cells[header.week] ?? ''
  const week = parseWeek(normalizeDisplayName(weekCell))
  if (week === null || !isBetWeek(week)) {
    return [
      weekCell.trim() === ''
        ? 'The pick has no week.'
        : `${quoteCell(weekCell)} is not a week from 1 to ${BET_WEEKS}.`,
    ]
  }
  const seasonCell = (cells[header.season] ?? '').trim()
  const season = seasonCell === '' ? defaultSeason : parseSeason(seasonCell)
  if (season === null) return [`${quoteCell(seasonCell)} is not a valid season.`]
  const { text, problem } = readPick(pick, cells[header.odds])
  return [problem ?? { season, week, owner, text }]
}

function parseWideRow(cells: readonly string[], header: WideHeader, season: number): RowResult[] {
  const owner = (cells[header.owner] ?? '').trim()
  const picks = header.weeks
    .map(({ column, week, odds }) => ({ week, pick: pickIn(cells[column]), odds: cells[odds] }))
    .filter(({ pick }) => pick !== '')
  if (picks.length > 0 && owner === '') return ['The picks have no owner.']
  return picks.map(({ week, pick, odds }) => {
    const { text, problem } = readPick(pick, odds)
    return problem === null ? { season, week, owner, text } : `Week ${week}: ${problem}`
  })
}

const NO_PICK = /^(?:[\p{Pd}\u2212]+|#?n\/?a|none|no picks?)\.?$/iu

function pickIn(cell: string | undefined): string {
  const text = cleanMemberText((cell ?? '').replace(/\r\n?/g, '\n'))
  return NO_PICK.test(text) ? '' : text
}

function readPick(pick: string, oddsCell: string | undefined): { text: string; problem: string | null } {
  const cell = pickIn(oddsCell)
  const [own, odds] = [parseOdds(pick), parseOdds(cell)]
  // A spread in the column would make its odds look right.
  const isOdds = odds !== null && toAmericanOdds(odds.value) !== null
  if (cell !== '' && !isOdds)
    return { text: pick, problem: `${quoteCell(cell)} is not American odds, such as -110.` }
  if (odds === null || own?.value === odds.value) return { text: pick, problem: pickProblem(pick) }
  if (own !== null)
    return { text: pick, problem: `The pick ends with other odds than its column: ${quoteCell(cell)}.` }
  const text = withOdds(pick, odds)
  return { text, problem: pickProblem(text) }
}

function pickProblem(text: string): string | null {
  if (text.length > MAX_PICK_LENGTH) return `The pick is longer than ${MAX_PICK_LENGTH} characters.`
  return text.includes('\0') || !text.isWellFormed() ? 'The pick contains an invalid character.' : null
}

/** Parses a normalized week such as `w1`, `wk 1`, `week 1`, `1` or `1.0`. */
function parseWeek(text: string): number | null {
  const digits = /^(?:(?:w|wk|week)[.#\s-]*)?0*(\d{1,2})(?:\.0+)?$/.exec(text)?.[1]
  return digits === undefined ? null : Number(digits)
}

function isBetWeek(week: number): boolean {
  return week >= 1 && week <= BET_WEEKS
}

function parseSeason(text: string): number | null {
  const season = /^\d{4}$/.test(text) ? Number(text) : 0
  return season >= FIRST_SEASON && season <= LAST_SEASON ? season : null
}
