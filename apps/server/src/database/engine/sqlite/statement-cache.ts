import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { LRUCache } from 'lru-cache'

const MAX_CACHED_STATEMENTS = 500

export const BUSY_TIMEOUT_MS = 5000

export function openReadOnly(file: string): StatementCache {
  return new StatementCache(new DatabaseSync(file, { timeout: BUSY_TIMEOUT_MS, readOnly: true }))
}

export class StatementCache {
  readonly #database: DatabaseSync
  readonly #cache = new LRUCache<string, StatementSync>({ max: MAX_CACHED_STATEMENTS })

  constructor(database: DatabaseSync) {
    this.#database = database
  }

  get isInTransaction(): boolean {
    return this.#database.isTransaction
  }

  exec(sql: string): void {
    this.#database.exec(sql)
  }

  /** Like `exec`, for a single statement that is executed often. */
  step(sql: string): void {
    this.#statement(sql).run()
  }

  all(sql: string, values: readonly SQLInputValue[]): Record<string, unknown>[] {
    return this.#statement(sql).all(...values)
  }

  run(sql: string, values: readonly SQLInputValue[]): { changes: bigint; lastInsertRowid: bigint } {
    const { changes, lastInsertRowid } = this.#statement(sql).run(...values)
    return { changes: BigInt(changes), lastInsertRowid: BigInt(lastInsertRowid) }
  }

  /** https://www.sqlite.org/pragma.html#pragma_data_version */
  dataVersion(): number {
    const row = this.#statement('pragma data_version').get() as { data_version: number }
    return row.data_version
  }

  close(): void {
    this.#database.close()
  }

  #statement(sql: string): StatementSync {
    const cached = this.#cache.get(sql)
    if (cached !== undefined) return cached
    const statement = this.#database.prepare(sql)
    this.#cache.set(sql, statement)
    return statement
  }
}
