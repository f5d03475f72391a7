import { type ArchiveRow, userIdColumns } from '../../../database/portability/league-rows.ts'
import type { LeagueTable } from '../../../database/portability/league-tables.ts'
import {
  ARCHIVE_DAMAGED,
  ARCHIVE_TOO_NEW,
  archiveError,
  type Person,
  TABLES_PATH,
  tablePath,
} from '../archive-format.ts'
import { acceptText, rejectLongLists } from './archive-limits.ts'
import type { Archive } from './read-archive.ts'

/** The last instant with a four-digit year. */
const MAX_TIMESTAMP = Date.UTC(10_000, 0) - 1

/**
 * Returns the rows of an archive by table, validated against the columns of this release and the limits of the API.
 * Columns that are missing in an archive from an older release are left out. Throws an ImportRejection for unknown tables
 * or columns, for invalid values, and for what exceeds a limit.
 */
export async function validateRows(
  archive: Archive,
  tables: readonly LeagueTable[],
): Promise<Map<string, ArchiveRow[]>> {
  const knownPaths = new Set(tables.map(({ name }) => tablePath(name)))
  const isUnknownTable = (name: string) => name.startsWith(TABLES_PATH) && !knownPaths.has(name)
  if ([...archive.names].some(isUnknownTable)) throw archiveError(ARCHIVE_TOO_NEW)
  const rows = new Map<string, ArchiveRow[]>()
  for (const table of tables) {
    const tableRows: ArchiveRow[] = []
    for await (const row of archive.readRows(table.name)) tableRows.push(validateRow(row, table, archive))
    rejectLongLists(table.name, tableRows)
    rows.set(table.name, tableRows)
  }
  return rows
}

function validateRow(row: unknown, table: LeagueTable, { names }: Archive): ArchiveRow {
  if (row === null || typeof row !== 'object' || Array.isArray(row)) throw archiveError(ARCHIVE_DAMAGED)
  const validated = Object.entries(row as Record<string, unknown>).map(
    ([name, value]): [string, ArchiveRow[string]] => {
      const column = table.columns.find((each) => each.name === name)
      if (column === undefined) throw archiveError(ARCHIVE_TOO_NEW)
      const isValid =
        value === null ||
        (column.kind === 'integer' && isValidInteger(name, value)) ||
        (column.kind === 'other' && isStorableText(value)) ||
        (column.kind === 'bytes' && typeof value === 'string' && names.has(value))
      if (!isValid) throw archiveError(`${ARCHIVE_DAMAGED} Check ${name} in ${tablePath(table.name)}.`)
      const isText = column.kind === 'other' && typeof value === 'string'
      return [name, isText ? acceptText(table.name, name, value) : (value as ArchiveRow[string])]
    },
  )
  return Object.fromEntries(validated)
}

function isValidInteger(column: string, value: unknown): boolean {
  if (!Number.isSafeInteger(value)) return false
  const isTimestamp = column === 'at' || column.endsWith('_at')
  return !isTimestamp || (Number(value) >= 0 && Number(value) <= MAX_TIMESTAMP)
}

/** Neither database engine preserves null characters and lone surrogates. */
function isStorableText(value: unknown): boolean {
  return typeof value === 'string' && value.isWellFormed() && !value.includes('\0')
}

/** Their rows are about people, who do not have to exist for them. */
const MENTION_TABLES = ['item_mentions', 'comment_mentions']

/**
 * Returns the people who have rows of their own, who are not only mentioned in those of others. Throws if a row refers to
 * an unknown person.
 */
export function requiredPeople(
  tables: readonly LeagueTable[],
  rows: ReadonlyMap<string, readonly ArchiveRow[]>,
  people: readonly Person[],
): Set<number> {
  const personIds = new Set(people.map(({ id }) => id))
  const needed = new Set<number>()
  for (const table of tables) {
    for (const name of userIdColumns(table)) {
      for (const row of rows.get(table.name) ?? []) {
        const id = row[name]
        if (id === null || id === undefined) continue
        if (!personIds.has(Number(id))) throw archiveError(ARCHIVE_DAMAGED)
        if (name === 'user_id' && !MENTION_TABLES.includes(table.name)) needed.add(Number(id))
      }
    }
  }
  return needed
}
