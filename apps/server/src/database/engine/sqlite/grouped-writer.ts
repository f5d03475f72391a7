import type { StatementCache } from './statement-cache.ts'

/** So many finished transactions are written to disk even while others are ready to begin. */
const MAX_GROUP_SIZE = 100

/** A write transaction. Its end resolves or rejects when the outcome of its group is certain. */
export type GroupedTransaction = Awaited<ReturnType<GroupedWriter['begin']>>

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
