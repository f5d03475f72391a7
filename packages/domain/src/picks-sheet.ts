import { BET_WEEKS } from './betting-week.ts'
import { normalizeOwnerName } from './owner-names.ts'

/** The longest text that a pick may have. */
export const MAX_PICK_LENGTH = 200

/** A pick as a sheet has it. Row 1 is the sheet's first. */
export type SheetPick = { row: number; season: number; week: number; owner: string; text: string }

/** What could not be read, and why. */
export type SkippedRow = { row: number; reason: string }

export type PicksSheet = { picks: SheetPick[]; skipped: SkippedRow[] }

/** Titles may stand above the header. */
const HEADER_SEARCH_ROWS = 20
const FIRST_SEASON = 1999
const LAST_SEASON = 2100
const MAX_QUOTE_LENGTH = 60

type Rows = readonly (readonly string[])[]

/** Where the columns of a layout are. */
type LongHeader = { kind: 'long'; owner: number; week: number; pick: number; season: number }
type WideHeader = { kind: 'wide'; owner: number; weeks: { column: number; week: number }[] }
type Header = (LongHeader | WideHeader) & { rowIndex: number }

/**
 * Reads the cells of a sheet in either layout: long (columns week, owner, pick and, if it likes,
 * season) or wide (a row an owner, a column a week). Headers are found by name, in any order and
 * case. `season` is that of rows that do not name one. Cells without a pick are passed over; what
 * cannot be read is reported. null where there is no header of either layout.
 * Source: decisions, 7.
 */
export function parsePicksSheet(rows: Rows, season: number): PicksSheet | null {
  const header = findHeader(rows)
  if (header === null) return null
  const sheet: PicksSheet = { picks: [], skipped: [...unknownWeeks(rows, header)] }
  rows.forEach((cells, index) => {
    if (index <= header.rowIndex) return
    const read =
      header.kind === 'long' ? parseLongRow(cells, header, season) : parseWideRow(cells, header, season)
    for (const each of read) {
      const row = index + 1
      if (typeof each === 'string') sheet.skipped.push({ row, reason: each })
      else sheet.picks.push({ row, ...each })
    }
  })
  return sheet
}

/** A text from a sheet, cut to what a sentence can hold. */
export function quoteCell(text: string): string {
  const line = text.replace(/\s+/gu, ' ').trim()
  return `'${line.length > MAX_QUOTE_LENGTH ? `${line.slice(0, MAX_QUOTE_LENGTH).toWellFormed()}…` : line}'`
}

function findHeader(rows: Rows): Header | null {
  for (const [at, cells] of rows.slice(0, HEADER_SEARCH_ROWS).entries()) {
    const names = cells.map(normalizeOwnerName)
    const owner = names.findIndex((name) => /^owners?$/.test(name))
    if (owner === -1) continue
    const week = names.findIndex((name) => /^weeks?$/.test(name))
    const pick = names.findIndex((name) => /^picks?$/.test(name))
    const season = names.indexOf('season')
    if (week !== -1 && pick !== -1) return { kind: 'long', rowIndex: at, owner, week, pick, season }
    const weeks = names.flatMap((name, column) => {
      const number = parseWeek(name)
      return number === null || !isBetWeek(number) ? [] : { column, week: number }
    })
    if (weeks.length > 0) return { kind: 'wide', rowIndex: at, owner, weeks }
  }
  return null
}

/** Columns that are named like a week and are none. */
function* unknownWeeks(rows: Rows, header: Header): Generator<SkippedRow> {
  if (header.kind === 'long') return
  for (const cell of rows[header.rowIndex] ?? []) {
    const week = parseWeek(normalizeOwnerName(cell))
    if (week !== null && !isBetWeek(week)) {
      yield {
        row: header.rowIndex + 1,
        reason: `The column ${quoteCell(cell)} is no week from 1 to ${BET_WEEKS}.`,
      }
    }
  }
}

type RowResult = Omit<SheetPick, 'row'> | string

function parseLongRow(cells: readonly string[], header: LongHeader, ownSeason: number): RowResult[] {
  const text = normalizePickText(cells[header.pick])
  if (text === '') return []
  const owner = (cells[header.owner] ?? '').trim()
  if (owner === '') return ['It has a pick and no owner.']
  const weekCell = cells[header.week] ?? ''
  const week = parseWeek(normalizeOwnerName(weekCell))
  if (week === null || !isBetWeek(week)) {
    return [
      weekCell.trim() === ''
        ? 'It has a pick and no week.'
        : `${quoteCell(weekCell)} is no week from 1 to ${BET_WEEKS}.`,
    ]
  }
  const seasonCell = (cells[header.season] ?? '').trim()
  const season = seasonCell === '' ? ownSeason : parseSeason(seasonCell)
  if (season === null) return [`${quoteCell(seasonCell)} is no season.`]
  return [pickProblem(text) ?? { season, week, owner, text }]
}

function parseWideRow(cells: readonly string[], header: WideHeader, season: number): RowResult[] {
  const owner = (cells[header.owner] ?? '').trim()
  const picks = header.weeks
    .map(({ column, week }) => ({ week, text: normalizePickText(cells[column]) }))
    .filter(({ text }) => text !== '')
  if (picks.length > 0 && owner === '') return ['It has picks and no owner.']
  return picks.map(({ week, text }) => {
    const problem = pickProblem(text)
    return problem === null ? { season, week, owner, text } : `Week ${week}: ${problem}`
  })
}

function normalizePickText(cell: string | undefined): string {
  return (cell ?? '').replace(/\r\n?/g, '\n').trim()
}

function pickProblem(text: string): string | null {
  if (text.length > MAX_PICK_LENGTH) return `The pick has more than ${MAX_PICK_LENGTH} characters.`
  return text.includes('\0') || !text.isWellFormed()
    ? 'The pick holds a character that cannot be stored.'
    : null
}

/** `W1`, `Wk 1`, `Week 1` or `1`, folded. */
function parseWeek(text: string): number | null {
  const digits = /^(?:w|wk|week)?\.?\s*0*(\d{1,2})$/.exec(text)?.[1]
  return digits === undefined ? null : Number(digits)
}

function isBetWeek(week: number): boolean {
  return week >= 1 && week <= BET_WEEKS
}

function parseSeason(text: string): number | null {
  const season = /^\d{4}$/.test(text) ? Number(text) : 0
  return season >= FIRST_SEASON && season <= LAST_SEASON ? season : null
}
