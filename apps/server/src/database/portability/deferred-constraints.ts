import { type Kysely, sql } from 'kysely'
import type { Database } from '../schema/schema.ts'
import { isPostgres, type Table } from './list-tables.ts'

type Constraint = { table: string; target: string; name: string }

/**
 * Defers foreign keys, so that rows can refer to rows that are inserted later in the same transaction. Returns a
 * function that ends the deferral and fails if a reference is invalid. `tables` are in the order in which they
 * are filled.
 */
export async function deferForeignKeys(
  db: Kysely<Database>,
  tables: readonly Table[],
): Promise<() => Promise<void>> {
  if (!isPostgres(db)) {
    // Ends with the transaction. The commit fails if a reference is invalid.
    await sql`pragma defer_foreign_keys = on`.execute(db)
    return async () => undefined
  }
  const constraints = await listConstraintsToDefer(db, tables)
  for (const { table, name } of constraints) {
    await sql`alter table ${sql.table(table)} alter constraint ${sql.id(name)} deferrable initially deferred`.execute(
      db,
    )
  }
  return async () => {
    await sql`set constraints all immediate`.execute(db)
    for (const { table, name } of constraints) {
      await sql`alter table ${sql.table(table)} alter constraint ${sql.id(name)} not deferrable`.execute(db)
    }
  }
}

/** Constraints from a table to itself or to a table that is filled later. */
async function listConstraintsToDefer(db: Kysely<Database>, tables: readonly Table[]): Promise<Constraint[]> {
  const { rows } = await sql<Constraint>`
    select conrelid::regclass::text as "table", confrelid::regclass::text as target, conname as name
    from pg_constraint
    where contype = 'f' and not condeferrable and connamespace = current_schema()::regnamespace
    order by conname`.execute(db)
  const positions = new Map(tables.map((table, index) => [table.name, index]))
  return rows.filter(({ table, target }) => (positions.get(target) ?? 0) >= (positions.get(table) ?? 0))
}
