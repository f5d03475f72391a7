import { createWriteStream } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { buildOwners } from '@fieldhouse/domain/history/owners'
import type { Kysely } from 'kysely'
import type { Db } from '../../database/database.ts'
import { readPast } from '../../database/history-reader.ts'
import { type LeagueTable, leagueTablesOf } from '../../database/league-tables.ts'
import type { Database } from '../../database/schema.ts'
import { gridKeyOf } from '../../media/media-keys.ts'
import { bytesFile, csvFile, type Person, type Row, tableFile } from './archive-format.ts'
import { csvFilesOf } from './csv-files.ts'
import { type HiddenRows, hiddenPicks } from './hidden-picks.ts'
import { leagueRows, type StoredRow } from './league-rows.ts'
import { peopleColumns } from './people-columns.ts'

const NOTHING_HIDDEN: HiddenRows = () => () => false

/** A file of an archive, and where it lies on this machine until it is packed. */
export type GatheredFile = { name: string; path: string; isCompressed: boolean }

/** All that is stored of a league at one moment. */
export type Gathered = {
  files: GatheredFile[]
  people: Person[]
  /** Under which the files of its media are kept. */
  mediaKeys: string[]
  ownerSlugs: string[]
}

/**
 * Writes every row of a league to files in a folder, without secrets; a page of rows is in memory at
 * once. Picks that are hidden at that moment are left out; null takes them all.
 */
export async function gatherLeague(
  db: Db,
  leagueId: number,
  folder: string,
  hiddenAt: Date | null,
): Promise<Gathered> {
  const reading = db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only')
  return reading.execute(async (moment) => {
    const tables = await leagueTablesOf(moment)
    const isHidden = hiddenAt === null ? NOTHING_HIDDEN : await hiddenPicks(moment, leagueId, hiddenAt)
    const rowsOf = (table: LeagueTable) => leagueRows(moment, table, leagueId, isHidden(table.name))
    const files = filesIn(folder)
    const userIds = new Set<number>()
    const mediaKeys: string[] = []
    for (const table of tables) {
      const seen = (row: StoredRow) => {
        for (const column of peopleColumns(table)) if (row[column] !== null) userIds.add(Number(row[column]))
        if (table.name === 'feed_media') mediaKeys.push(...keysOf(row))
      }
      const rows = exportedRows(rowsOf(table), table, files, seen)
      await files.write(tableFile(table.name), jsonOf(rows))
    }
    const people = await peopleOf(moment, userIds)
    for (const [name, lines] of Object.entries(csvFilesOf(rowsByTable(tables, rowsOf), people)))
      await files.write(csvFile(name), lines)
    const ownerSlugs = buildOwners(await readPast(moment, leagueId)).all.map(({ slug }) => slug)
    return { files: files.all, people, mediaKeys, ownerSlugs }
  })
}

type Files = ReturnType<typeof filesIn>

/** Files with names of our making: what stands in a name of the archive is no path here. */
function filesIn(folder: string) {
  const all: GatheredFile[] = []
  const add = (name: string, isCompressed: boolean): string => {
    const path = join(folder, String(all.length))
    all.push({ name, path, isCompressed })
    return path
  }
  return {
    all,
    write: (name: string, text: AsyncIterable<string>) =>
      pipeline(Readable.from(text), createWriteStream(add(name, false), { mode: 0o600 })),
    /** Bytes are stored compressed already. */
    keep: (name: string, bytes: Uint8Array) => writeFile(add(name, true), bytes, { mode: 0o600 }),
  }
}

/** Rows as they stand in an archive, their bytes in files of their own. */
async function* exportedRows(
  rows: AsyncIterable<StoredRow>,
  table: LeagueTable,
  files: Files,
  seen: (row: StoredRow) => void,
): AsyncGenerator<Row> {
  for await (const row of rows) {
    seen(row)
    const exported: Row = {}
    for (const { name, kind } of table.columns) {
      const value = row[name]
      if (kind === 'bytes' && value !== null) {
        const file = bytesFile(table.name, table.key.map((column) => row[column]).join('-'), name)
        await files.keep(file, value as Uint8Array)
        exported[name] = file
      } else exported[name] = value as Row[string] & {}
    }
    yield exported
  }
}

async function* jsonOf(rows: AsyncIterable<Row>): AsyncGenerator<string> {
  let before = '['
  for await (const row of rows) {
    yield before + JSON.stringify(row)
    before = ','
  }
  yield before === '[' ? '[]' : ']'
}

function rowsByTable(
  tables: readonly LeagueTable[],
  rowsOf: (table: LeagueTable) => AsyncGenerator<StoredRow>,
) {
  return async function* (name: string): AsyncGenerator<Row> {
    const table = tables.find((each) => each.name === name)
    if (table !== undefined) yield* rowsOf(table) as AsyncGenerator<Row>
  }
}

/** The files of a row of media. */
function keysOf(medium: StoredRow): string[] {
  const key = String(medium['file_key'])
  return medium['grid_size'] === null ? [key] : [key, gridKeyOf(key)]
}

async function peopleOf(db: Kysely<Database>, userIds: ReadonlySet<number>): Promise<Person[]> {
  if (userIds.size === 0) return []
  return db
    .selectFrom('users')
    .select(['id', 'username', 'first_name', 'last_name'])
    .where('id', 'in', [...userIds])
    .orderBy('id')
    .execute()
}
