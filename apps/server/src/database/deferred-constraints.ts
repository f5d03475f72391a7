import { type Kysely, sql } from 'kysely'
import { isPostgres, type Table } from './list-tables.ts'
import type { Database } from './schema.ts'

type Constraint = { table: string; target: string; name: string }

/**
 * Lets rows refer to rows that come later in the same transaction, and returns what ends that,
 * which fails when a row refers to nothing. The tables are in the order in which they are filled.
 */
export async function deferForeignKeys(
  db: Kysely<Database>,
  tables: readonly Table[],
): Promise<() => Promise<void>> {
  if (!isPostgres(db)) {
    // Ends by itself with the transaction, which fails then.
    await sql`pragma defer_foreign_keys = on`.execute(db)
    return async () => undefined
  }
  const late = await listConstraintsToDefer(db, tables)
  for (const { table, name } of late) {
    await sql`alter table ${sql.table(table)} alter constraint ${sql.id(name)} deferrable initially deferred`.execute(
      db,
    )
  }
  return async () => {
    await sql`set constraints all immediate`.execute(db)
    for (const { table, name } of late) {
      await sql`alter table ${sql.table(table)} alter constraint ${sql.id(name)} not deferrable`.execute(db)
    }
  }
}

/** Those from a table to itself, and those that close a circle. */
async function listConstraintsToDefer(db: Kysely<Database>, tables: readonly Table[]): Promise<Constraint[]> {
  const { rows } = await sql<Constraint>`
    select conrelid::regclass::text as "table", confrelid::regclass::text as target, conname as name
    from pg_constraint
    where contype = 'f' and not condeferrable and connamespace = current_schema()::regnamespace
    order by conname`.execute(db)
  const place = new Map(tables.map((table, index) => [table.name, index]))
  return rows.filter(({ table, target }) => (place.get(target) ?? 0) >= (place.get(table) ?? 0))
}
