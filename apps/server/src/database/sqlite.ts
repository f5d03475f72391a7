import { createRequire } from 'node:module'
import type { DatabaseSyncInstance, StatementSyncInstance } from '@photostructure/sqlite'
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  SelectQueryNode,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type TransactionSettings,
} from 'kysely'
import { toDataFilesError } from './database-errors.ts'
import { toSqlParameters } from './sql-parameters.ts'

type SqliteModule = typeof import('@photostructure/sqlite')

const MAX_CACHED_STATEMENTS = 500
const BUSY_TIMEOUT_MS = 5000
const SQLITE_FULL = 13

/** How often this process has committed to any file. */
let commitCount = 0

/** The engine that Node brings, else the same interface from a package. */
export function sqliteModule(): SqliteModule {
  const builtIn = process.getBuiltinModule?.('node:sqlite' as 'node:fs') as unknown as
    | SqliteModule
    | undefined
  return builtIn ?? (createRequire(import.meta.url)('@photostructure/sqlite') as SqliteModule)
}

export type SqliteDialect = Dialect & {
  /** A number that differs after every commit, whoever made it; null while the file is not open. */
  dataVersion: () => number | null
}

/**
 * One SQLite file: writes and transactions take turns on one connection, plain reads use
 * another, so that a long transaction never makes a reader wait.
 */
export function sqliteDialect(file: string): SqliteDialect {
  const driver = new SqliteFileDriver(file)
  return {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => driver,
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    dataVersion: () => driver.dataVersion(),
  }
}

class SqliteFileDriver implements Driver {
  readonly #file: string
  readonly #writeMutex = new Mutex()
  #writer: StatementCache | undefined
  #reader: StatementCache | undefined
  #cachedVersion: { version: number; commits: number } | null = null

  constructor(file: string) {
    this.#file = file
  }

  async init(): Promise<void> {
    try {
      this.#open()
    } catch (cause) {
      throw toDataFilesError(cause, `The file ${this.#file}`)
    }
  }

  #open(): void {
    const { DatabaseSync } = sqliteModule()
    const writer = new DatabaseSync(this.#file, { timeout: BUSY_TIMEOUT_MS })
    writer.exec('pragma journal_mode = wal')
    // NORMAL loses acknowledged rows when the power fails.
    writer.exec('pragma synchronous = full')
    writer.exec('pragma foreign_keys = on')
    this.#writer = new StatementCache(writer)
    this.#reader = this.#newReader()
  }

  /**
   * Of the reading connection, for which every write is somebody else's. Asking takes as long as a short
   * query, so that requests which came together share one answer: until this process commits, or its loop
   * looks for what has come since.
   */
  dataVersion(): number | null {
    if (this.#reader === undefined) return null
    if (this.#cachedVersion?.commits === commitCount) return this.#cachedVersion.version
    const seen = { version: this.#reader.dataVersion(), commits: commitCount }
    this.#cachedVersion = seen
    setImmediate(() => {
      if (this.#cachedVersion === seen) this.#cachedVersion = null
    })
    return seen.version
  }

  async acquireConnection(): Promise<SqliteConnection> {
    if (this.#writer === undefined || this.#reader === undefined) throw new Error('the database is closed')
    return new SqliteConnection(this.#writer, this.#reader, this.#writeMutex)
  }

  /** One that only reads sees the data as they are at its first question, and makes nobody wait. */
  async beginTransaction(connection: SqliteConnection, settings: TransactionSettings): Promise<void> {
    if (settings.accessMode === 'read only') connection.beginReadOnly(this.#newReader())
    else await connection.begin()
  }

  async commitTransaction(connection: SqliteConnection): Promise<void> {
    connection.commit()
  }

  async rollbackTransaction(connection: SqliteConnection): Promise<void> {
    connection.rollback()
  }

  async releaseConnection(connection: SqliteConnection): Promise<void> {
    connection.release()
  }

  async destroy(): Promise<void> {
    this.#reader?.close()
    try {
      // Closing alone leaves the log beside the file while a statement waits to be collected.
      this.#writer?.exec('pragma wal_checkpoint(truncate)')
    } catch (error) {
      // On a full disk the log stays, and the next start reads it.
      if (!isDiskFull(error)) throw error
    } finally {
      this.#writer?.close()
      this.#reader = undefined
      this.#writer = undefined
    }
  }

  #newReader(): StatementCache {
    const { DatabaseSync } = sqliteModule()
    return new StatementCache(new DatabaseSync(this.#file, { timeout: BUSY_TIMEOUT_MS, readOnly: true }))
  }
}

class SqliteConnection implements DatabaseConnection {
  readonly #writer: StatementCache
  readonly #reader: StatementCache
  readonly #writeMutex: Mutex
  #isInTransaction = false
  /** The connection of a transaction that only reads. */
  #snapshot: StatementCache | undefined

  constructor(writer: StatementCache, reader: StatementCache, turn: Mutex) {
    this.#writer = writer
    this.#reader = reader
    this.#writeMutex = turn
  }

  async begin(): Promise<void> {
    await this.#writeMutex.lock()
    this.#isInTransaction = true
    // Immediate, so that a transaction that will write waits at its start and never in its middle.
    this.#writer.exec('begin immediate')
  }

  beginReadOnly(snapshot: StatementCache): void {
    this.#snapshot = snapshot
    snapshot.exec('begin')
  }

  commit(): void {
    const statements = this.#snapshot ?? this.#writer
    statements.exec('commit')
    commitCount += 1
  }

  rollback(): void {
    const statements = this.#snapshot ?? this.#writer
    // A full disk ends the transaction by itself.
    if (statements.isInTransaction) statements.exec('rollback')
  }

  release(): void {
    this.#snapshot?.close()
    this.#snapshot = undefined
    if (!this.#isInTransaction) return
    this.#isInTransaction = false
    this.#writeMutex.unlock()
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    if (this.#snapshot !== undefined) return this.#snapshot.run<Row>(query)
    if (this.#isInTransaction) return this.#writer.run<Row>(query)
    if (SelectQueryNode.is(query.query)) return this.#reader.run<Row>(query)
    await this.#writeMutex.lock()
    try {
      return this.#writer.run<Row>(query)
    } finally {
      commitCount += 1
      this.#writeMutex.unlock()
    }
  }

  async *streamQuery<Row>(query: CompiledQuery): AsyncIterableIterator<QueryResult<Row>> {
    yield await this.executeQuery<Row>(query)
  }
}

/** The statements of one connection, prepared once and kept. */
class StatementCache {
  readonly #database: DatabaseSyncInstance
  readonly #cache = new Map<string, StatementSyncInstance>()

  constructor(database: DatabaseSyncInstance) {
    this.#database = database
  }

  get isInTransaction(): boolean {
    return this.#database.isTransaction
  }

  exec(sql: string): void {
    this.#database.exec(sql)
  }

  run<Row>(query: CompiledQuery): QueryResult<Row> {
    const statement = this.#statement(query.sql)
    const values = toSqlParameters(query.parameters)
    if (returnsRows(query)) return { rows: allRows(statement, values) as Row[] }
    const { changes, lastInsertRowid } = statement.run(...values)
    return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) }
  }

  /** https://www.sqlite.org/pragma.html#pragma_data_version */
  dataVersion(): number {
    const row = this.#statement('pragma data_version').get() as { data_version: number }
    return row.data_version
  }

  close(): void {
    this.#cache.clear()
    this.#database.close()
  }

  #statement(sql: string): StatementSyncInstance {
    const kept = this.#cache.get(sql)
    if (kept !== undefined) {
      this.#cache.delete(sql)
      this.#cache.set(sql, kept)
      return kept
    }
    const statement = this.#database.prepare(sql)
    this.#cache.set(sql, statement)
    const oldest = this.#cache.size > MAX_CACHED_STATEMENTS ? this.#cache.keys().next().value : undefined
    if (oldest !== undefined) this.#cache.delete(oldest)
    return statement
  }
}

/**
 * The package for Node 20 leaves the error's code off when `all` fails. A statement that failed
 * has changed nothing, so that it can be asked again in the way that tells.
 */
function allRows(statement: StatementSyncInstance, values: ReturnType<typeof toSqlParameters>): unknown[] {
  try {
    return statement.all(...values)
  } catch (error) {
    if (error instanceof Error && !('errcode' in error)) statement.get(...values)
    throw error
  }
}

function isDiskFull(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === SQLITE_FULL
}

function returnsRows({ query, sql }: CompiledQuery): boolean {
  switch (query.kind) {
    case 'SelectQueryNode':
      return true
    case 'InsertQueryNode':
    case 'UpdateQueryNode':
    case 'DeleteQueryNode':
      return query.returning !== undefined
    default:
      return /^\s*(select|with|pragma|explain|values)\b/i.test(sql)
  }
}

/** Whoever takes the turn has it until it is given; the others wait in line. */
class Mutex {
  #last: Promise<void> = Promise.resolve()
  #release: (() => void) | undefined

  async lock(): Promise<void> {
    const before = this.#last
    let give: () => void = () => undefined
    this.#last = new Promise((resolve) => {
      give = resolve
    })
    await before
    this.#release = give
  }

  unlock(): void {
    this.#release?.()
  }
}
