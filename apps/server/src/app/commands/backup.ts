import { existsSync, mkdirSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { type Manifest, secretKeyCheck } from '../../backup/backup-format.ts'
import { restoreBackup } from '../../backup/restore-backup.ts'
import { writeBackup } from '../../backup/write-backup.ts'
import { connect, type DatabaseAddress, lockDataFolder, migrate } from '../../database/engine/database.ts'
import { copyDatabase } from '../../database/portability/table-rows.ts'
import { createMediaStore } from '../../media/file-store.ts'
import { ownerPictures, ownerPicturesFolder } from '../../media/owner-pictures.ts'
import { DatabaseUrl, loadEnvironment, readSettings, type Settings } from '../../settings.ts'
import { RELEASE } from '../app-options.ts'
import {
  type Command,
  existingFileArgument,
  FailedError,
  singleFileArgument,
  UsageError,
  withExistingDatabase,
} from './command.ts'

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
    for (const line of writtenLines(file, manifest)) printLine(line)
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

function writtenLines(file: string, { tables, media, pictures, missing }: Manifest): string[] {
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

/** Restores to the database and media storage of the configured server, which must not be running. */
export const restoreCommand: Command = {
  summary: 'Restores a backup to an empty database',
  usage: 'FILE',
  async run(args, printLine) {
    const { positionals } = parseArgs({ args, options: {}, allowPositionals: true })
    const file = existingFileArgument(positionals, 'Specify the backup to restore.')
    const settings = readSettings(loadEnvironment())
    const lock = lockDataFolder(settings.dataDir)
    try {
      const manifest = await restore(file, settings)
      for (const line of restoredLines(manifest, settings)) printLine(line)
    } finally {
      lock.release()
    }
  },
}

async function restore(file: string, settings: Settings): Promise<Manifest> {
  const { database, dataDir } = settings
  const db = connect(database)
  try {
    return await restoreBackup(file, {
      db,
      media: await createMediaStore(settings),
      pictures: ownerPictures(ownerPicturesFolder(dataDir)),
      workFolder: join(dataDir, 'restoring'),
    })
  } finally {
    await db.destroy()
  }
}

function restoredLines(manifest: Manifest, { secretKey }: Settings): string[] {
  const { tables, media, pictures, missing, made_at, release } = manifest
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  return [
    `Restored the backup made by release ${release} on ${made_at} (rows: ${rows}, media files: ${media.length}, owner pictures: ${pictures.length}).`,
    ...(missing.length === 0 ? [] : [`Media files missing from the backup: ${missing.length}.`]),
    ...(secretKeyCheck(secretKey) === manifest.key_check ? [] : [DIFFERENT_KEY_MESSAGE]),
  ]
}

const DIFFERENT_KEY_MESSAGE =
  "The backup was made with a different SECRET_KEY. Before you start the server, set that key, or copy its secret-key file to the data directory. Otherwise the leagues' cookies have to be entered again, and votes on open anonymous proposals can no longer be matched to their voters."

export const copyDatabaseCommand: Command = {
  summary: 'Copies a database to an empty one of either engine',
  usage: 'copy-database --from FILE|URL --to FILE|URL',
  async run(args, printLine) {
    const { values } = parseArgs({ args, options: { from: { type: 'string' }, to: { type: 'string' } } })
    if (!values.from || !values.to)
      throw new UsageError('Specify the source database with --from and an empty target database with --to.')
    const source = parseDatabaseAddress('--from', values.from)
    const target = parseDatabaseAddress('--to', values.to)
    if (source.engine === 'sqlite' && !existsSync(source.file))
      throw new UsageError(`Database not found: ${source.file}.`)
    const release = lockTargetFolder(target)
    try {
      await copy(source, target, printLine)
    } finally {
      release()
    }
  },
}

async function copy(source: DatabaseAddress, target: DatabaseAddress, printLine: (line: string) => void) {
  const [from, to] = [connect(source), connect(target)]
  let copied = 0
  try {
    await migrate(to)
    await copyDatabase({
      from,
      to,
      onTable: (table, rows) => {
        copied += rows
        printLine(`${table.padEnd(24)} ${String(rows).padStart(9)}`)
      },
    })
  } finally {
    await Promise.all([from.destroy(), to.destroy()])
  }
  printLine(
    `Rows copied: ${copied}. Secrets and media are not part of the database. Copy those files as well.`,
  )
}

/** Error messages do not repeat a value that may be a URL, because it can contain a password. */
function parseDatabaseAddress(option: string, value: string): DatabaseAddress {
  if (/^postgres(?:ql)?:\/\//.test(value)) {
    const { error } = DatabaseUrl.safeParse(value)
    if (error !== undefined) throw new UsageError(`${option}: ${error.issues[0]?.message ?? ''}.`)
    return { engine: 'postgres', url: value }
  }
  const path = value.replace(/^sqlite:/, '')
  if (path === '' || /^[\w+]+:\/\/|:.*@/.test(path))
    throw new UsageError(`${option} must be a SQLite file or a URL that starts with postgres://.`)
  const file = resolve(path)
  if (statSync(file, { throwIfNoEntry: false })?.isDirectory())
    throw new UsageError(
      `${file} is a directory. Specify the database file in it, such as ${join(file, 'fieldhouse.db')}.`,
    )
  return { engine: 'sqlite', file }
}

/** Locks it if a server has ever used it and may be running. Returns a function that releases the lock. */
function lockTargetFolder(target: DatabaseAddress): () => void {
  if (target.engine === 'postgres') return () => undefined
  const folder = dirname(target.file)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  if (!existsSync(join(folder, 'server.lock'))) return () => undefined
  return lockDataFolder(folder).release
}
