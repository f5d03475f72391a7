import type { Db, DbTransaction } from './database.ts'
import { databaseFailureOf } from './database-errors.ts'

const MAX_ATTEMPTS = 5

/** Retries it when the engine requests that. `work` must have no other side effects than its queries. */
export async function inTransaction<Result>(
  db: Db,
  work: (transaction: DbTransaction) => Promise<Result>,
): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await db.transaction().execute(work)
    } catch (error) {
      if (attempt >= MAX_ATTEMPTS || databaseFailureOf(error) !== 'retry') throw error
    }
  }
}

/** Runs `work` with a consistent snapshot of the data, which does not block writers. */
export async function inSnapshot<Result>(
  db: Db,
  work: (snapshot: DbTransaction) => Promise<Result>,
): Promise<Result> {
  return db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(work)
}
