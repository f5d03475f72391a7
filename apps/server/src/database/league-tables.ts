import { type Kysely, type RawBuilder, sql } from 'kysely'
import { type ForeignKey, listForeignKeys } from './list-foreign-keys.ts'
import { listTables, type Table } from './list-tables.ts'
import type { Database } from './schema.ts'

/** A table that holds rows of leagues. */
export type LeagueTable = Table & {
  /** For a column that holds another row's counted number: the table that counted it. */
  idOrigins: ReadonlyMap<string, string>
  /** Which of the rows belong to a league. */
  belongsToLeague: (leagueId: number) => RawBuilder<unknown>
}

/** What leaves no server: secrets, work under way and what it was asked with, and what was told or seen a moment ago. */
export const NEVER_EXPORTED: readonly string[] = [
  'league_credentials',
  'league_events',
  'league_jobs',
  'league_looks',
  'league_webhooks',
  'webhook_messages',
  'notifications',
  'notification_sends',
]

/**
 * The tables with rows of leagues, found by their keys, so that one of a later migration is found
 * too; those that others refer to first.
 */
export async function listLeagueTables(db: Kysely<Database>): Promise<LeagueTable[]> {
  const references = await listForeignKeys(db)
  const tables = await listTables(db)
  const found: LeagueTable[] = []
  for (const table of tables) {
    if (NEVER_EXPORTED.includes(table.name)) continue
    const ofLeague = leagueConditionOf(table, references, found)
    if (ofLeague !== null)
      found.push({ ...table, belongsToLeague: ofLeague, idOrigins: findIdOrigins(table, references, tables) })
  }
  return found
}

/** A table's rows are a league's by its number, or by the row of the league that they refer to. */
function leagueConditionOf(
  table: Table,
  references: readonly ForeignKey[],
  found: readonly LeagueTable[],
): LeagueTable['belongsToLeague'] | null {
  if (table.name === 'leagues') return (leagueId) => sql`id = ${leagueId}`
  if (table.columns.some(({ name }) => name === 'league_id'))
    return (leagueId) => sql`league_id = ${leagueId}`
  for (const { column, target, targetColumn } of references.filter((each) => each.table === table.name)) {
    const owner = found.find(({ name }) => name === target)
    if (owner === undefined) continue
    return (leagueId) => sql`${sql.ref(column)} in (
      select ${sql.ref(targetColumn)} from ${sql.table(target)} where ${owner.belongsToLeague(leagueId)})`
  }
  return null
}

function findIdOrigins(
  table: Table,
  references: readonly ForeignKey[],
  tables: readonly Table[],
): Map<string, string> {
  const origins = new Map<string, string>()
  for (const { name } of table.columns) {
    const origin = findIdOrigin({ table: table.name, column: name }, references, tables)
    if (origin !== null && (origin !== table.name || name !== table.autoIncrementColumn))
      origins.set(name, origin)
  }
  return origins
}

/** The table that counted what a column holds; null for a column that holds no such number. */
function findIdOrigin(
  { table, column }: { table: string; column: string },
  references: readonly ForeignKey[],
  tables: readonly Table[],
): string | null {
  // What was done in a league outlives it, and so refers to it without a key.
  if (column === 'league_id') return 'leagues'
  if (tables.some(({ name, autoIncrementColumn }) => name === table && autoIncrementColumn === column))
    return table
  for (const { target, targetColumn } of references.filter(
    (each) => each.table === table && each.column === column,
  )) {
    const origin = findIdOrigin({ table: target, column: targetColumn }, references, tables)
    if (origin !== null) return origin
  }
  return null
}
