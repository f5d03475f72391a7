import type { Db } from '../../database/engine/database.ts'

/** `by` is the username of the admin who imported the archive; null for the command line. */
export type LeagueImport = NonNullable<ReturnType<typeof toLeagueImport>>

export async function findLeagueImport(db: Db, leagueId: number): Promise<LeagueImport | null> {
  const row = await db
    .selectFrom('league_imports')
    .select(['imported_at', 'imported_by'])
    .where('league_id', '=', leagueId)
    .executeTakeFirst()
  return row === undefined ? null : toLeagueImport(row)
}

/** null for a row of this server, which has no time of an import. */
export function toLeagueImport(row: { imported_at: number | null; imported_by: string | null }) {
  return row.imported_at === null ? null : { at: new Date(row.imported_at), by: row.imported_by }
}

/** The archive that contained each season. Seasons that were stored on this server have no entry. */
export async function listSeasonImports(db: Db, leagueId: number): Promise<Map<number, LeagueImport>> {
  const rows = await db
    .selectFrom('seasons')
    .innerJoin('league_imports', 'league_imports.league_id', 'seasons.league_id')
    .select(['season', 'imported_at', 'imported_by'])
    .where((eb) => eb.and({ 'seasons.league_id': leagueId, is_imported: 1 }))
    .execute()
  return new Map(rows.map((row) => [row.season, { at: new Date(row.imported_at), by: row.imported_by }]))
}
