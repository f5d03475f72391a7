import { DatabaseSync, type StatementSync } from 'node:sqlite'
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
import { isDiskFull, toDataFilesError } from './database-errors.ts'
import { toSqlParameters } from './sql-parameters.ts'

const MAX_CACHED_STATEMENTS = 500
const BUSY_TIMEOUT_MS = 5000

/** The number of commits by this process, to any file. */
let commitCount = 0

export type SqliteDialect = Dialect & {
  /** Changes with every commit by any process; null while the file is not open. */
  dataVersion: () => number | null
}

/**
 * A SQLite file with two connections. Writes and transactions are serialized on one of them. Reads outside of
 * transactions use the other one, so that they never wait for a transaction.
 */
export function sqliteDialect(file: string): SqliteDialect {
  const driver = new SqliteFileDriver(file)
  return {
    createAdapter: () => new ConcurrentSqliteAdapter(),
    createDriver: () => driver,
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    dataVersion: () => driver.dataVersion(),
  }
}

/** Reads may run during a transaction, on their own connection. Only writers wait for each other. */
class ConcurrentSqliteAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true
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
    const writer = new DatabaseSync(this.#file, { timeout: BUSY_TIMEOUT_MS })
    writer.exec('pragma journal_mode = wal')
    // With NORMAL, a power failure can lose committed rows.
    writer.exec('pragma synchronous = full')
    writer.exec('pragma foreign_keys = on')
    this.#writer = new StatementCache(writer)
    this.#reader = this.#newReader()
  }

  /**
   * Reads the version on the read connection, for which all writes come from other connections. This costs as much
   * as a short query, so the version is cached until this process commits or the current turn of the event loop
   * ends.
   */
  dataVersion(): number | null {
    if (this.#reader === undefined) return null
    if (this.#cachedVersion?.commits === commitCount) return this.#cachedVersion.version
    const current = { version: this.#reader.dataVersion(), commits: commitCount }
    this.#cachedVersion = current
    setImmediate(() => {
      if (this.#cachedVersion === current) this.#cachedVersion = null
    })
    return current.version
  }

  async acquireConnection(): Promise<SqliteConnection> {
    if (this.#writer === undefined || this.#reader === undefined) throw new Error('the database is closed')
    return new SqliteConnection(this.#writer, this.#reader, this.#writeMutex)
  }

  /** A read-only transaction sees the data as of its first query and does not block writers. */
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
      // While a prepared statement is not garbage collected, closing alone does not remove the write-ahead log.
      this.#writer?.exec('pragma wal_checkpoint(truncate)')
    } catch (error) {
      // On a full disk, the log remains and is applied at the next start.
      if (!isDiskFull(error)) throw error
    } finally {
      this.#writer?.close()
      this.#reader = undefined
      this.#writer = undefined
    }
  }

  #newReader(): StatementCache {
    return new StatementCache(new DatabaseSync(this.#file, { timeout: BUSY_TIMEOUT_MS, readOnly: true }))
  }
}

class SqliteConnection implements DatabaseConnection {
  readonly #writer: StatementCache
  readonly #reader: StatementCache
  readonly #writeMutex: Mutex
  #isInTransaction = false
  /** The connection of a read-only transaction. */
  #snapshot: StatementCache | undefined

  constructor(writer: StatementCache, reader: StatementCache, writeMutex: Mutex) {
    this.#writer = writer
    this.#reader = reader
    this.#writeMutex = writeMutex
  }

  async begin(): Promise<void> {
    await this.#writeMutex.lock()
    this.#isInTransaction = true
    // Immediate, so that a transaction waits for the write lock at its start and not at its first write.
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
    // On a full disk, SQLite has already rolled back the transaction.
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

/** A connection with a cache of prepared statements. */
class StatementCache {
  readonly #database: DatabaseSync
  readonly #cache = new Map<string, StatementSync>()

  constructor(database: DatabaseSync) {
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
    if (returnsRows(query)) return { rows: statement.all(...values) as Row[] }
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

  #statement(sql: string): StatementSync {
    const cached = this.#cache.get(sql)
    if (cached !== undefined) {
      this.#cache.delete(sql)
      this.#cache.set(sql, cached)
      return cached
    }
    const statement = this.#database.prepare(sql)
    this.#cache.set(sql, statement)
    const oldest = this.#cache.size > MAX_CACHED_STATEMENTS ? this.#cache.keys().next().value : undefined
    if (oldest !== undefined) this.#cache.delete(oldest)
    return statement
  }
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

/** Grants the lock to one caller at a time, in the order of the calls. */
class Mutex {
  #last: Promise<void> = Promise.resolve()
  #release: (() => void) | undefined

  async lock(): Promise<void> {
    const previous = this.#last
    let release: () => void = () => undefined
    this.#last = new Promise((resolve) => {
      release = resolve
    })
    await previous
    this.#release = release
  }

  unlock(): void {
    this.#release?.()
  }
}
