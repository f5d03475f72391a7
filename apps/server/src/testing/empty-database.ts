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

/** Like `readPostgresSchema`, for SQLite. */
export async function readSqliteSchema(db: Db): Promise<string> {
  const { rows } = await sql<{ schema: string }>`
    select group_concat(name || ifnull(sql, ''), ';') as schema from (
      select name, sql from sqlite_master where name <> ${HISTORY_TRIGGER}
      union all select name, '' from kysely_migration order by name)`.execute(db)
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

/** Must not be part of the schema that `readSqliteSchema` returns. */
const HISTORY_TRIGGER = 'test_history_version'

/**
 * Gives each new league another version of its history. A cache of an app would otherwise take the history of a league
 * for the one of the league that had the same ID before the database was emptied.
 */
export async function countHistoryVersionsOn(db: Db): Promise<void> {
  // The versions of data are never reset.
  await sql`create trigger ${sql.id(HISTORY_TRIGGER)} after insert on leagues begin
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
    for (const table of await listFilledTables(transaction)) {
      // The audit log refuses to be emptied.
      const triggers = table === 'audit_log' ? await dropDeleteTriggers(transaction, table) : []
      await sql`delete from ${sql.table(table)}`.execute(transaction)
      for (const trigger of triggers) await sql.raw(trigger).execute(transaction)
    }
    await sql`delete from sqlite_sequence`.execute(transaction)
  })
}

/** @returns the statements that create them again */
async function dropDeleteTriggers(db: Db, table: string): Promise<string[]> {
  const { rows } = await sql<{ name: string; statement: string }>`
    select name, sql as statement from sqlite_master
    where type = 'trigger' and tbl_name = ${table} and sql like '%before delete%'`.execute(db)
  for (const { name } of rows) await sql`drop trigger ${sql.id(name)}`.execute(db)
  return rows.map(({ statement }) => statement)
}

let filledTablesQuery: string | undefined

async function listFilledTables(db: Db): Promise<string[]> {
  filledTablesQuery ??= await buildFilledTablesQuery(db)
  const { rows } = await sql.raw<{ name: string }>(filledTablesQuery).execute(db)
  return rows.map(({ name }) => name)
}

async function buildFilledTablesQuery(db: Db): Promise<string> {
  const { rows } = await sql<{ name: string }>`
    select name from sqlite_master
    where type = 'table' and name not like 'kysely%' and name not like 'sqlite%' and name <> 'data_versions'
  `.execute(db)
  return rows
    .map(({ name }) => `select '${name}' as name where exists (select 1 from ${name})`)
    .join(' union all ')
}
