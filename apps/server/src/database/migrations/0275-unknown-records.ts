import { type Kysely, sql } from 'kysely'

const COLUMNS = ['wins', 'losses', 'ties', 'points_for', 'points_against'] as const

/**
 * Records and points of a team that are unknown, and the week after which it was out of an elimination league. SQLite cannot make a column nullable, so a new one takes the place of
 * each.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const column of COLUMNS) {
    const nullable = `${column}_or_null`
    await db.schema.alterTable('season_teams').addColumn(nullable, 'integer').execute()
    await sql`update season_teams set ${sql.ref(nullable)} = ${sql.ref(column)}`.execute(db)
    await db.schema.alterTable('season_teams').dropColumn(column).execute()
    await db.schema.alterTable('season_teams').renameColumn(nullable, column).execute()
  }
  await db.schema.alterTable('season_teams').addColumn('eliminated_week', 'integer').execute()
}
