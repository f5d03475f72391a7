import { resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
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
import { isDiskFull, toDataFilesError } from '../database-errors.ts'
import type { VersionRow, VersionSource } from '../league-versions.ts'
import { toSqlParameters } from '../sql-parameters.ts'
import { type GroupedTransaction, GroupedWriter } from './grouped-writer.ts'
import { openSnapshot, type Snapshot } from './snapshot-threads.ts'
import { BUSY_TIMEOUT_MS, openReadOnly, StatementCache } from './statement-cache.ts'

const VERSIONS_QUERY = `select league_id as "leagueId", kind, cast(version as text) as version
  from data_versions where league_id in (0, ?)`

/**
 * A SQLite file with two connections. Writes and transactions are serialized on one of them, and written to disk in
 * groups. Reads outside of transactions use the other one, so that they never wait for a transaction. Read-only transactions, which read much,
 * have connections in other threads, so that they do not block this one.
 */
export function sqliteDialect(file: string): Dialect & VersionSource {
  const driver = new SqliteFileDriver(file)
  return {
    createAdapter: () => new ConcurrentSqliteAdapter(),
    createDriver: () => driver,
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    dataVersion: () => driver.dataVersion(),
    readVersions: (leagueId) => driver.readVersions(leagueId),
  }
}

class ConcurrentSqliteAdapter extends SqliteAdapter {
  /**
   * SQLite rolls back changes of the schema, too, so that a failed migration leaves nothing behind. Kysely assumes the
   * opposite. Source: https://www.sqlite.org/lang_transaction.html
   */
  override get supportsTransactionalDdl(): boolean {
    return true
  }

  /** Reads may run during a transaction, on their own connection. Only writers wait for each other. */
  override get supportsMultipleConnections(): boolean {
    return true
  }
}

class SqliteFileDriver implements Driver {
  readonly #file: string
  #writer: GroupedWriter | undefined
  #reader: StatementCache | undefined
  readonly #snapshots = new Set<Snapshot>()
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
    this.#writer = new GroupedWriter(new StatementCache(writer), resolve(this.#file))
    this.#reader = openReadOnly(this.#file)
  }

  /**
   * Reads the version on the read connection, for which all writes come from other connections. This costs as much
   * as a short query, so the version is cached until this process commits or the current turn of the event loop
   * ends.
   */
  dataVersion(): number | null {
    if (this.#reader === undefined) return null
    if (this.#cachedVersion?.commits === GroupedWriter.commitCount) return this.#cachedVersion.version
    const current = { version: this.#reader.dataVersion(), commits: GroupedWriter.commitCount }
    this.#cachedVersion = current
    setImmediate(() => {
      if (this.#cachedVersion === current) this.#cachedVersion = null
    })
    return current.version
  }

  readVersions(leagueId: number): VersionRow[] | null {
    return (this.#reader?.all(VERSIONS_QUERY, [leagueId]) as VersionRow[] | undefined) ?? null
  }

  async acquireConnection(): Promise<SqliteConnection> {
    if (this.#writer === undefined || this.#reader === undefined) throw new Error('the database is closed')
    return new SqliteConnection(this.#writer, this.#reader)
  }

  /** A read-only transaction sees the data as of its first query and does not block writers. */
  async beginTransaction(connection: SqliteConnection, settings: TransactionSettings): Promise<void> {
    if (settings.accessMode !== 'read only') return connection.begin()
    const snapshot = await openSnapshot(this.#file)
    this.#snapshots.add(snapshot)
    connection.beginReadOnly(snapshot)
  }

  commitTransaction(connection: SqliteConnection): Promise<void> {
    return connection.commit()
  }

  rollbackTransaction(connection: SqliteConnection): Promise<void> {
    return connection.rollback()
  }

  async releaseConnection(connection: SqliteConnection): Promise<void> {
    const snapshot = connection.release()
    if (snapshot === undefined) return
    this.#snapshots.delete(snapshot)
    await snapshot.end()
  }

  async destroy(): Promise<void> {
    await Promise.all([...this.#snapshots].map((snapshot) => snapshot.end()))
    this.#reader?.close()
    try {
      // While a prepared statement is not garbage collected, closing alone does not remove the write-ahead log.
      await this.#writer?.runAlone((connection) => {
        // Does not wait for another program that reads the file, such as Litestream. The log then remains, too.
        connection.exec('pragma busy_timeout = 0')
        connection.exec('pragma wal_checkpoint(truncate)')
      })
    } catch (error) {
      // On a full disk, the log remains and is applied at the next start.
      if (!isDiskFull(error)) throw error
    } finally {
      this.#writer?.close()
      this.#reader = undefined
      this.#writer = undefined
    }
  }
}

class SqliteConnection implements DatabaseConnection {
  readonly #writer: GroupedWriter
  readonly #reader: StatementCache
  #transaction: GroupedTransaction | undefined
  #snapshot: Snapshot | undefined

  constructor(writer: GroupedWriter, reader: StatementCache) {
    this.#writer = writer
    this.#reader = reader
  }

  async begin(): Promise<void> {
    this.#transaction = await this.#writer.begin()
  }

  beginReadOnly(snapshot: Snapshot): void {
    this.#snapshot = snapshot
  }

  async commit(): Promise<void> {
    await this.#transaction?.commit()
  }

  async rollback(): Promise<void> {
    await this.#transaction?.rollback()
  }

  release(): Snapshot | undefined {
    const snapshot = this.#snapshot
    this.#snapshot = undefined
    this.#transaction = undefined
    return snapshot
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    if (this.#snapshot !== undefined)
      return { rows: await this.#snapshot.read<Row>(query.sql, toSqlParameters(query.parameters)) }
    if (this.#transaction !== undefined) return this.#transaction.run((connection) => run(connection, query))
    if (SelectQueryNode.is(query.query)) return run(this.#reader, query)
    const isChange = CHANGES.has(query.query.kind)
    return isChange
      ? this.#writer.runInTransaction((connection) => run(connection, query))
      : this.#writer.runAlone((connection) => run(connection, query))
  }

  async *streamQuery<Row>(query: CompiledQuery): AsyncIterableIterator<QueryResult<Row>> {
    yield await this.executeQuery<Row>(query)
  }
}

/** Other statements, such as pragmas, may not be part of a transaction. */
const CHANGES: ReadonlySet<string> = new Set(['InsertQueryNode', 'UpdateQueryNode', 'DeleteQueryNode'])

function run<Row>(connection: StatementCache, query: CompiledQuery): QueryResult<Row> {
  const values = toSqlParameters(query.parameters)
  if (returnsRows(query)) return { rows: connection.all(query.sql, values) as Row[] }
  const { changes, lastInsertRowid } = connection.run(query.sql, values)
  return { rows: [], numAffectedRows: changes, insertId: lastInsertRowid }
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
