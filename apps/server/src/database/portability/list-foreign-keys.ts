import { type Kysely, sql } from 'kysely'
import type { Database } from '../schema/schema.ts'
import { isPostgres } from './list-tables.ts'

/** A column that references a column of another table. A composite key consists of several of these. */
export type ForeignKey = { table: string; column: string; target: string; targetColumn: string }

/** All foreign keys of the database, in no particular order. */
export async function listForeignKeys(db: Kysely<Database>): Promise<ForeignKey[]> {
  const query = isPostgres(db)
    ? sql<ForeignKey>`
        select keys.conrelid::regclass::text as "table", source.attname as "column",
          keys.confrelid::regclass::text as "target", target.attname as "targetColumn"
        from pg_constraint as keys
        cross join lateral unnest(keys.conkey, keys.confkey) as pairs(source_number, target_number)
        join pg_attribute as source on source.attrelid = keys.conrelid and source.attnum = pairs.source_number
        join pg_attribute as target on target.attrelid = keys.confrelid and target.attnum = pairs.target_number
        where keys.contype = 'f' and keys.connamespace = current_schema()::regnamespace`
    : sql<ForeignKey>`
        select tables.name as "table", keys."from" as "column", keys."table" as "target",
          keys."to" as "targetColumn"
        from sqlite_master as tables, pragma_foreign_key_list(tables.name) as keys
        where tables.type = 'table'`
  return (await query.execute(db)).rows
}
