import { appliedMigrations, assertCompatible, type Db, inSnapshot } from '../database/engine/database.ts'
import { usesPostgres } from '../database/engine/dialect.ts'
import { findLastId, listTables, readRowBatches, type Table } from '../database/portability/table-rows.ts'
import { writeFileAtomically } from '../files/durable-files.ts'
import { type ZipWriter, zipWriter } from '../files/zip.ts'
import { type MediaStore, THUMBNAIL_TYPE, thumbnailKeyOf } from '../media/media-store.ts'
import { listMediaFiles, type OwnerPictures } from '../media/owner-pictures.ts'
import {
  BackupError,
  MANIFEST_FILE,
  MANIFEST_HEADER,
  type Manifest,
  type MediaContent,
  MediaKey,
  mediaFile,
  type PictureContent,
  pictureFile,
  secretKeyCheck,
  serializeRow,
  type TableContent,
  tableFile,
} from './backup-format.ts'

export type BackupSource = {
  db: Db
  media: MediaStore
  pictures: OwnerPictures
  secretKey: string
  release: string
  now: () => Date
  onTable?: (table: string, rows: number) => void
  /** Aborts the backup without leaving a file. */
  signal?: AbortSignal
}

/**
 * Writes all data to one file: a consistent snapshot of the rows, and the files that they refer to. Can run
 * while the data is being changed. The file is written atomically. Throws a BackupError if there is no data yet,
 * and an IncompatibleDataError if the data was not written by this release or an earlier one.
 */
export async function writeBackup(file: string, source: BackupSource): Promise<Manifest> {
  const migrations = await appliedMigrations(source.db)
  assertCompatible(migrations, 'Make the backup with that release.')
  if (migrations.length === 0)
    throw new BackupError('There is no data to back up yet. Start the server once first.')
  const zip = zipWriter(source.now())
  const written = writeFileAtomically(file, zip.output, source.signal)
  // The failure of either side aborts the other. The first error is reported below.
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
  // Files before rows: a file that is deleted afterwards is then already in the backup, and the snapshot of the
  // rows stays open only as long as it takes to write them.
  const files = mediaWriter(zip, source.media)
  await files.add(await listMedia(db))
  const pictures = await addPictures(zip, source.pictures)
  const { media, ...rows } = await inSnapshot(db, async (snapshot) => ({
    engine: usesPostgres(snapshot) ? ('postgres' as const) : ('sqlite' as const),
    migrations: await appliedMigrations(snapshot),
    tables: await addTables(zip, snapshot, source.onTable),
    media: await listMedia(snapshot),
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
  await zip.add(MANIFEST_FILE, [JSON.stringify(manifest)], { isCompressed: true })
  zip.end()
  return manifest
}

async function addTables(zip: ZipWriter, db: Db, onTable: BackupSource['onTable']) {
  const added: TableContent[] = []
  for (const table of await listTables(db)) {
    const content = await addTable(zip, db, table)
    added.push(content)
    onTable?.(table.name, content.rows)
  }
  return added
}

async function addTable(zip: ZipWriter, db: Db, table: Table): Promise<TableContent> {
  const columns = table.columns.map((column) => ({ name: column.name, kind: column.kind }))
  let count = 0
  async function* lines() {
    for await (const rows of readRowBatches(db, table)) {
      count += rows.length
      yield rows.map((row) => serializeRow(row, columns)).join('')
    }
  }
  const content = await zip.add(tableFile(table.name), lines(), { isCompressed: true })
  const lastId = await findLastId(db, table)
  return { name: table.name, columns, rows: count, counted_to: lastId?.toString() ?? null, ...content }
}

type StoredMedia = Pick<MediaContent, 'key' | 'content_type'>

async function listMedia(db: Db): Promise<StoredMedia[]> {
  const files = await listMediaFiles(db)
  return files.flatMap(({ key, contentType, hasThumbnail }) => [
    { key, content_type: contentType },
    ...(hasThumbnail ? [{ key: thumbnailKeyOf(key), content_type: THUMBNAIL_TYPE }] : []),
  ])
}

function mediaWriter(zip: ZipWriter, store: MediaStore) {
  const added = new Map<string, MediaContent>()
  return {
    get added() {
      return [...added.values()]
    },
    has: (key: string) => added.has(key),

    async add(media: readonly StoredMedia[]): Promise<void> {
      for (const file of media) {
        if (added.has(file.key) || !MediaKey.safeParse(file.key).success) continue
        const stream = await store.read(file.key, null)
        if (stream === null) continue
        added.set(file.key, { ...file, ...(await zip.add(mediaFile(file.key), stream)) })
      }
    },
  }
}

async function addPictures(zip: ZipWriter, pictures: OwnerPictures): Promise<PictureContent[]> {
  const added: PictureContent[] = []
  for (const slug of await pictures.listSlugs()) {
    const picture = await pictures.read(slug)
    if (picture !== null) added.push({ slug, ...(await zip.add(pictureFile(slug), [picture])) })
  }
  return added
}
