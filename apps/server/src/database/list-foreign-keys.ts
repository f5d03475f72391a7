import { type Kysely, sql } from 'kysely'
import { isPostgres } from './list-tables.ts'
import type { Database } from './schema.ts'

/** That a column holds what another table's column holds; a key of several columns is several of these. */
export type ForeignKey = { table: string; column: string; target: string; targetColumn: string }

/** Every reference that the database enforces, in no order. */
export async function listForeignKeys(db: Kysely<Database>): Promise<ForeignKey[]> {
  const question = isPostgres(db)
    ? sql<ForeignKey>`
        select keys.conrelid::regclass::text as "table", here.attname as "column",
          keys.confrelid::regclass::text as "target", there.attname as "targetColumn"
        from pg_constraint as keys
        cross join lateral unnest(keys.conkey, keys.confkey) as pairs(here, there)
        join pg_attribute as here on here.attrelid = keys.conrelid and here.attnum = pairs.here
        join pg_attribute as there on there.attrelid = keys.confrelid and there.attnum = pairs.there
        where keys.contype = 'f' and keys.connamespace = current_schema()::regnamespace`
    : sql<ForeignKey>`
        select tables.name as "table", keys."from" as "column", keys."table" as "target",
          keys."to" as "targetColumn"
        from sqlite_master as tables, pragma_foreign_key_list(tables.name) as keys
        where tables.type = 'table'`
  return (await question.execute(db)).rows
}
