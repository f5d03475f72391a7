import { type ColumnDefinitionBuilder, type Kysely, sql } from 'kysely'

// None of these hangs on `seasons`, whose rows are deleted and written again at each refresh.

export async function up(db: Kysely<unknown>): Promise<void> {
  const ofLeague = (column: ColumnDefinitionBuilder) =>
    column.notNull().references('leagues.id').onDelete('cascade')
  const ofWeek = ['league_id', 'season', 'week'] as const

  await db.schema
    .createTable('lineup_weeks')
    .addColumn('league_id', 'bigint', ofLeague)
    .addColumn('season', 'integer', (column) => column.notNull())
    .addColumn('week', 'integer', (column) => column.notNull())
    .addColumn('findings', 'text', (column) => column.notNull())
    .addColumn('fetched_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('lineup_weeks_key', [...ofWeek])
    .execute()

  await db.schema
    .createTable('lineups')
    .addColumn('league_id', 'bigint', (column) => column.notNull())
    .addColumn('season', 'integer', (column) => column.notNull())
    .addColumn('week', 'integer', (column) => column.notNull())
    .addColumn('team_id', 'integer', (column) => column.notNull())
    .addColumn('entries', 'text', (column) => column.notNull())
    .addColumn('empty_slots', 'text', (column) => column.notNull())
    .addColumn('points', 'bigint', (column) => column.notNull())
    .addColumn('projected_points', 'bigint')
    .addPrimaryKeyConstraint('lineups_key', [...ofWeek, 'team_id'])
    .addForeignKeyConstraint('lineups_week', [...ofWeek], 'lineup_weeks', [...ofWeek], (key) =>
      key.onDelete('cascade'),
    )
    .execute()

  await db.schema
    .createTable('drafts')
    .addColumn('league_id', 'bigint', ofLeague)
    .addColumn('season', 'integer', (column) => column.notNull())
    .addColumn('is_complete', 'integer', (column) => column.notNull().check(sql`is_complete in (0, 1)`))
    .addColumn('picks', 'text', (column) => column.notNull())
    .addColumn('fetched_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('drafts_key', ['league_id', 'season'])
    .execute()

  await db.schema
    .createTable('transaction_weeks')
    .addColumn('league_id', 'bigint', ofLeague)
    .addColumn('season', 'integer', (column) => column.notNull())
    .addColumn('week', 'integer', (column) => column.notNull())
    .addColumn('transactions', 'text', (column) => column.notNull())
    .addColumn('fetched_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('transaction_weeks_key', [...ofWeek])
    .execute()

  await db.schema
    .createTable('archive_answers')
    .addColumn('league_id', 'bigint', ofLeague)
    .addColumn('season', 'integer', (column) => column.notNull())
    .addColumn('part', 'text', (column) =>
      column.notNull().check(sql`part in ('line-ups', 'draft', 'transactions')`),
    )
    .addColumn('week', 'integer', (column) => column.notNull())
    .addColumn('position', 'integer', (column) => column.notNull())
    .addColumn('answer_id', 'bigint', (column) => column.notNull().references('provider_answers.id'))
    .addPrimaryKeyConstraint('archive_answers_key', ['league_id', 'season', 'part', 'week', 'position'])
    .execute()
  await db.schema.createIndex('archive_answers_by_answer').on('archive_answers').column('answer_id').execute()

  await db.schema
    .createTable('players')
    .addColumn('espn_id', 'bigint', (column) => column.primaryKey())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('name_key', 'text', (column) => column.notNull())
    .addColumn('position', 'text')
    .addColumn('nfl_team_id', 'integer')
    .addColumn('season', 'integer', (column) => column.notNull())
    .addColumn('week', 'integer', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('players_by_name').on('players').column('name_key').execute()

  // Line-ups that were only seen in an answer, and stored nowhere, are none.
  await sql`update seasons set depth = 'scores' where depth = 'box scores'`.execute(db)
}
