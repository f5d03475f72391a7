import type { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { ZipFile } from 'yazl'
import type { Db } from '../../database/database.ts'
import { gridKeyOf } from '../../media/media-keys.ts'
import type { MediaStore } from '../../media/media-store.ts'
import { csvFile, MANIFEST, manifestOf, mediumFile, README, type Row, tableFile } from './archive-format.ts'
import { csvFilesOf } from './csv-files.ts'
import { type Snapshot, snapshotOf } from './snapshot.ts'

export type ExportOptions = { db: Db; files: MediaStore; now: () => Date }

/**
 * The archive of a league as a zip: its rows as they are at this moment, the raw answers, the
 * media, and tables for people. What of it is a secret stays here, and so do passwords and e-mail
 * addresses. A medium whose file is gone is left out; one that cannot be read ends the stream with
 * its error.
 */
export async function exportLeague(
  { db, files, now }: ExportOptions,
  league: { id: number; name: string },
): Promise<Readable> {
  const snapshot = await snapshotOf(db, league.id)
  const zip = new ZipFile()
  const mtime = now()
  const add = (name: string, content: string | Uint8Array, compress = true) =>
    zip.addBuffer(Buffer.from(content as string), name, { mtime, compress })
  add(MANIFEST, JSON.stringify(manifestOf(league.name, snapshot.people, mtime), null, 2))
  add(README, readmeOf(league.name))
  for (const [name, csv] of Object.entries(csvFilesOf(snapshot.tables, snapshot.people)))
    add(csvFile(name), csv)
  for (const [name, rows] of snapshot.tables) add(tableFile(name), JSON.stringify(rows))
  // What is stored as bytes is compressed already.
  for (const [name, content] of snapshot.bytes) add(name, content, false)
  const output = zip.outputStream as Readable
  const fail = (error: unknown) => output.destroy(error instanceof Error ? error : new Error(String(error)))
  zip.on('error', fail)
  addMedia(zip, files, snapshot, mtime).then(() => zip.end(), fail)
  return output
}

/** One file after the other: a league may have thousands, and each is open while it is read. */
async function addMedia(zip: ZipFile, files: MediaStore, { tables }: Snapshot, mtime: Date): Promise<void> {
  for (const key of (tables.get('feed_media') ?? []).flatMap(keysOf)) {
    const stream = await files.read(key, null)
    if (stream === null) continue
    // Whoever reads the archive may go away.
    const stop = () => stream.destroy()
    zip.outputStream.once('close', stop)
    zip.addReadStream(stream, mediumFile(key), { mtime, compress: false })
    await finished(stream)
    zip.outputStream.off('close', stop)
  }
}

/** The files of a row of media. */
export function keysOf(medium: Row): string[] {
  const key = String(medium['file_key'])
  return medium['grid_size'] === null ? [key] : [key, gridKeyOf(key)]
}

function readmeOf(league: string): string {
  return [
    `This is the league ${league}, as Fieldhouse keeps it.`,
    '',
    'csv/     standings, games, picks and the feed, for spreadsheets',
    'tables/  everything that is stored, as JSON',
    'bytes/   what the provider answered, as it came (gzip)',
    'media/   uploaded pictures and videos',
    '',
    'A Fieldhouse reads it with "Import a league" in the admin panel, or with',
    '  npm run admin -- import-league FILE',
    'Passwords, e-mail addresses and cookies are not in it.',
    '',
  ].join('\n')
}
