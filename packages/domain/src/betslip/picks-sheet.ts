import { normalizeDisplayName } from '../league/display-names.ts'
import { BET_WEEKS } from './betting-week.ts'

/** The maximum length of a pick's text. */
export const MAX_PICK_LENGTH = 200

/** A pick in a sheet. Rows are counted from 1. */
export type SheetPick = { row: number; season: number; week: number; owner: string; text: string }

/** A row that could not be read. */
export type SkippedRow = { row: number; reason: string }

export type PicksSheet = { picks: SheetPick[]; skipped: SkippedRow[] }

/** A sheet may have title rows above the header. */
const HEADER_SEARCH_ROWS = 20
const FIRST_SEASON = 1999
const LAST_SEASON = 2100
const MAX_QUOTE_LENGTH = 60

type Rows = readonly (readonly string[])[]

/** The column indexes of a layout; -1 if the season column is missing. */
type LongHeader = { kind: 'long'; owner: number; week: number; pick: number; season: number }
type WideHeader = { kind: 'wide'; owner: number; weeks: { column: number; week: number }[] }
type Header = (LongHeader | WideHeader) & { rowIndex: number }

/**
 * Parses the cells of a sheet in either layout: long (columns week, owner, pick and optionally season) or
 * wide (one row per owner, one column per week). Headers are matched by name, in any order and case. `season`
 * applies to rows without a season. Empty picks are ignored; rows that cannot be read are reported. Returns
 * null without a header of either layout. Source: decisions, 7.
 */
export function parsePicksSheet(rows: Rows, season: number): PicksSheet | null {
  const header = findHeader(rows)
  if (header === null) return null
  const parsed: PicksSheet = { picks: [], skipped: [...unknownWeeks(rows, header)] }
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

/** Quotes a cell for a message, truncated to 60 characters. */
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
    if (week !== -1 && pick !== -1) return { kind: 'long', rowIndex, owner, week, pick, season }
    const weeks = names.flatMap((name, column) => {
      const number = parseWeek(name)
      return number === null || !isBetWeek(number) ? [] : { column, week: number }
    })
    if (weeks.length > 0) return { kind: 'wide', rowIndex, owner, weeks }
  }
  return null
}

/** Reports columns that are named like a week but are not a week of the betslip. */
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
  const text = normalizePickText(cells[header.pick])
  if (text === '') return []
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
  return [pickProblem(text) ?? { season, week, owner, text }]
}

function parseWideRow(cells: readonly string[], header: WideHeader, season: number): RowResult[] {
  const owner = (cells[header.owner] ?? '').trim()
  const picks = header.weeks
    .map(({ column, week }) => ({ week, text: normalizePickText(cells[column]) }))
    .filter(({ text }) => text !== '')
  if (picks.length > 0 && owner === '') return ['The picks have no owner.']
  return picks.map(({ week, text }) => {
    const problem = pickProblem(text)
    return problem === null ? { season, week, owner, text } : `Week ${week}: ${problem}`
  })
}

function normalizePickText(cell: string | undefined): string {
  return (cell ?? '').replace(/\r\n?/g, '\n').trim()
}

function pickProblem(text: string): string | null {
  if (text.length > MAX_PICK_LENGTH) return `The pick is longer than ${MAX_PICK_LENGTH} characters.`
  return text.includes('\0') || !text.isWellFormed() ? 'The pick contains an invalid character.' : null
}

/** Parses a normalized week such as `w1`, `wk 1`, `week 1` or `1`. */
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
