import { type Kysely, sql } from 'kysely'
import type { Database } from '../schema/schema.ts'
import { isPostgres, type Table } from './list-tables.ts'

type LastValue = { last: string | null }

/** The highest id that a table has ever generated, even if its row was deleted; 0 if there was none. */
export async function lastSequenceValue(db: Kysely<Database>, table: Table, column: string): Promise<bigint> {
  const sequenceQuery = isPostgres(db)
    ? sql<LastValue>`select pg_sequence_last_value(pg_get_serial_sequence(${table.name}, ${column})::regclass)::text as last`
    : sql<LastValue>`select cast(seq as text) as last from sqlite_sequence where name = ${table.name}`
  const maxQuery = sql<LastValue>`select cast(max(${sql.ref(column)}) as text) as last from ${sql.table(table.name)}`
  const values = [await sequenceQuery.execute(db), await maxQuery.execute(db)].map(({ rows }) =>
    BigInt(rows[0]?.last ?? 0),
  )
  return values.reduce((a, b) => (a > b ? a : b))
}

/** Restarts the sequence, so that the next row gets the id after `last`. */
export async function restartSequence(
  db: Kysely<Database>,
  table: Table,
  column: string,
  last: bigint,
): Promise<void> {
  if (isPostgres(db)) {
    const next = sql.raw(String(last + 1n))
    await sql`alter table ${sql.table(table.name)} alter column ${sql.id(column)} restart with ${next}`.execute(
      db,
    )
  } else {
    await sql`delete from sqlite_sequence where name = ${table.name}`.execute(db)
    await sql`insert into sqlite_sequence (name, seq) values (${table.name}, ${last})`.execute(db)
  }
}
