import { createWriteStream } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { isPickHidden, type PickHiding } from '@fieldhouse/domain/betslip/betting-week'
import type { Kysely } from 'kysely'
import type { Db } from '../../../database/engine/database.ts'
import { inSnapshot } from '../../../database/engine/transaction.ts'
import {
  type ArchiveRow,
  readLeagueRows,
  type StoredRow,
  userIdColumns,
} from '../../../database/portability/league-rows.ts'
import {
  type LeagueTable,
  listLeagueTables,
  listNflTables,
} from '../../../database/portability/league-tables.ts'
import type { Database } from '../../../database/schema/schema.ts'
import { thumbnailKeyOf } from '../../../media/media-store.ts'
import { findLeaguePictures, listOwners, pictureSourceOf } from '../../../repositories/history/pictures.ts'
import { HIDING_COLUMNS, toPickHiding } from '../../../repositories/leagues/pick-hiding.ts'
import { listSeasons } from '../../../repositories/season-documents/stored-seasons.ts'
import { bytesPath, csvPath, type Person, tablePath } from '../archive-format.ts'
import { createCsvFiles } from './csv-files.ts'

const PICK_TABLES = ['picks', 'pick_changes']

/** A file of an archive, with its temporary path until it is added to the zip. */
export type CollectedFile = { name: string; path: string; isCompressed: boolean }

export type LeagueData = Awaited<ReturnType<typeof collectLeagueData>>

/**
 * Writes every row of a league to files in a folder, without secrets. Only one page of rows is in memory at a
 * time. Leaves out picks that are hidden at `hiddenAt`; null includes all picks.
 */
export async function collectLeagueData(db: Db, leagueId: number, folder: string, hiddenAt: Date | null) {
  return inSnapshot(db, async (snapshot) => {
    const tables = [...(await listLeagueTables(snapshot)), ...(await listNflTables(snapshot))]
    const league = await snapshot
      .selectFrom('leagues')
      .select(HIDING_COLUMNS)
      .where('id', '=', leagueId)
      .executeTakeFirstOrThrow()
    const hiding = toPickHiding(league)
    const rowsOf = (table: LeagueTable) =>
      readLeagueRows(
        snapshot,
        table,
        leagueId,
        (row) => hiddenAt !== null && PICK_TABLES.includes(table.name) && isRowHidden(row, hiding, hiddenAt),
      )
    const files = temporaryFiles(folder)
    const userIds = new Set<number>()
    const mediaKeys: string[] = []
    let trophyKey = null as string | null
    for (const table of tables) {
      const onRow = (row: StoredRow) => {
        for (const column of userIdColumns(table)) if (row[column] !== null) userIds.add(Number(row[column]))
        if (table.name === 'feed_media') mediaKeys.push(...mediaKeysOf(row))
        if (table.name === 'trophy_pictures') trophyKey = String(row['file_key'])
      }
      const rows = toArchiveRows(rowsOf(table), table, files, onRow)
      await files.writeText(tablePath(table.name), toJsonArray(rows))
    }
    const people = await listPeople(snapshot, userIds)
    async function* readRows(name: string): AsyncGenerator<ArchiveRow> {
      const table = tables.find((each) => each.name === name)
      if (table !== undefined) yield* rowsOf(table) as AsyncGenerator<ArchiveRow>
    }
    const csvFiles = createCsvFiles(readRows, await listSeasons(snapshot, leagueId), people)
    for (const [name, lines] of Object.entries(csvFiles)) await files.writeText(csvPath(name), lines)
    const pictures = await listOwnerPictures(snapshot, leagueId)
    return { files: files.all, people, mediaKeys, trophyKey, pictures }
  })
}

async function listPeople(db: Kysely<Database>, userIds: ReadonlySet<number>): Promise<Person[]> {
  if (userIds.size === 0) return []
  return db
    .selectFrom('users')
    .select(['id', 'username', 'first_name', 'last_name'])
    .where('id', 'in', [...userIds])
    .orderBy('id')
    .execute()
}

/** Where the pictures of the owners are, by slug. */
async function listOwnerPictures(db: Kysely<Database>, leagueId: number) {
  const pictures = await findLeaguePictures(db, leagueId)
  const owners = await listOwners(db, leagueId)
  return new Map(
    owners.flatMap((owner) => {
      const source = pictureSourceOf(owner, pictures)
      return source === null ? [] : [[owner.slug, source]]
    }),
  )
}

/** Whether a pick is still hidden from everyone but its owner. */
function isRowHidden(row: StoredRow, hiding: PickHiding, now: Date): boolean {
  const savedAt = new Date(Number(row['updated_at'] ?? row['at']))
  return isPickHidden(hiding, { season: Number(row['season']), week: Number(row['week']) }, savedAt, now)
}

type TemporaryFiles = ReturnType<typeof temporaryFiles>

/** Temporary files with generated names, so that names in the archive are never used as local paths. */
function temporaryFiles(folder: string) {
  const all: CollectedFile[] = []
  const add = (name: string, isCompressed: boolean): string => {
    const path = join(folder, String(all.length))
    all.push({ name, path, isCompressed })
    return path
  }
  return {
    all,
    writeText: (name: string, text: AsyncIterable<string>) =>
      pipeline(Readable.from(text), createWriteStream(add(name, false), { mode: 0o600 })),
    /** For binary values, which are already compressed in the database. */
    writeBytes: (name: string, bytes: Uint8Array) => writeFile(add(name, true), bytes, { mode: 0o600 }),
  }
}

/** Converts rows to archive rows and writes their binary values to separate files. */
async function* toArchiveRows(
  rows: AsyncIterable<StoredRow>,
  table: LeagueTable,
  files: TemporaryFiles,
  onRow: (row: StoredRow) => void,
): AsyncGenerator<ArchiveRow> {
  for await (const row of rows) {
    onRow(row)
    const exported: ArchiveRow = {}
    for (const { name, kind } of table.columns) {
      const value = row[name]
      if (kind === 'bytes' && value !== null) {
        const file = bytesPath(table.name, table.primaryKey.map((column) => row[column]).join('-'), name)
        await files.writeBytes(file, value as Uint8Array)
        exported[name] = file
      } else exported[name] = value as ArchiveRow[string] & {}
    }
    yield exported
  }
}

async function* toJsonArray(rows: AsyncIterable<ArchiveRow>): AsyncGenerator<string> {
  let separator = '['
  for await (const row of rows) {
    yield separator + JSON.stringify(row)
    separator = ','
  }
  yield separator === '[' ? '[]' : ']'
}

/** Returns the storage keys of a media row: the file, and its thumbnail if it has one. */
function mediaKeysOf(row: StoredRow): string[] {
  const key = String(row['file_key'])
  return row['grid_size'] === null ? [key] : [key, thumbnailKeyOf(key)]
}
