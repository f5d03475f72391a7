import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Kysely, type LogEvent, sql, type Transaction } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import { migrations, RELEASES } from '../migrations/all-migrations.ts'
import type { Database } from '../schema/schema.ts'
import { createVersionTriggers, dropVersionTriggers } from '../schema/version-triggers.ts'
import { databaseFailureOf, toDataFilesError } from './database-errors.ts'
import { hasTable } from './dialect.ts'
import { leagueVersionsReader, type ReadLeagueVersions, type VersionSource } from './league-memory.ts'
import { postgresDialect } from './postgres.ts'
import { sqliteDialect } from './sqlite/sqlite-dialect.ts'
import { withCheckedWrites } from './write-checks.ts'

export type DatabaseEngine = 'sqlite' | 'postgres'

export type Db = Kysely<Database>

export type DbTransaction = Transaction<Database>

export type DatabaseAddress = { engine: 'sqlite'; file: string } | { engine: 'postgres'; url: string }

/** An executed statement: its SQL, with placeholders for values, and its duration in milliseconds. */
export type ExecutedStatement = { sql: string; ms: number; hasFailed: boolean }

const versionSources = new WeakMap<Db, VersionSource>()

/** `onStatement` is called after every statement. The duration includes the wait for other writers. */
export function connect(address: DatabaseAddress, onStatement?: (statement: ExecutedStatement) => void): Db {
  const log = ({ query, queryDurationMillis: ms, level }: LogEvent) =>
    onStatement?.({ sql: query.sql, ms, hasFailed: level === 'error' })
  const dialect = address.engine === 'postgres' ? postgresDialect(address.url) : sqliteDialect(address.file)
  const db = new Kysely<Database>({ dialect: withCheckedWrites(dialect), ...(onStatement && { log }) })
  versionSources.set(db, dialect)
  return db
}

/** Makes writes to a SQLite file faster. A power failure can damage it, so it is for temporary files only. */
export async function disableDiskSync(db: Db): Promise<void> {
  await sql`pragma synchronous = off`.execute(db)
}

/** Reads the versions of the data of leagues; always null if the database cannot provide them. */
export function leagueVersionsOf(db: Db): ReadLeagueVersions {
  const source = versionSources.get(db)
  return source === undefined ? () => null : leagueVersionsReader(source)
}

/** The data was written by a newer release, or by a development build that is part of no release. */
export class IncompatibleDataError extends Error {
  override name = 'IncompatibleDataError'
}

/**
 * If one fails, all are rolled back. Throws an IncompatibleDataError unless this or an earlier release wrote the data.
 */
export async function migrate(db: Db, upTo?: string): Promise<void> {
  const applied = await appliedMigrations(db)
  assertCompatible(applied, 'Start that release, or restore an older backup.')
  // The migrator reads the whole schema before it finds that there is nothing to do.
  if (upTo === undefined && isComplete(applied)) return
  const migrator = new Migrator({ db, provider: { getMigrations: async () => MIGRATIONS } })
  const { error } = await (upTo === undefined ? migrator.migrateToLatest() : migrator.migrateTo(upTo))
  if (error !== undefined)
    throw error instanceof Error ? error : new Error('migration failed', { cause: error })
}

const NAMES = Object.keys(migrations)

/** The migrations, which exchange the triggers of an earlier release for those of this one. */
const MIGRATIONS: Record<string, Migration> = Object.fromEntries(
  Object.entries(migrations).map(([name, migration]) => [
    name,
    {
      up: async (db) => {
        await dropVersionTriggers(db)
        await migration.up(db)
        if (name === NAMES.at(-1)) await createVersionTriggers(db)
      },
    },
  ]),
)

export async function isMigrated(db: Db): Promise<boolean> {
  return isComplete(await appliedMigrations(db))
}

function isComplete(applied: readonly string[]): boolean {
  return NAMES.every((name) => applied.includes(name))
}

export function writerOf(applied: readonly string[]): 'release' | 'newer release' | 'development build' {
  const last = applied.at(-1)
  if (last === undefined || RELEASES.includes(last)) return 'release'
  return isComplete(applied) ? 'newer release' : 'development build'
}

/**
 * Throws an IncompatibleDataError unless these migrations are those of this release or an earlier one.
 * @param advice what to do with the data of a newer release
 */
export function assertCompatible(applied: readonly string[], advice: string): void {
  const writer = writerOf(applied)
  if (writer === 'release') return
  const unknown = applied.filter((name) => !NAMES.includes(name)).join(', ')
  throw new IncompatibleDataError(
    writer === 'newer release'
      ? `The data was written by a newer release of Fieldhouse (unknown migrations: ${unknown}). ${advice}`
      : 'The data was written by a development build of Fieldhouse, which no release can open: with that build, export each league (npm run admin -- export-league --league NAME FILE) to import it here into an empty database (npm run admin -- import-league FILE), or restore a backup that a release has made.',
  )
}

/** The names of the applied migrations, in order; empty for a database without our tables. */
export async function appliedMigrations(db: Db): Promise<string[]> {
  if (!(await hasTable(db, 'kysely_migration'))) return []
  const rows = await (db as unknown as Kysely<{ kysely_migration: { name: string } }>)
    .selectFrom('kysely_migration')
    .select('name')
    .orderBy('name')
    .execute()
  return rows.map((row) => row.name)
}

const MAX_ATTEMPTS = 5

/** Retries it when the engine requests that. `work` must have no other side effects than its queries. */
export async function inTransaction<Result>(
  db: Db,
  work: (transaction: DbTransaction) => Promise<Result>,
): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await db.transaction().execute(work)
    } catch (error) {
      if (attempt >= MAX_ATTEMPTS || databaseFailureOf(error) !== 'retry') throw error
    }
  }
}

/** Runs `work` with a consistent snapshot of the data, which does not block writers. */
export async function inSnapshot<Result>(
  db: Db,
  work: (snapshot: DbTransaction) => Promise<Result>,
): Promise<Result> {
  return db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(work)
}

export class DataFolderInUseError extends Error {
  override name = 'DataFolderInUseError'
}

/**
 * Locks a data directory for this process. It is an operating system lock, so it is released when the process
 * ends, even if it is killed. Throws a DataFolderInUseError with the id of the process that has the lock, or a
 * DataFilesError if the directory is not writable or its disk is full.
 */
export function lockDataFolder(folder: string): { release: () => void } {
  const pidFile = join(folder, 'server.pid')
  let opened: DatabaseSync | undefined
  try {
    // A lock of the operating system ends with the process. A file with a pid would outlive a crash.
    const lock = new DatabaseSync(join(folder, 'server.lock'))
    opened = lock
    lock.exec('pragma locking_mode = exclusive')
    lock.exec('begin exclusive')
    writeFileSync(pidFile, `${process.pid}\n`)
    return {
      release() {
        lock.exec('rollback')
        lock.close()
      },
    }
  } catch (cause) {
    opened?.close()
    if (databaseFailureOf(cause) !== 'busy') throw toDataFilesError(cause, `The data directory ${folder}`)
    throw new DataFolderInUseError(
      `The data directory ${folder} is in use by process ${readOwnerPid(pidFile)}. Stop that process first, or set DATA_DIR to another directory.`,
      { cause },
    )
  }
}

function readOwnerPid(pidFile: string): string {
  try {
    return readFileSync(pidFile, 'utf8').trim()
  } catch {
    // The process has the lock but has not written its id yet.
    return 'unknown'
  }
}
