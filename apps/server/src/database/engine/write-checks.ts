import { AsyncLocalStorage } from 'node:async_hooks'
import type {
  CompiledQuery,
  DatabaseConnection,
  Dialect,
  Driver,
  QueryResult,
  TransactionSettings,
} from 'kysely'

export type RunQuery = <Row>(query: CompiledQuery<Row>) => Promise<Row[]>

/** Throws if the writes of the current request must not happen. */
export type WriteCheck = (run: RunQuery) => Promise<void>

const currentChecks = new AsyncLocalStorage<WriteCheck[]>()

/**
 * Runs `work` and everything it starts with a check that is done inside every transaction that writes, before its
 * first write. A write outside of a transaction gets one. A check that throws rolls back its transaction.
 */
export function withWriteCheck<Result>(check: WriteCheck, work: () => Result): Result {
  return currentChecks.run([check], work)
}

/** Adds a check to those of the current request; does nothing outside of `withWriteCheck`. */
export function addWriteCheck(check: WriteCheck): void {
  currentChecks.getStore()?.push(check)
}

/** Runs `work` without checks, because it does not belong to the request that starts it. */
export function withoutWriteChecks<Result>(work: () => Result): Result {
  return currentChecks.exit(work)
}

/** A dialect that does the checks. They are part of the driver, so that no query can bypass them. */
export function withCheckedWrites(dialect: Dialect): Dialect {
  return {
    createAdapter: () => dialect.createAdapter(),
    createDriver: () => new CheckedDriver(dialect.createDriver()),
    createIntrospector: (db) => dialect.createIntrospector(db),
    createQueryCompiler: () => dialect.createQueryCompiler(),
  }
}

/** Waits for the checks of a transaction that decides by what it has read whether to write. */
export async function finishWriteChecks(connection: DatabaseConnection): Promise<void> {
  if (connection instanceof CheckedConnection) await connection.finishChecks()
}

class CheckedDriver implements Driver {
  readonly #driver: Driver

  constructor(driver: Driver) {
    this.#driver = driver
  }

  init(): Promise<void> {
    return this.#driver.init()
  }

  async acquireConnection(): Promise<DatabaseConnection> {
    return new CheckedConnection(this.#driver, await this.#driver.acquireConnection())
  }

  beginTransaction(connection: CheckedConnection, settings: TransactionSettings): Promise<void> {
    return connection.begin(settings)
  }

  commitTransaction(connection: CheckedConnection): Promise<void> {
    return connection.commit()
  }

  rollbackTransaction(connection: CheckedConnection): Promise<void> {
    return connection.rollback()
  }

  releaseConnection({ inner }: CheckedConnection): Promise<void> {
    return this.#driver.releaseConnection(inner)
  }

  destroy(): Promise<void> {
    return this.#driver.destroy()
  }
}

class CheckedConnection implements DatabaseConnection {
  readonly inner: DatabaseConnection
  readonly #driver: Driver
  #transaction: 'none' | 'unchecked' | 'checked' = 'none'
  #checks: Promise<void>[] = []

  constructor(driver: Driver, inner: DatabaseConnection) {
    this.#driver = driver
    this.inner = inner
  }

  async begin(settings: TransactionSettings): Promise<void> {
    await this.#driver.beginTransaction(this.inner, settings)
    this.#transaction = 'unchecked'
    this.#checks = []
    // Started here, so that they share a round trip to the database with the first reads.
    if (settings.accessMode !== 'read only') this.#startChecks()
  }

  async commit(): Promise<void> {
    this.#transaction = 'none'
    await this.#driver.commitTransaction(this.inner)
  }

  async rollback(): Promise<void> {
    this.#transaction = 'none'
    await this.#driver.rollbackTransaction(this.inner)
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    if (this.#transaction === 'checked' || isRead(query) || currentChecks.getStore() === undefined)
      return this.inner.executeQuery<Row>(query)
    return this.#transaction === 'none' ? this.#executeInTransaction(query) : this.#checkAndExecute(query)
  }

  streamQuery<Row>(query: CompiledQuery, chunkSize: number): AsyncIterableIterator<QueryResult<Row>> {
    return this.inner.streamQuery<Row>(query, chunkSize)
  }

  async #executeInTransaction<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    await this.begin({})
    try {
      const result = await this.#checkAndExecute<Row>(query)
      await this.commit()
      return result
    } catch (error) {
      await this.rollback()
      throw error
    }
  }

  async #checkAndExecute<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    this.#startChecks()
    await this.finishChecks()
    this.#transaction = 'checked'
    return this.inner.executeQuery<Row>(query)
  }

  async finishChecks(): Promise<void> {
    for (const check of this.#checks) await check
  }

  #startChecks(): void {
    const checks = currentChecks.getStore() ?? []
    for (const check of checks.slice(this.#checks.length)) {
      const started = check(async (query) => (await this.inner.executeQuery(query)).rows as never)
      // A transaction that only reads ignores the result.
      started.catch(() => undefined)
      this.#checks.push(started)
    }
  }
}

function isRead({ query, sql }: CompiledQuery): boolean {
  return (
    query.kind === 'SelectQueryNode' || (query.kind === 'RawNode' && /^\s*(?:select|pragma)\b/i.test(sql))
  )
}
