import { BET_WEEKS } from './betting-week.ts'
import { foldOwner } from './owner-names.ts'

/** The longest text that a pick may have. */
export const PICK_MAX = 200

/** A pick as a sheet has it. Row 1 is the sheet's first. */
export type SheetPick = { row: number; season: number; week: number; owner: string; text: string }

/** What could not be read, and why. */
export type SkippedRow = { row: number; reason: string }

export type PicksSheet = { picks: SheetPick[]; skipped: SkippedRow[] }

/** Titles may stand above the header. */
const ROWS_TO_THE_HEADER = 20
const FIRST_SEASON = 1999
const LAST_SEASON = 2100
const QUOTED_MAX = 60

type Rows = readonly (readonly string[])[]

/** Where the columns of a layout are. */
type LongHeader = { kind: 'long'; owner: number; week: number; pick: number; season: number }
type WideHeader = { kind: 'wide'; owner: number; weeks: { column: number; week: number }[] }
type Header = (LongHeader | WideHeader) & { at: number }

/**
 * Reads the cells of a sheet in either layout: long (columns week, owner, pick and, if it likes,
 * season) or wide (a row an owner, a column a week). Headers are found by name, in any order and
 * case. `season` is that of rows that do not name one. Cells without a pick are passed over; what
 * cannot be read is reported. null where there is no header of either layout.
 * Source: decisions, 7.
 */
export function readPicksSheet(rows: Rows, season: number): PicksSheet | null {
  const header = headerIn(rows)
  if (header === null) return null
  const sheet: PicksSheet = { picks: [], skipped: [...unknownWeeks(rows, header)] }
  rows.forEach((cells, index) => {
    if (index <= header.at) return
    const read =
      header.kind === 'long' ? readLongRow(cells, header, season) : readWideRow(cells, header, season)
    for (const each of read) {
      const row = index + 1
      if (typeof each === 'string') sheet.skipped.push({ row, reason: each })
      else sheet.picks.push({ row, ...each })
    }
  })
  return sheet
}

/** A text from a sheet, cut to what a sentence can hold. */
export function quoted(text: string): string {
  const line = text.replace(/\s+/gu, ' ').trim()
  return `'${line.length > QUOTED_MAX ? `${line.slice(0, QUOTED_MAX).toWellFormed()}…` : line}'`
}

function headerIn(rows: Rows): Header | null {
  for (const [at, cells] of rows.slice(0, ROWS_TO_THE_HEADER).entries()) {
    const names = cells.map(foldOwner)
    const owner = names.findIndex((name) => /^owners?$/.test(name))
    if (owner === -1) continue
    const week = names.findIndex((name) => /^weeks?$/.test(name))
    const pick = names.findIndex((name) => /^picks?$/.test(name))
    const season = names.indexOf('season')
    if (week !== -1 && pick !== -1) return { kind: 'long', at, owner, week, pick, season }
    const weeks = names.flatMap((name, column) => {
      const number = weekIn(name)
      return number === null || !isBetWeek(number) ? [] : { column, week: number }
    })
    if (weeks.length > 0) return { kind: 'wide', at, owner, weeks }
  }
  return null
}

/** Columns that are named like a week and are none. */
function* unknownWeeks(rows: Rows, header: Header): Generator<SkippedRow> {
  if (header.kind === 'long') return
  for (const cell of rows[header.at] ?? []) {
    const week = weekIn(foldOwner(cell))
    if (week !== null && !isBetWeek(week)) {
      yield { row: header.at + 1, reason: `The column ${quoted(cell)} is no week from 1 to ${BET_WEEKS}.` }
    }
  }
}

type Read = Omit<SheetPick, 'row'> | string

function readLongRow(cells: readonly string[], header: LongHeader, ownSeason: number): Read[] {
  const text = pickText(cells[header.pick])
  if (text === '') return []
  const owner = (cells[header.owner] ?? '').trim()
  if (owner === '') return ['It has a pick and no owner.']
  const weekCell = cells[header.week] ?? ''
  const week = weekIn(foldOwner(weekCell))
  if (week === null || !isBetWeek(week)) {
    return [
      weekCell.trim() === ''
        ? 'It has a pick and no week.'
        : `${quoted(weekCell)} is no week from 1 to ${BET_WEEKS}.`,
    ]
  }
  const seasonCell = (cells[header.season] ?? '').trim()
  const season = seasonCell === '' ? ownSeason : seasonIn(seasonCell)
  if (season === null) return [`${quoted(seasonCell)} is no season.`]
  return [problemOf(text) ?? { season, week, owner, text }]
}

function readWideRow(cells: readonly string[], header: WideHeader, season: number): Read[] {
  const owner = (cells[header.owner] ?? '').trim()
  const picks = header.weeks
    .map(({ column, week }) => ({ week, text: pickText(cells[column]) }))
    .filter(({ text }) => text !== '')
  if (picks.length > 0 && owner === '') return ['It has picks and no owner.']
  return picks.map(({ week, text }) => {
    const problem = problemOf(text)
    return problem === null ? { season, week, owner, text } : `Week ${week}: ${problem}`
  })
}

function pickText(cell: string | undefined): string {
  return (cell ?? '').replace(/\r\n?/g, '\n').trim()
}

function problemOf(text: string): string | null {
  if (text.length > PICK_MAX) return `The pick has more than ${PICK_MAX} characters.`
  return text.includes('\0') || !text.isWellFormed()
    ? 'The pick holds a character that cannot be stored.'
    : null
}

/** `W1`, `Wk 1`, `Week 1` or `1`, folded. */
function weekIn(text: string): number | null {
  const digits = /^(?:w|wk|week)?\.?\s*0*(\d{1,2})$/.exec(text)?.[1]
  return digits === undefined ? null : Number(digits)
}

function isBetWeek(week: number): boolean {
  return week >= 1 && week <= BET_WEEKS
}

function seasonIn(text: string): number | null {
  const season = /^\d{4}$/.test(text) ? Number(text) : 0
  return season >= FIRST_SEASON && season <= LAST_SEASON ? season : null
}
