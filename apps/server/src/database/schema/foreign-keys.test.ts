import { type Kysely, sql } from 'kysely'
import { expect, it } from 'vitest'
import { createTestDatabase } from '../../testing/test-database.ts'
import { usesPostgres } from '../engine/dialect.ts'
import type { Database } from './schema.ts'

/** `table(columns)` without a complete index, because another one leaves only a few rows. */
const SELECTIVE_PREFIXES: Record<string, string> = {
  'proposal_votes(option_id,proposal_id)': 'a proposal has one vote per member',
  'anonymous_votes(option_id,proposal_id)': 'a proposal has one vote per member',
  'feed_items(hidden_by)': 'a partial index has the few that are hidden',
  'item_comments(hidden_by)': 'a partial index has the few that are hidden',
}

type Columns = { table: string; columns: string }

it('has an index for every foreign key except for a few selective prefixes', async () => {
  const { db, drop } = await createTestDatabase()
  try {
    const [keys, indexes] = await (usesPostgres(db) ? readPostgresKeys(db) : readSqliteKeys(db))
    expect(keys.length).toBeGreaterThan(40)
    const unindexed = keys.filter((key) => !indexes.some((index) => isIndexPrefix(index, key)))
    expect(unindexed.map(({ table, columns }) => `${table}(${columns})`).toSorted()).toEqual(
      Object.keys(SELECTIVE_PREFIXES).toSorted(),
    )
  } finally {
    await drop()
  }
})

/** The order of the columns does not matter, because lookups use all columns of the key. */
function isIndexPrefix(index: Columns, key: Columns): boolean {
  const keyColumns = key.columns.split(',')
  const prefix = index.columns.split(',').slice(0, keyColumns.length)
  return index.table === key.table && prefix.toSorted().join() === keyColumns.toSorted().join()
}

async function readPostgresKeys(db: Kysely<Database>): Promise<[Columns[], Columns[]]> {
  const keys = await sql<Columns>`
    select conrelid::regclass::text as "table", string_agg(attname, ',' order by attname) as columns
    from pg_constraint join pg_attribute on attrelid = conrelid and attnum = any(conkey)
    where contype = 'f' and connamespace = current_schema()::regnamespace
    group by pg_constraint.oid, conrelid`.execute(db)
  const indexes = await sql<Columns>`
    select indrelid::regclass::text as "table", string_agg(attname, ',' order by ordinal) as columns
    from pg_index
    join pg_class on pg_class.oid = indexrelid and relnamespace = current_schema()::regnamespace
    cross join lateral unnest(indkey::smallint[]) with ordinality as parts(number, ordinal)
    join pg_attribute on attrelid = indrelid and attnum = number
    where indpred is null and indexprs is null
    group by indexrelid, indrelid`.execute(db)
  return [keys.rows, indexes.rows]
}

async function readSqliteKeys(db: Kysely<Database>): Promise<[Columns[], Columns[]]> {
  const keys = await sql<Columns>`
    select tables.name as "table", group_concat(keys."from" order by keys."from") as columns
    from sqlite_master as tables, pragma_foreign_key_list(tables.name) as keys
    where tables.type = 'table' group by tables.name, keys.id`.execute(db)
  const indexes = await sql<Columns>`
    select tables.name as "table", group_concat(parts.name order by parts.seqno) as columns
    from sqlite_master as tables, pragma_index_list(tables.name) as indexes,
      pragma_index_info(indexes.name) as parts
    where tables.type = 'table' and indexes.partial = 0 and parts.name is not null
    group by tables.name, indexes.name`.execute(db)
  return [keys.rows, indexes.rows]
}
