import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('seasons')
    .addColumn('source', 'text', (column) =>
      column.notNull().defaultTo('espn').check(sql`source in ('espn', 'upload', 'csv')`),
    )
    .execute()
  await db.schema
    .alterTable('seasons')
    .addColumn('depth', 'text', (column) =>
      column.notNull().defaultTo('scores').check(sql`depth in ('standings', 'scores', 'box scores')`),
    )
    .execute()
  await sql`update seasons set depth = 'standings' where not exists (select 1 from season_games
    where season_games.league_id = seasons.league_id and season_games.season = seasons.season)`.execute(db)

  // The place among the answers that the stored season was made of.
  await db.schema.alterTable('provider_answers').addColumn('position', 'bigint').execute()
  await sql`update provider_answers set position = id`.execute(db)
}
