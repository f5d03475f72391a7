import { Kysely, type LogEvent, type MigrationProvider, Migrator } from 'kysely'
import type { DataVersion } from './data-version.ts'
import { migrations } from './migrations.ts'
import { postgresDialect } from './postgres.ts'
import type { Database } from './schema.ts'
import { sqliteDialect } from './sqlite.ts'

export type DatabaseEngine = 'sqlite' | 'postgres'

export type Db = Kysely<Database>

/** Where the data is: a file of SQLite, or the address of a PostgreSQL. */
export type DatabaseAddress = { engine: 'sqlite'; file: string } | { engine: 'postgres'; url: string }

/** A statement that has run: its text, in which values are only placeholders, and how long it took. */
export type ExecutedStatement = { sql: string; ms: number; hasFailed: boolean }

/** At once where the engine tells it so. */
type DataVersionResult = DataVersion | null | Promise<DataVersion | null>

const dataVersions = new WeakMap<Db, () => DataVersionResult>()

/** `watch` is told of every statement that has run; the wait for a turn to write is part of its time. */
export function connect(address: DatabaseAddress, watch?: (statement: ExecutedStatement) => void): Db {
  const log = watch === undefined ? {} : { log: toKyselyLog(watch) }
  const dialect = address.engine === 'postgres' ? postgresDialect(address.url) : sqliteDialect(address.file)
  const db = new Kysely<Database>({ dialect, ...log })
  dataVersions.set(db, dialect.dataVersion)
  return db
}

function toKyselyLog(watch: (statement: ExecutedStatement) => void): (event: LogEvent) => void {
  return ({ query, queryDurationMillis, level }) =>
    watch({ sql: query.sql, ms: queryDurationMillis, hasFailed: level === 'error' })
}

/**
 * Differs after every commit to the database, whoever made it, so that what was read at the same
 * version still holds; null where the engine does not tell.
 */
export function dataVersion(db: Db): DataVersionResult {
  return dataVersions.get(db)?.() ?? null
}

/** The data were written by a newer release, whose tables this one does not know. */
export class NewerDataError extends Error {
  override name = 'NewerDataError'
}

/**
 * Brings the tables to this release, or to the older one whose last migration is `upTo`. Throws a NewerDataError when they are ahead of it;
 * a migration that fails leaves the tables as they were.
 */
export async function migrate(db: Db, upTo?: string): Promise<void> {
  const provider: MigrationProvider = { getMigrations: async () => migrations }
  const migrator = new Migrator({ db, provider })
  const unknown = await unknownMigrations(db)
  if (unknown.length > 0) {
    throw new NewerDataError(
      `The data were written by a newer release of Fieldhouse (it knows ${unknown.join(', ')}). Start that release, or restore an older backup.`,
    )
  }
  const { error } = await (upTo === undefined ? migrator.migrateToLatest() : migrator.migrateTo(upTo))
  if (error !== undefined)
    throw error instanceof Error ? error : new Error('a migration failed', { cause: error })
}

/** Whether every migration of this release has run. */
export async function isMigrated(db: Db): Promise<boolean> {
  const applied = await appliedMigrations(db)
  return Object.keys(migrations).every((name) => applied.includes(name))
}

/** The migrations that ran on a database and that this release does not know, in their order. */
export async function unknownMigrations(db: Db): Promise<string[]> {
  return (await appliedMigrations(db)).filter((name) => !(name in migrations))
}

/** The names of the migrations that ran, in their order; none where nothing of ours is. */
export async function appliedMigrations(db: Db): Promise<string[]> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true })
  if (!tables.some((table) => table.name === 'kysely_migration')) return []
  const rows = await (db as unknown as Kysely<{ kysely_migration: { name: string } }>)
    .selectFrom('kysely_migration')
    .select('name')
    .orderBy('name')
    .execute()
  return rows.map((row) => row.name)
}
