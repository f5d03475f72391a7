import type { Kysely } from 'kysely'

/** The categories that each side of a game has won and those that are tied; null for games that are played for points. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const column of ['home_categories', 'away_categories', 'tied_categories'])
    await db.schema.alterTable('season_games').addColumn(column, 'integer').execute()
}
