import type { Kysely } from 'kysely'

/** How far each NFL game is, as reported by the scoreboard. Stored games have no progress until the next fetch. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const numbers = ['period', 'clock_seconds', 'home_score', 'away_score', 'ball_team_id', 'is_red_zone']
  for (const column of numbers) await db.schema.alterTable('nfl_games').addColumn(column, 'integer').execute()
  await db.schema.alterTable('nfl_games').addColumn('hold', 'text').execute()
  await db.schema.alterTable('nfl_games').addColumn('observed_at', 'bigint').execute()
}
