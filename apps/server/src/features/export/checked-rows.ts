import type { LeagueTable } from '../../database/league-tables.ts'
import { archiveError, DAMAGED, NEWER } from './archive-error.ts'
import { type Row, TABLES, tableFile } from './archive-format.ts'
import type { Archive } from './read-archive.ts'

/** The last instant that has a year of four digits. */
const LAST_INSTANT = Date.UTC(10_000, 0) - 1

/**
 * The rows of an archive by table, each held to the columns of this release. A column that an older
 * release did not have is left out. Throws an ApiError for what does not fit.
 */
export async function checkedRows(
  archive: Archive,
  tables: readonly LeagueTable[],
): Promise<Map<string, Row[]>> {
  const known = new Set(tables.map(({ name }) => tableFile(name)))
  const isOther = (name: string) => name.startsWith(TABLES) && !known.has(name)
  if ([...archive.names].some(isOther)) throw archiveError(NEWER)
  const rows = new Map<string, Row[]>()
  for (const table of tables) {
    const json = (await archive.json(tableFile(table.name))) ?? []
    if (!Array.isArray(json)) throw archiveError(DAMAGED)
    rows.set(
      table.name,
      json.map((row) => checkedRow(row, table, archive)),
    )
  }
  return rows
}

function checkedRow(row: unknown, table: LeagueTable, { names }: Archive): Row {
  if (row === null || typeof row !== 'object' || Array.isArray(row)) throw archiveError(DAMAGED)
  for (const [name, value] of Object.entries(row)) {
    const column = table.columns.find((each) => each.name === name)
    if (column === undefined) throw archiveError(NEWER)
    const isRight =
      value === null ||
      (column.kind === 'integer' && isRightInteger(name, value)) ||
      (column.kind === 'other' && isStorable(value)) ||
      (column.kind === 'bytes' && typeof value === 'string' && names.has(value))
    if (!isRight) throw archiveError(`${DAMAGED} Look at ${name} in ${tableFile(table.name)}.`)
  }
  return row as Row
}

function isRightInteger(column: string, value: unknown): boolean {
  if (!Number.isSafeInteger(value)) return false
  const isInstant = column === 'at' || column.endsWith('_at')
  return !isInstant || (Number(value) >= 0 && Number(value) <= LAST_INSTANT)
}

/** Null characters and halves of characters are text that no engine gives back as it came. */
function isStorable(value: unknown): boolean {
  return typeof value === 'string' && value.isWellFormed() && !value.includes('\0')
}
