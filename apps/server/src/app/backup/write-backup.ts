import { type Kysely, sql } from 'kysely'
import { appliedMigrations, type Db, NewerDataError, unknownMigrations } from '../../database/database.ts'
import { isPostgres, listTables, type Table } from '../../database/list-tables.ts'
import type { Database } from '../../database/schema.ts'
import { lastSequenceValue } from '../../database/sequences.ts'
import { readRowBatches } from '../../database/table-rows.ts'
import { THUMBNAIL_TYPE, thumbnailKeyOf } from '../../media/media-keys.ts'
import type { MediaStore } from '../../media/media-store.ts'
import type { OwnerPictures } from '../../media/owner-pictures.ts'
import { writeFileAtomically } from '../../zip/write-file-atomically.ts'
import { type ZipWriter, zipWriter } from '../../zip/write-zip.ts'
import { BackupError } from './backup-error.ts'
import {
  MANIFEST_FILE,
  MANIFEST_HEADER,
  type Manifest,
  type MediaContent,
  MediaKey,
  mediaFile,
  type PictureContent,
  pictureFile,
  secretKeyCheck,
  type TableContent,
  tableFile,
} from './backup-format.ts'
import { serializeRow } from './serialize-row.ts'

export type BackupSource = {
  db: Db
  media: MediaStore
  pictures: OwnerPictures
  secretKey: string
  release: string
  now: () => Date
  /** Told after each table. */
  onTable?: (table: string, rows: number) => void
  /** Ends the work, and leaves no file. */
  signal?: AbortSignal
}

/**
 * Writes everything that is stored to one file: the rows of one moment, and the files that they
 * name. Others may write to the data meanwhile. Under its name stands the whole file or none.
 * Throws a BackupError where there are no data, a NewerDataError for those of a newer release.
 */
export async function writeBackup(file: string, source: BackupSource): Promise<Manifest> {
  const newer = await unknownMigrations(source.db)
  if (newer.length > 0) {
    throw new NewerDataError(
      `The data were written by a newer release of Fieldhouse (it knows ${newer.join(', ')}). Make the backup with that release.`,
    )
  }
  const zip = zipWriter(source.now())
  const written = writeFileAtomically(file, zip.output, source.signal)
  // Whichever fails first ends the other, and is what is told below.
  written.catch(() => undefined)
  try {
    const manifest = await writeContents(zip, source)
    await written
    return manifest
  } catch (error) {
    zip.fail(error)
    await written
    throw error
  }
}

async function writeContents(zip: ZipWriter, source: BackupSource): Promise<Manifest> {
  const { db, secretKey, release, now } = source
  // Files before rows: whoever deletes one afterwards cannot take it out of the backup, and the
  // moment of the rows is held no longer than it takes to write them.
  const files = mediaWriter(zip, source.media)
  await files.add(await listMedia(db))
  const pictures = await addPictures(zip, source.pictures)
  const reading = db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only')
  const { media, ...rows } = await reading.execute(async (moment) => ({
    engine: isPostgres(moment) ? ('postgres' as const) : ('sqlite' as const),
    migrations: await migrationsOf(moment),
    tables: await addTables(zip, moment, source.onTable),
    media: await listMedia(moment),
  }))
  await files.add(media)
  const manifest: Manifest = {
    ...MANIFEST_HEADER,
    release,
    made_at: now().toISOString(),
    ...rows,
    key_check: secretKeyCheck(secretKey),
    media: files.added,
    pictures,
    missing: media.map(({ key }) => key).filter((key) => !files.has(key)),
  }
  await zip.add(MANIFEST_FILE, toBytes([JSON.stringify(manifest)]), { isCompressed: true })
  zip.end()
  return manifest
}

async function migrationsOf(db: Kysely<Database>): Promise<string[]> {
  const migrations = await appliedMigrations(db)
  if (migrations.length > 0) return migrations
  throw new BackupError('There are no data yet. Start the server once; what to back up comes with its use.')
}

async function addTables(
  zip: ZipWriter,
  db: Kysely<Database>,
  onTable: BackupSource['onTable'],
): Promise<TableContent[]> {
  const added: TableContent[] = []
  for (const table of await listTables(db)) {
    const content = await addTable(zip, db, table)
    added.push(content)
    onTable?.(table.name, content.rows)
  }
  return added
}

async function addTable(zip: ZipWriter, db: Kysely<Database>, table: Table): Promise<TableContent> {
  const { name, autoIncrementColumn } = table
  const columns = table.columns.map((column) => ({ name: column.name, kind: column.kind }))
  let count = 0
  async function* lines() {
    for await (const rows of readRowBatches(db, table)) {
      count += rows.length
      yield rows.map((row) => serializeRow(row, columns)).join('')
    }
  }
  const content = await zip.add(tableFile(name), toBytes(lines()), { isCompressed: true })
  const countedTo =
    autoIncrementColumn === null ? null : String(await lastSequenceValue(db, table, autoIncrementColumn))
  return { name, columns, rows: count, counted_to: countedTo, ...content }
}

type StoredMedia = Pick<MediaContent, 'key' | 'content_type'>

/** The files that the media of a database have; none where it is of a release before media. */
async function listMedia(db: Kysely<Database>): Promise<StoredMedia[]> {
  const tables = await db.introspection.getTables()
  if (!tables.some(({ name }) => name === 'feed_media')) return []
  const media = await sql<{ file_key: string; content_type: string; has_grid: number }>`
    select file_key, content_type, case when grid_size is null then 0 else 1 end as has_grid
    from feed_media order by item_id`.execute(db)
  return media.rows.flatMap(({ file_key: key, content_type, has_grid }) => {
    const medium = { key, content_type }
    return has_grid === 0 ? [medium] : [medium, { key: thumbnailKeyOf(key), content_type: THUMBNAIL_TYPE }]
  })
}

/** Adds files of media once each, and those that are gone not at all. */
function mediaWriter(zip: ZipWriter, store: MediaStore) {
  const added = new Map<string, MediaContent>()
  return {
    get added() {
      return [...added.values()]
    },
    has: (key: string) => added.has(key),

    async add(media: readonly StoredMedia[]): Promise<void> {
      for (const medium of media) {
        if (added.has(medium.key) || !MediaKey.safeParse(medium.key).success) continue
        const stream = await store.read(medium.key, null)
        if (stream === null) continue
        added.set(medium.key, { ...medium, ...(await zip.add(mediaFile(medium.key), stream)) })
      }
    },
  }
}

async function addPictures(zip: ZipWriter, pictures: OwnerPictures): Promise<PictureContent[]> {
  const added: PictureContent[] = []
  for (const slug of await pictures.listSlugs()) {
    const picture = await pictures.read(slug)
    if (picture !== null) added.push({ slug, ...(await zip.add(pictureFile(slug), toBytes([picture]))) })
  }
  return added
}

async function* toBytes(parts: AsyncIterable<string> | Iterable<string | Uint8Array>) {
  for await (const part of parts) yield typeof part === 'string' ? Buffer.from(part) : part
}
