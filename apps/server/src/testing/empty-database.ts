import { sql } from 'kysely'
import type { Db } from '../database/engine/database.ts'

/** Runs one or more statements of a PostgreSQL database and returns the rows of a single one. */
export type RunPostgres = (statements: string) => Promise<Record<string, unknown>[]>

/** Objects with lower IDs belong to PostgreSQL. */
const FIRST_USER_OID = 16_384

/** A text of the schema and the migrations, to detect whether a test has changed the schema. */
export async function readPostgresSchema(run: RunPostgres): Promise<string> {
  const [row] = await run(`select concat_ws(' ',
    (select sum(hashtext(concat(attrelid, attname, attnum, atttypid))) from pg_attribute
      where attrelid >= ${FIRST_USER_OID} and attnum > 0),
    (select sum(hashtext(concat(oid, relname))) from pg_class where relnamespace = 'public'::regnamespace),
    (select count(*) from pg_trigger),
    (select count(*) from pg_proc where pronamespace = 'public'::regnamespace),
    (select setconfig::text from pg_db_role_setting join pg_database on pg_database.oid = setdatabase
      where datname = current_database() and setrole = 0),
    (select string_agg(condeferrable::text, '' order by oid) from pg_constraint),
    (select string_agg(name, ',' order by name) from kysely_migration)) as schema`)
  return String(row?.['schema'])
}

/** Like `readPostgresSchema`, for one file of SQLite. */
export async function readSqliteSchema(db: Db): Promise<string> {
  // https://www.sqlite.org/pragma.html#pragma_schema_version
  const { rows } = await sql<{ schema: string }>`
    select schema_version || ' ' || (select group_concat(name) from (select name from kysely_migration order by name))
      as schema from pragma_schema_version`.execute(db)
  return String(rows[0]?.schema)
}

/** Deleted rows stay in the files of a database. A new one is faster than one with more than this. */
const MAX_POSTGRES_BYTES = 16 * 1024 * 1024

/**
 * Restores the state of the template, which has no rows. Returns false for a database that has become too large.
 * @param historyVersion The first version of the history of each league. 0 in the template.
 */
export async function emptyPostgres(run: RunPostgres, historyVersion: number): Promise<boolean> {
  const tables = await run(`select relname as name, pg_total_relation_size(oid)::float8 as bytes from pg_class
    where relkind = 'r' and relnamespace = 'public'::regnamespace and relname not like 'kysely\\_%'
      and pg_relation_size(oid) > 0`)
  if (tables.reduce((sum, { bytes }) => sum + Number(bytes), 0) > MAX_POSTGRES_BYTES) return false
  // A sequence that was restarted but not used has no last value either, so all of them are set.
  await run(`
    set session_replication_role = replica;
    ${tables.map(({ name }) => `delete from "${String(name)}";`).join('\n')}
    select setval(format('%I.%I', schemaname, sequencename)::regclass, start_value, false)
    from pg_sequences;
    alter table leagues alter column history_version set default ${historyVersion};
    set session_replication_role = origin`)
  return true
}

/** The league in whose version of data `emptySqlite` notes that it is at work. */
const EMPTYING = -1

/**
 * Lets `emptySqlite` delete the audit log. Dropping a trigger each time would make all connections read the schema and
 * prepare their statements again.
 *
 * Gives each new league another version of its history. A cache of an app would otherwise take the history of a league
 * for the one of the league that had the same ID before the database was emptied.
 */
export async function prepareSqlite(db: Db): Promise<void> {
  const { rows } = await sql<{ statement: string }>`
    select sql as statement from sqlite_master where name = 'audit_log_delete'`.execute(db)
  await sql`drop trigger audit_log_delete`.execute(db)
  const condition = `when not exists (select 1 from data_versions where league_id = ${EMPTYING})`
  await sql.raw(String(rows[0]?.statement).replace(' begin ', ` ${condition} begin `)).execute(db)
  // The versions of data are never reset.
  await sql`create trigger test_history_version after insert on leagues begin
    update leagues set history_version = (select 1000 * coalesce(sum(version), 0) from data_versions)
    where id = new.id; end`.execute(db)
}

/**
 * Like `emptyPostgres`, with the app's own connection. The versions of data count on, so the caches of the app are
 * outdated, as if another process had deleted the rows.
 */
export async function emptySqlite(db: Db): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await sql`pragma defer_foreign_keys = on`.execute(transaction)
    await sql`insert into data_versions (league_id, kind, version) values (${EMPTYING}, 'emptying', 1)`.execute(
      transaction,
    )
    for (const table of await listFilledTables(transaction))
      await sql`delete from ${sql.table(table)}`.execute(transaction)
    await sql`delete from data_versions where league_id = ${EMPTYING}`.execute(transaction)
    await sql`delete from sqlite_sequence`.execute(transaction)
  })
}

let filledTablesQuery: string | undefined

/** Newest first: most of them refer to older ones. */
async function listFilledTables(db: Db): Promise<string[]> {
  filledTablesQuery ??= await buildFilledTablesQuery(db)
  const { rows } = await sql.raw<{ name: string }>(filledTablesQuery).execute(db)
  return rows.map(({ name }) => name)
}

async function buildFilledTablesQuery(db: Db): Promise<string> {
  const { rows } = await sql<{ name: string }>`
    select name from sqlite_master
    where type = 'table' and name not like 'kysely%' and name not like 'sqlite%' and name <> 'data_versions'
    order by rowid desc`.execute(db)
  return rows
    .map(({ name }) => `select '${name}' as name where exists (select 1 from ${name})`)
    .join(' union all ')
}
