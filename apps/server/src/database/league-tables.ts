import { type Kysely, type RawBuilder, sql } from 'kysely'
import { type Reference, referencesOf } from './references.ts'
import type { Database } from './schema.ts'
import { type Table, tablesOf } from './tables.ts'

/** A table that holds rows of leagues. */
export type LeagueTable = Table & {
  /** For a column that holds another row's counted number: the table that counted it. */
  origins: ReadonlyMap<string, string>
  /** Which of the rows belong to a league. */
  ofLeague: (leagueId: number) => RawBuilder<unknown>
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
export async function leagueTablesOf(db: Kysely<Database>): Promise<LeagueTable[]> {
  const references = await referencesOf(db)
  const tables = await tablesOf(db)
  const found: LeagueTable[] = []
  for (const table of tables) {
    if (NEVER_EXPORTED.includes(table.name)) continue
    const ofLeague = ownershipOf(table, references, found)
    if (ofLeague !== null) found.push({ ...table, ofLeague, origins: originsOf(table, references, tables) })
  }
  return found
}

/** A table's rows are a league's by its number, or by the row of the league that they refer to. */
function ownershipOf(
  table: Table,
  references: readonly Reference[],
  found: readonly LeagueTable[],
): LeagueTable['ofLeague'] | null {
  if (table.name === 'leagues') return (leagueId) => sql`id = ${leagueId}`
  if (table.columns.some(({ name }) => name === 'league_id'))
    return (leagueId) => sql`league_id = ${leagueId}`
  for (const { column, target, targetColumn } of references.filter((each) => each.table === table.name)) {
    const owner = found.find(({ name }) => name === target)
    if (owner === undefined) continue
    return (leagueId) => sql`${sql.ref(column)} in (
      select ${sql.ref(targetColumn)} from ${sql.table(target)} where ${owner.ofLeague(leagueId)})`
  }
  return null
}

function originsOf(
  table: Table,
  references: readonly Reference[],
  tables: readonly Table[],
): Map<string, string> {
  const origins = new Map<string, string>()
  for (const { name } of table.columns) {
    const origin = originOf({ table: table.name, column: name }, references, tables)
    if (origin !== null && (origin !== table.name || name !== table.counted)) origins.set(name, origin)
  }
  return origins
}

/** The table that counted what a column holds; null for a column that holds no such number. */
function originOf(
  { table, column }: { table: string; column: string },
  references: readonly Reference[],
  tables: readonly Table[],
): string | null {
  // What was done in a league outlives it, and so refers to it without a key.
  if (column === 'league_id') return 'leagues'
  if (tables.some(({ name, counted }) => name === table && counted === column)) return table
  for (const { target, targetColumn } of references.filter(
    (each) => each.table === table && each.column === column,
  )) {
    const origin = originOf({ table: target, column: targetColumn }, references, tables)
    if (origin !== null) return origin
  }
  return null
}
