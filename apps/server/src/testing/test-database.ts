import { randomBytes } from 'node:crypto'
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { inject } from 'vitest'
import {
  connect,
  type DatabaseAddress,
  type DatabaseEngine,
  type Db,
  migrate,
} from '../database/engine/database.ts'
import {
  emptyPostgres,
  emptySqlite,
  prepareSqlite,
  type RunPostgres,
  readPostgresSchema,
  readSqliteSchema,
} from './empty-database.ts'

/** The database engine of this test run. */
export const TEST_ENGINE: DatabaseEngine = process.env['TEST_ENGINE'] === 'postgres' ? 'postgres' : 'sqlite'

type EmptyDatabase = { address: DatabaseAddress; drop: () => Promise<void> }

export type TestDatabase = {
  db: Db
  address: DatabaseAddress
  /** Prepares the database for being emptied. */
  prepare: () => Promise<void>
  /**
   * Deletes all rows, for the next test with the same app. Returns false, and deletes nothing, if a test has changed the
   * schema.
   */
  empty: () => Promise<boolean>
  drop: () => Promise<void>
}

declare module 'vitest' {
  interface ProvidedContext {
    template: DatabaseAddress
    /** A folder for the files of all tests, which is removed after the last one. */
    testFolder: string
  }
}

let emptyCount = 0

/** A private migrated database, copied from the template that this run created with the real migrations. */
export async function createTestDatabase(engine: DatabaseEngine = TEST_ENGINE): Promise<TestDatabase> {
  return openDatabase(
    await (engine === TEST_ENGINE ? copyTemplate(inject('template')) : createMigratedDatabase(engine)),
  )
}

/** A private database with all migrations applied. */
export async function createMigratedDatabase(engine: DatabaseEngine): Promise<EmptyDatabase> {
  const database = await createEmptyDatabase(engine)
  const db = connect(database.address)
  await migrate(db)
  await db.destroy()
  return database
}

/** A private database without tables. */
export async function createEmptyDatabase(engine: DatabaseEngine): Promise<EmptyDatabase> {
  if (engine === 'sqlite') return createSqliteFile()
  const name = newDatabaseName()
  await queryServer(`create database ${name}`)
  return {
    address: { engine, url: urlOf(name) },
    drop: () => dropDatabase(name),
  }
}

type FilledDatabase<Details> = EmptyDatabase & { details: Details }

/** The databases that tests of this file copy, by the function that filled them. */
const filledDatabases = new Map<unknown, Promise<FilledDatabase<unknown>>>()

/**
 * A private copy of a database that `fill` fills once per file of tests, and what `fill` returned. `create` creates
 * the database for it.
 */
export async function copyFilledDatabase<Details>(
  fill: (database: TestDatabase) => Promise<Details>,
  create: () => Promise<TestDatabase> = createTestDatabase,
): Promise<TestDatabase & { details: Details }> {
  const filled = (filledDatabases.get(fill) ?? fillDatabase(fill, create)) as Promise<FilledDatabase<Details>>
  filledDatabases.set(fill, filled)
  const { address, details } = await filled
  if (address.engine === 'postgres') await closeEmptier(databaseOf(address.url))
  return { ...(await openDatabase(await copyClosedDatabase(address))), details }
}

async function fillDatabase<Details>(
  fill: (database: TestDatabase) => Promise<Details>,
  create: () => Promise<TestDatabase>,
): Promise<FilledDatabase<Details>> {
  const database = await create()
  const details = await fill(database)
  // Neither engine can copy a database that is in use.
  await database.db.destroy()
  return { ...database, details }
}

async function copyClosedDatabase(source: DatabaseAddress): Promise<EmptyDatabase> {
  if (source.engine === 'sqlite') return copySqliteFile(source.file)
  const name = newDatabaseName()
  await queryServer(`create database ${name} template ${databaseOf(source.url)}`)
  return { address: { engine: 'postgres', url: urlOf(name) }, drop: () => dropDatabase(name) }
}

async function copyTemplate(source: DatabaseAddress): Promise<EmptyDatabase> {
  if (source.engine === 'sqlite') return copySqliteFile(source.file, inject('testFolder'))
  const name = databasePool.pop() ?? (await createPostgresCopy(databaseOf(source.url)))
  return {
    address: { engine: 'postgres', url: urlOf(name) } as const,
    drop: async () => {
      const run = await emptierOf(name)
      await run(DISCONNECT_CLIENTS)
      const isEmpty = await emptyUnchanged(run, 0)
      if (isEmpty) databasePool.push(name)
      else await dropDatabase(name)
    },
  }
}

/** The schema of every copy of the template that no test has changed. */
let postgresSchema: string | undefined

async function createPostgresCopy(template: string): Promise<string> {
  const name = `${template}_${randomSuffix()}`
  await queryServer(`create database ${name} template ${template}`)
  postgresSchema ??= await withClient(readPostgresSchema, name)
  return name
}

/** Deletes all rows. Returns false, and deletes nothing, if a test has changed the schema or added much data. */
async function emptyUnchanged(run: RunPostgres, historyVersion: number): Promise<boolean> {
  if ((await readPostgresSchema(run)) !== postgresSchema) return false
  return emptyPostgres(run, historyVersion)
}

/** The connections that empty databases, by the database. Opening one takes longer than the rest of the work. */
const emptiers = new Map<string, Promise<pg.Client>>()

async function emptierOf(database: string): Promise<RunPostgres> {
  const opening = emptiers.get(database) ?? openEmptier(database)
  emptiers.set(database, opening)
  const client = await opening
  return async (statements) => (await client.query(statements)).rows ?? []
}

async function openEmptier(database: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: urlOf(database) })
  // Its database is dropped after the last test.
  client.on('error', () => emptiers.delete(database))
  await client.connect()
  return client
}

/** A database that is copied or dropped must have no connection. */
async function closeEmptier(database: string): Promise<void> {
  const opening = emptiers.get(database)
  emptiers.delete(database)
  await (await opening)?.end()
}

const DISCONNECT_CLIENTS = `
  select pg_terminate_backend(pid) from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid()`

/**
 * Copies that earlier tests of this worker have finished with. Creating and dropping a PostgreSQL database
 * takes many times as long as emptying one for the next test.
 */
const databasePool: string[] = []

/** Drops the copies of a template that the workers still have. */
export async function dropCopies(template: DatabaseAddress): Promise<void> {
  if (template.engine === 'sqlite') return
  const copies = await queryServer(
    `select datname as name from pg_database where starts_with(datname, '${databaseOf(template.url)}_')`,
  )
  for (const { name } of copies) await dropDatabase(String(name))
}

/** Drops the filled databases; runs after the last test of a file. */
export async function dropFilledDatabases(): Promise<void> {
  const filled = [...filledDatabases.values()]
  filledDatabases.clear()
  // A database that could not be filled has failed its tests already.
  for (const result of await Promise.allSettled(filled))
    if (result.status === 'fulfilled') await result.value.drop()
}

const dropDatabase = async (name: string) => {
  await closeEmptier(name)
  await queryServer(`drop database if exists ${name} with (force)`)
}

async function openDatabase({ address, drop }: EmptyDatabase): Promise<TestDatabase> {
  const db = connect(address)
  let sqliteSchema = address.engine === 'sqlite' ? await readSqliteSchema(db) : undefined
  return {
    db,
    address,
    prepare: async () => {
      if (sqliteSchema === undefined) return
      await prepareSqlite(db)
      sqliteSchema = await readSqliteSchema(db)
    },
    empty: async () => {
      if (address.engine === 'postgres') {
        emptyCount += 1
        return emptyUnchanged(await emptierOf(databaseOf(address.url)), 1000 * emptyCount)
      }
      if ((await readSqliteSchema(db)) !== sqliteSchema) return false
      await emptySqlite(db)
      return true
    },
    drop: async () => {
      await db.destroy()
      await drop()
    },
  }
}

function createSqliteFile(parent = tmpdir()) {
  const folder = mkdtempSync(join(parent, 'fieldhouse-test-'))
  return {
    address: { engine: 'sqlite', file: join(folder, 'fieldhouse.db') } as const,
    drop: async () => rmSync(folder, { recursive: true, force: true }),
  }
}

function copySqliteFile(source: string, parent?: string) {
  const copy = createSqliteFile(parent)
  copyFileSync(source, copy.address.file)
  return copy
}

function newDatabaseName(): string {
  return `fieldhouse_${process.pid}_${randomSuffix()}`
}

/** Unique in a run: tests that reset the modules of a worker would start to count again. */
function randomSuffix(): string {
  return randomBytes(6).toString('hex')
}

function urlOf(name: string): string {
  const url = new URL(serverUrl())
  url.pathname = `/${name}`
  return url.toString()
}

const databaseOf = (url: string) => new URL(url).pathname.slice(1)

function serverUrl(): string {
  const url = process.env['TEST_DATABASE_URL']
  if (url === undefined)
    throw new Error('TEST_DATABASE_URL is not set. Run npm test, which finds or starts PostgreSQL.')
  return url
}

const queryServer = (sql: string) => withClient((run) => run(sql))

/** Connects to a database, by default to the one of TEST_DATABASE_URL. */
async function withClient<Result>(
  work: (run: RunPostgres) => Promise<Result>,
  database?: string,
): Promise<Result> {
  const client = new pg.Client({
    connectionString: database === undefined ? serverUrl() : urlOf(database),
  })
  await client.connect()
  try {
    return await work(async (statements) => (await client.query(statements)).rows ?? [])
  } finally {
    await client.end()
  }
}
