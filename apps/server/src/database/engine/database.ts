import { Kysely, type LogEvent, sql, type Transaction } from 'kysely'
import { type MigrationProvider, Migrator } from 'kysely/migration'
import { migrations } from '../migrations/all-migrations.ts'
import type { Database } from '../schema/schema.ts'
import { hasTable } from './has-table.ts'
import { leagueVersionsReader, type ReadLeagueVersions, type VersionSource } from './league-versions.ts'
import { postgresDialect } from './postgres.ts'
import { sqliteDialect } from './sqlite/sqlite-dialect.ts'
import { withCheckedWrites } from './write-checks.ts'

export type DatabaseEngine = 'sqlite' | 'postgres'

export type Db = Kysely<Database>

export type DbTransaction = Transaction<Database>

/** A SQLite file, or the URL of a PostgreSQL database. */
export type DatabaseAddress = { engine: 'sqlite'; file: string } | { engine: 'postgres'; url: string }

/** An executed statement: its SQL, with placeholders for values, and its duration in milliseconds. */
export type ExecutedStatement = { sql: string; ms: number; hasFailed: boolean }

const versionSources = new WeakMap<Db, VersionSource>()

/**
 * Opens a database. `onStatement` is called after every statement. The duration includes the wait for other
 * writers.
 */
export function connect(address: DatabaseAddress, onStatement?: (statement: ExecutedStatement) => void): Db {
  const log = onStatement === undefined ? {} : { log: toKyselyLog(onStatement) }
  const dialect = address.engine === 'postgres' ? postgresDialect(address.url) : sqliteDialect(address.file)
  const db = new Kysely<Database>({ dialect: withCheckedWrites(dialect), ...log })
  versionSources.set(db, dialect)
  return db
}

/** Makes writes to a SQLite file faster. A power failure can damage it, so it is for temporary files only. */
export async function disableDiskSync(db: Db): Promise<void> {
  await sql`pragma synchronous = off`.execute(db)
}

function toKyselyLog(onStatement: (statement: ExecutedStatement) => void): (event: LogEvent) => void {
  return ({ query, queryDurationMillis, level }) =>
    onStatement({ sql: query.sql, ms: queryDurationMillis, hasFailed: level === 'error' })
}

/** Reads the versions of the data of leagues; always null if the database cannot provide them. */
export function leagueVersionsOf(db: Db): ReadLeagueVersions {
  const source = versionSources.get(db)
  return source === undefined ? () => null : leagueVersionsReader(source)
}

/** The data was written by a newer release, with migrations that this release does not know. */
export class NewerDataError extends Error {
  override name = 'NewerDataError'
}

/**
 * Migrates the tables to this release, or only up to the migration `upTo`. If one fails, all are rolled
 * back. Throws a NewerDataError if the data was written by a newer release.
 */
export async function migrate(db: Db, upTo?: string): Promise<void> {
  const applied = await appliedMigrations(db)
  const unknown = applied.filter(isUnknown)
  if (unknown.length > 0) {
    throw new NewerDataError(
      `The data was written by a newer release of Fieldhouse (unknown migrations: ${unknown.join(', ')}). Start that release, or restore an older backup.`,
    )
  }
  // The migrator reads the whole schema before it finds that there is nothing to do.
  if (upTo === undefined && isComplete(applied)) return
  const provider: MigrationProvider = { getMigrations: async () => migrations }
  const migrator = new Migrator({ db, provider })
  const { error } = await (upTo === undefined ? migrator.migrateToLatest() : migrator.migrateTo(upTo))
  if (error !== undefined)
    throw error instanceof Error ? error : new Error('migration failed', { cause: error })
}

/** Whether all migrations of this release have been applied. */
export async function isMigrated(db: Db): Promise<boolean> {
  return isComplete(await appliedMigrations(db))
}

/** The applied migrations that this release does not know, in order. */
export async function unknownMigrations(db: Db): Promise<string[]> {
  return (await appliedMigrations(db)).filter(isUnknown)
}

const isUnknown = (migration: string) => !(migration in migrations)

function isComplete(applied: readonly string[]): boolean {
  return Object.keys(migrations).every((name) => applied.includes(name))
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
