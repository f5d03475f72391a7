import { resolve } from 'node:path'
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { Worker } from 'node:worker_threads'
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
import { toSqlParameters } from '../dialect.ts'
import type { VersionRow, VersionSource } from '../league-memory.ts'
import type { SnapshotRequest, SnapshotResponse } from './snapshot-thread.ts'
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
    if (settings.accessMode === 'read only') {
      connection.snapshot = await openSnapshot(this.#file)
      this.#snapshots.add(connection.snapshot)
    } else connection.transaction = await connection.writer.begin()
  }

  async commitTransaction({ transaction }: SqliteConnection): Promise<void> {
    await transaction?.commit()
  }

  async rollbackTransaction({ transaction }: SqliteConnection): Promise<void> {
    await transaction?.rollback()
  }

  async releaseConnection({ snapshot }: SqliteConnection): Promise<void> {
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

/** One for each use of the database, so that its transaction or snapshot is never that of another one. */
class SqliteConnection implements DatabaseConnection {
  readonly writer: GroupedWriter
  readonly #reader: StatementCache
  transaction: GroupedTransaction | undefined
  snapshot: Snapshot | undefined

  constructor(writer: GroupedWriter, reader: StatementCache) {
    this.writer = writer
    this.#reader = reader
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    if (this.snapshot !== undefined)
      return { rows: await this.snapshot.read<Row>(query.sql, toSqlParameters(query.parameters)) }
    if (this.transaction !== undefined) return this.transaction.run((connection) => run(connection, query))
    if (SelectQueryNode.is(query.query)) return run(this.#reader, query)
    const isChange = CHANGES.has(query.query.kind)
    return isChange
      ? this.writer.runInTransaction((connection) => run(connection, query))
      : this.writer.runAlone((connection) => run(connection, query))
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

/** So many finished transactions are written to disk even while others are ready to begin. */
const MAX_GROUP_SIZE = 100

/** A write transaction. Its end resolves or rejects when the outcome of its group is certain. */
type GroupedTransaction = Awaited<ReturnType<GroupedWriter['begin']>>

/**
 * Writes to a SQLite file through one connection. Transactions run one at a time, each in a savepoint of the same
 * outer transaction. When no other is ready to begin, the outer one is committed, so that one flush to the disk
 * serves all of them. If it fails, all of them fail. A transaction that is rolled back waits for the flush, too,
 * because what it has read may be lost with the others.
 */
export class GroupedWriter {
  /** The number of commits by this process, to any file. */
  static commitCount = 0
  /** By file, because to wait for another writer of this process would block the process, and with it that writer. */
  static readonly #locks = new Map<string, FileLock>()

  readonly #connection: StatementCache
  readonly #lock: FileLock
  /** Those that are not on disk yet. */
  #finished: PromiseWithResolvers<void>[] = []
  #hasChanges = false
  #isFlushScheduled = false

  constructor(connection: StatementCache, file: string) {
    this.#connection = connection
    this.#lock = GroupedWriter.#locks.get(file) ?? { mutex: new Mutex(), lastWriter: this }
    GroupedWriter.#locks.set(file, this.#lock)
  }

  async begin() {
    await this.#join('savepoint member')
    let isOpen = true
    return {
      run: <Result>(work: (connection: StatementCache) => Result) => this.#run(work),

      /** Resolves when the changes are on disk. */
      commit: async (): Promise<void> => {
        isOpen = false
        try {
          this.#run((connection) => connection.step('release member'))
          this.#hasChanges = true
        } finally {
          await this.#leave()
        }
      },

      /** Does nothing after the end of the transaction. */
      rollback: async (): Promise<void> => {
        if (!isOpen) return
        isOpen = false
        if (this.#connection.isInTransaction) {
          this.#connection.step('rollback to member')
          this.#connection.step('release member')
        }
        await this.#leave()
      },
    }
  }

  async runInTransaction<Result>(work: (connection: StatementCache) => Result): Promise<Result> {
    await this.#join()
    try {
      const result = this.#run(work)
      this.#hasChanges = true
      return result
    } finally {
      await this.#leave()
    }
  }

  /** Runs a statement that may not be part of a transaction. */
  async runAlone<Result>(work: (connection: StatementCache) => Result): Promise<Result> {
    await this.#acquire()
    try {
      this.#flush()
      return work(this.#connection)
    } finally {
      GroupedWriter.commitCount += 1
      this.#lock.mutex.unlock()
    }
  }

  close(): void {
    this.#flush()
    this.#connection.close()
  }

  async #join(...statements: readonly string[]): Promise<void> {
    await this.#acquire()
    try {
      if (this.#finished.length >= MAX_GROUP_SIZE) this.#flush()
      // Immediate, so that the group waits for the write lock at its start and not at its first write.
      if (!this.#connection.isInTransaction) this.#connection.step('begin immediate')
      for (const statement of statements) this.#connection.step(statement)
    } catch (error) {
      this.#lock.mutex.unlock()
      throw error
    }
  }

  /** Waits for the other writers of this process to the file, and commits the group of the last one. */
  async #acquire(): Promise<void> {
    await this.#lock.mutex.lock()
    if (this.#lock.lastWriter !== this) this.#lock.lastWriter.#flush()
    this.#lock.lastWriter = this
  }

  #run<Result>(work: (connection: StatementCache) => Result): Result {
    if (!this.#connection.isInTransaction) throw new Error('SQLite has rolled back the transaction')
    try {
      return work(this.#connection)
    } catch (error) {
      // SQLite rolls back everything on a full disk, including the transactions before this one.
      if (!this.#connection.isInTransaction) for (const { reject } of this.#finished.splice(0)) reject(error)
      throw error
    }
  }

  /** Lets the next transaction begin, and waits for the flush. */
  #leave(): Promise<void> {
    const member = Promise.withResolvers<void>()
    this.#finished.push(member)
    this.#lock.mutex.unlock()
    if (!this.#isFlushScheduled) {
      this.#isFlushScheduled = true
      // Requests that have arrived at the same time take part.
      setImmediate(() => {
        this.#isFlushScheduled = false
        if (!this.#lock.mutex.isLocked && this.#finished.length > 0) this.#flush()
      })
    }
    return member.promise
  }

  #flush(): void {
    const members = this.#finished.splice(0)
    if (members.length === 0) return
    try {
      if (this.#connection.isInTransaction) this.#connection.step(this.#hasChanges ? 'commit' : 'rollback')
      if (this.#hasChanges) GroupedWriter.commitCount += 1
      this.#hasChanges = false
    } catch (error) {
      if (this.#connection.isInTransaction) this.#connection.step('rollback')
      for (const { reject } of members) reject(error)
      return
    }
    for (const { resolve } of members) resolve()
  }
}

type FileLock = { mutex: Mutex; lastWriter: GroupedWriter }

class Mutex {
  readonly #queue: (() => void)[] = []
  isLocked = false

  async lock(): Promise<void> {
    if (this.isLocked) await new Promise<void>((resolve) => this.#queue.push(resolve))
    this.isLocked = true
  }

  unlock(): void {
    const next = this.#queue.shift()
    if (next === undefined) this.isLocked = false
    else next()
  }
}

/** Threads of a process, whichever files it opens. Each serves several snapshots, one query at a time. */
const MAX_THREADS = 2

/** The build writes the program of a thread next to the server. */
const PROGRAM = `./snapshot-thread.${import.meta.url.endsWith('.ts') ? 'ts' : 'js'}`

const threads = new Set<SnapshotThread>()
let lastSnapshot = 0

type Snapshot = Awaited<ReturnType<typeof openSnapshot>>

/** A consistent state of a SQLite file, as of its first read, with a read-only connection in another thread. */
async function openSnapshot(file: string) {
  const thread = chooseThread()
  lastSnapshot += 1
  const snapshot = lastSnapshot
  thread.snapshots.add(snapshot)
  try {
    await thread.send({ kind: 'begin', snapshot, file })
  } catch (error) {
    thread.snapshots.delete(snapshot)
    throw error
  }
  return {
    async read<Row>(sql: string, values: SQLInputValue[]) {
      const rows = await thread.send({ kind: 'read', snapshot, sql, values })
      return (typeof rows === 'string' ? JSON.parse(rows) : rows) as Row[]
    },
    /** Closes the connection. Further reads are rejected. */
    async end(): Promise<void> {
      // A thread that has ended has closed its connections.
      if (thread.snapshots.delete(snapshot) && threads.has(thread))
        await thread.send({ kind: 'end', snapshot })
    },
  }
}

function chooseThread(): SnapshotThread {
  const [first] = [...threads].toSorted((a, b) => a.snapshots.size - b.snapshots.size)
  if (first !== undefined && (first.snapshots.size === 0 || threads.size >= MAX_THREADS)) return first
  const thread = new SnapshotThread()
  threads.add(thread)
  return thread
}

type Rows = Extract<SnapshotResponse, { rows: unknown }>['rows']

class SnapshotThread {
  readonly snapshots = new Set<number>()
  readonly #worker = new Worker(new URL(PROGRAM, import.meta.url))
  readonly #waiters = new Map<number, PromiseWithResolvers<Rows>>()
  #lastId = 0

  constructor() {
    // Keeps the process running only while a response is outstanding.
    this.#worker.unref()
    this.#worker.on('message', (response: SnapshotResponse) => this.#settle(response))
    this.#worker.on('error', (error) => this.#fail(error))
    this.#worker.on('exit', () => this.#fail(new Error('the thread of the snapshot has ended')))
  }

  async send(request: SnapshotRequest): Promise<Rows> {
    if (!threads.has(this)) throw new Error('the thread of the snapshot has ended')
    this.#lastId += 1
    const waiter = Promise.withResolvers<Rows>()
    this.#waiters.set(this.#lastId, waiter)
    this.#worker.ref()
    this.#worker.postMessage({ id: this.#lastId, ...request }, [])
    return waiter.promise
  }

  #settle(response: SnapshotResponse): void {
    const waiter = this.#waiters.get(response.id)
    this.#waiters.delete(response.id)
    if (this.#waiters.size === 0) this.#worker.unref()
    if ('rows' in response) waiter?.resolve(response.rows)
    else waiter?.reject(Object.assign(new Error(response.error.message), response.error))
  }

  #fail(error: Error): void {
    threads.delete(this)
    for (const { reject } of this.#waiters.values()) reject(error)
    this.#waiters.clear()
  }
}
