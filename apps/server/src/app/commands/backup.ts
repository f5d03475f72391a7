import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { connect } from '../../database/database.ts'
import { createMediaStore } from '../../media/create-media-store.ts'
import { ownerPictures, ownerPicturesFolder } from '../../media/owner-pictures.ts'
import { readSettings } from '../../settings.ts'
import type { Manifest } from '../backup/backup-format.ts'
import { writeBackup } from '../backup/write-backup.ts'
import { loadEnvironment } from '../environment.ts'
import { RELEASE } from '../release.ts'
import { type Command, FailedError, UsageError } from './command.ts'
import { singleFileArgument } from './file-argument.ts'

/** Of the files that are missing, so many are named. */
const MAX_NAMED_FILES = 10

/** May run beside a server, which goes on; the data stay as they are, of an older release too. */
export const backupCommand: Command = {
  usage: 'FILE [--force]',
  async run(args, tell) {
    const { values, positionals } = parseArgs({
      args,
      options: { force: { type: 'boolean' } },
      allowPositionals: true,
    })
    const file = singleFileArgument(positionals, 'Name the file to write, such as fieldhouse.zip.')
    if (existsSync(file) && values.force !== true) {
      throw new UsageError(`${file} is there already. Name another file, or replace it with --force.`)
    }
    const manifest = await withStopSignal((signal) => createBackup(file, signal))
    for (const line of summaryLines(file, manifest)) tell(line)
  },
}

async function createBackup(file: string, signal: AbortSignal): Promise<Manifest> {
  const settings = readSettings(loadEnvironment())
  const { database, secretKey, dataDir } = settings
  if (database.engine === 'sqlite' && !existsSync(database.file)) {
    throw new UsageError(`There is no database ${database.file}. DATA_DIR names its folder.`)
  }
  const db = connect(database)
  try {
    return await writeBackup(file, {
      db,
      media: await createMediaStore(settings),
      pictures: ownerPictures(ownerPicturesFolder(dataDir)),
      secretKey,
      release: RELEASE,
      now: () => new Date(),
      signal,
    })
  } catch (error) {
    throw isFileSystemError(error)
      ? new FailedError(`No backup was made: ${error.message}.`, { cause: error })
      : error
  } finally {
    await db.destroy()
  }
}

/** A signal ends the work in good order: what was written of the file so far is taken away. */
async function withStopSignal<Result>(work: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
  const stop = new AbortController()
  const end = () => stop.abort(new FailedError('Stopped. No backup was made.'))
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, end)
  try {
    return await work(stop.signal)
  } catch (error) {
    throw stop.signal.aborted ? stop.signal.reason : error
  }
}

function isFileSystemError(error: unknown): error is Error {
  return error instanceof Error && 'syscall' in error
}

function summaryLines(file: string, { tables, media, pictures, missing }: Manifest): string[] {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  const lost = missing.length === 0 ? [] : [missingFilesMessage(missing)]
  return [
    `${file} has everything that is stored: ${rows} rows, ${media.length} files of media, ${pictures.length} pictures of owners.`,
    ...lost,
    'It holds password hashes and email addresses: keep it as you keep the data.',
    "The server's secrets are not in it. Keep SECRET_KEY, or the file secret-key of the data folder, somewhere else: without it the leagues' cookies cannot be opened.",
  ]
}

function missingFilesMessage(missing: readonly string[]): string {
  const names = missing.slice(0, MAX_NAMED_FILES).join(', ')
  const others = missing.length > MAX_NAMED_FILES ? ` and ${missing.length - MAX_NAMED_FILES} more` : ''
  return `Missing in the storage of media, and so in the backup: ${names}${others}.`
}
