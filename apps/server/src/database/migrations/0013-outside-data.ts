import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('nfl_games')
    .addColumn('game_id', 'bigint', (column) => column.primaryKey())
    .addColumn('season', 'integer', (column) => column.notNull())
    .addColumn('week', 'integer', (column) => column.notNull())
    .addColumn('home_team_id', 'integer', (column) => column.notNull())
    .addColumn('away_team_id', 'integer', (column) => column.notNull())
    .addColumn('kickoff_at', 'bigint', (column) => column.notNull())
    .addColumn('is_time_set', 'integer', (column) => column.notNull())
    .addColumn('state', 'text', (column) =>
      column.notNull().check(sql`state in ('pre', 'in', 'post', 'off')`),
    )
    .addColumn('venue_id', 'bigint')
    .addColumn('venue_name', 'text')
    .addColumn('is_neutral', 'integer')
    .addColumn('is_indoor', 'integer')
    .execute()
  await db.schema.createIndex('nfl_games_by_week').on('nfl_games').columns(['season', 'week']).execute()

  await db.schema
    .createTable('nfl_byes')
    .addColumn('season', 'integer', (column) => column.notNull())
    .addColumn('team_id', 'integer', (column) => column.notNull())
    .addColumn('week', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('nfl_byes_key', ['season', 'team_id'])
    .execute()

  await db.schema
    .createTable('nfl_lines')
    .addColumn('game_id', 'bigint', (column) =>
      column.primaryKey().references('nfl_games.game_id').onDelete('cascade'),
    )
    .addColumn('spread_tenths', 'integer')
    .addColumn('total_tenths', 'integer')
    .addColumn('bookmaker', 'text')
    .addColumn('fetched_at', 'bigint', (column) => column.notNull())
    .execute()

  await db.schema
    .createTable('nfl_weather')
    .addColumn('game_id', 'bigint', (column) =>
      column.primaryKey().references('nfl_games.game_id').onDelete('cascade'),
    )
    .addColumn('kickoff_at', 'bigint', (column) => column.notNull())
    .addColumn('description', 'text')
    .addColumn('fahrenheit', 'integer')
    .addColumn('icon', 'text')
    .addColumn('fetched_at', 'bigint', (column) => column.notNull())
    .execute()

  await db.schema
    .createTable('outside_reads')
    .addColumn('source', 'text', (column) => column.notNull())
    .addColumn('part', 'text', (column) => column.notNull())
    .addColumn('asked_at', 'bigint', (column) => column.notNull())
    .addColumn('ok_at', 'bigint')
    .addColumn('error', 'text')
    .addColumn('retry_at', 'bigint')
    .addPrimaryKeyConstraint('outside_reads_key', ['source', 'part'])
    .execute()

  await db.schema
    .createTable('news_answers')
    .addColumn('source', 'text', (column) => column.notNull())
    .addColumn('player_key', 'text', (column) => column.notNull())
    .addColumn('items', 'text', (column) => column.notNull())
    .addColumn('fetched_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('news_answers_key', ['source', 'player_key'])
    .execute()
}
