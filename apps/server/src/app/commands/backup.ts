import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'
import type { Manifest } from '../../backup/backup-format.ts'
import { writeBackup } from '../../backup/write-backup.ts'
import { createMediaStore } from '../../media/create-media-store.ts'
import { ownerPictures, ownerPicturesFolder } from '../../media/owner-pictures.ts'
import { RELEASE } from '../release.ts'
import { type Command, FailedError, singleFileArgument, UsageError } from './command.ts'
import { withExistingDatabase } from './with-database.ts'

const MAX_LISTED_FILES = 10

/** Can run while a server is running. Does not change the data and does not migrate it. */
export const backupCommand: Command = {
  summary: 'Writes the database and all media to one file',
  usage: 'FILE [--force]',
  async run(args, printLine) {
    const { values, positionals } = parseArgs({
      args,
      options: { force: { type: 'boolean' } },
      allowPositionals: true,
    })
    const file = singleFileArgument(positionals, 'Specify the file to write, such as fieldhouse.zip.')
    if (existsSync(file) && values.force !== true)
      throw new UsageError(`${file} already exists. Choose another file name, or overwrite it with --force.`)
    const manifest = await withStopSignal((signal) => createBackup(file, signal))
    for (const line of summaryLines(file, manifest)) printLine(line)
  },
}

function createBackup(file: string, signal: AbortSignal): Promise<Manifest> {
  return withExistingDatabase(async (db, settings) => {
    try {
      return await writeBackup(file, {
        db,
        media: await createMediaStore(settings),
        pictures: ownerPictures(ownerPicturesFolder(settings.dataDir)),
        secretKey: settings.secretKey,
        release: RELEASE,
        now: () => new Date(),
        signal,
      })
    } catch (error) {
      throw isFileSystemError(error)
        ? new FailedError(`Failed to write the backup: ${error.message}.`, { cause: error })
        : error
    }
  })
}

/** Aborts `work` on SIGINT and SIGTERM, so that the partially written file is removed. */
async function withStopSignal<Result>(work: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
  const controller = new AbortController()
  const abort = () => controller.abort(new FailedError('Backup canceled. No file was written.'))
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, abort)
  try {
    return await work(controller.signal)
  } catch (error) {
    throw controller.signal.aborted ? controller.signal.reason : error
  }
}

function isFileSystemError(error: unknown): error is Error {
  return error instanceof Error && 'syscall' in error
}

function summaryLines(file: string, { tables, media, pictures, missing }: Manifest): string[] {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  const warnings = missing.length === 0 ? [] : [missingFilesMessage(missing)]
  return [
    `Backup written to ${file} (rows: ${rows}, media files: ${media.length}, owner pictures: ${pictures.length}).`,
    ...warnings,
    'The backup contains password hashes and email addresses. Protect it like the data itself.',
    "The backup does not contain the server's secrets. Store SECRET_KEY, or the file secret-key from the data directory, in another place. Without it, the leagues' cookies cannot be decrypted.",
  ]
}

function missingFilesMessage(missing: readonly string[]): string {
  const names = missing.slice(0, MAX_LISTED_FILES).join(', ')
  const unlisted = missing.length - MAX_LISTED_FILES
  return unlisted > 0
    ? `Media files missing from the storage and from the backup: ${names} and ${unlisted} more.`
    : `Media files missing from the storage and from the backup: ${names}.`
}
