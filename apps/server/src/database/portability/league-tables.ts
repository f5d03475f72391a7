import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../engine/database.ts'
import { type ForeignKey, listForeignKeys, listTables, type Table } from './list-tables.ts'

export type LeagueTable = Table & {
  /** For each column that contains a generated id of another row: the table that generated the id. */
  idOrigins: ReadonlyMap<string, string>
  belongsToLeague: (leagueId: number) => RawBuilder<unknown>
}

/**
 * Tables that are never part of an export: secrets and what they open, jobs in progress, recent events, views, visits and
 * notifications, keys and files of posts to come, previews of links, reports, whom people muted, records and slips that
 * were announced, from where a league was imported, and what can be found in other rows. Owner pictures are exported as files instead.
 */
export const NEVER_EXPORTED: readonly string[] = [
  'league_credentials',
  'league_events',
  'jobs',
  'league_views',
  'league_webhooks',
  'notifications',
  'tab_visits',
  'post_keys',
  'media_drafts',
  'post_links',
  'content_reports',
  'mutes',
  'week_records',
  'slip_results',
  'owner_pictures',
  'api_token_leagues',
  'invite_links',
  'invite_uses',
  'public_links',
  'league_imports',
  'imported_people',
  'league_logos',
]

/**
 * The tables with rows of leagues, derived from the foreign keys, so that tables of later migrations are included.
 * Referenced tables come first.
 */
export async function listLeagueTables(db: Db): Promise<LeagueTable[]> {
  const references = await listForeignKeys(db)
  const tables = await listTables(db)
  const leagueTables: LeagueTable[] = []
  for (const table of tables) {
    if (NEVER_EXPORTED.includes(table.name)) continue
    const belongsToLeague = leagueConditionOf(table, references, leagueTables)
    if (belongsToLeague !== null)
      leagueTables.push({ ...table, belongsToLeague, idOrigins: findIdOrigins(table, references, tables) })
  }
  return leagueTables
}

/** NFL data, which all leagues of a server share. A league archive contains that of the league's seasons. */
export const NFL_TABLES: readonly string[] = ['nfl_games', 'nfl_byes', 'nfl_lines', 'nfl_weather']

/** The tables with NFL data. `belongsToLeague` is true for the data of the league's seasons. */
export async function listNflTables(db: Db): Promise<LeagueTable[]> {
  const tables = await listTables(db)
  return tables
    .filter(({ name }) => NFL_TABLES.includes(name))
    .map((table) => ({
      ...table,
      idOrigins: new Map(),
      belongsToLeague: (leagueId) => {
        const isOfSeason = sql`season in (select season from seasons where league_id = ${leagueId})`
        return table.columns.some(({ name }) => name === 'season')
          ? isOfSeason
          : sql`game_id in (select game_id from nfl_games where ${isOfSeason})`
      },
    }))
}

/** By league id, or by a reference to a row of the league. Null if the rows do not belong to leagues. */
function leagueConditionOf(
  table: Table,
  references: readonly ForeignKey[],
  leagueTables: readonly LeagueTable[],
): LeagueTable['belongsToLeague'] | null {
  if (table.name === 'leagues') return (leagueId) => sql`id = ${leagueId}`
  if (table.columns.some(({ name }) => name === 'league_id'))
    return (leagueId) => sql`league_id = ${leagueId}`
  // Without a value, a reference says nothing about its row.
  const isRequired = ({ column }: ForeignKey) =>
    table.primaryKey.includes(column) ||
    table.columns.some(({ name, isNullable }) => name === column && !isNullable)
  for (const { column, target, targetColumn } of references.filter(
    (each) => each.table === table.name && isRequired(each),
  )) {
    const owner = leagueTables.find(({ name }) => name === target)
    if (owner === undefined) continue
    return (leagueId) => sql`${sql.ref(column)} in (
      select ${sql.ref(targetColumn)} from ${sql.table(target)} where ${owner.belongsToLeague(leagueId)})`
  }
  return null
}

function findIdOrigins(table: Table, references: readonly ForeignKey[], tables: readonly Table[]) {
  const origins = new Map<string, string>()
  for (const { name } of table.columns) {
    const origin = findIdOrigin({ table: table.name, column: name }, references, tables)
    if (origin !== null && (origin !== table.name || name !== table.autoIncrementColumn))
      origins.set(name, origin)
  }
  return origins
}

function findIdOrigin(
  { table, column }: { table: string; column: string },
  references: readonly ForeignKey[],
  tables: readonly Table[],
): string | null {
  // The audit log outlives its league, so its column is not a foreign key.
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
