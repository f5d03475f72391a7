import { type ColumnDefinitionBuilder, type Kysely, PostgresAdapter, sql } from 'kysely'

const required = (column: ColumnDefinitionBuilder) => column.notNull()

/**
 * The rules of each league in versions, each with all sections. A section has the same ID in all versions. New versions
 * change the version of the feed, because proposals name the section that they became.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('rule_versions')
    .addColumn('league_id', 'bigint', (column) =>
      column.notNull().references('leagues.id').onDelete('cascade'),
    )
    .addColumn('version', 'integer', required)
    .addColumn('user_id', 'bigint', (column) => column.notNull().references('users.id'))
    .addColumn('imported_person_id', 'bigint')
    .addColumn('saved_at', 'bigint', required)
    .addColumn('note', 'text', required)
    .addColumn('restored_from', 'integer')
    .addPrimaryKeyConstraint('rule_versions_key', ['league_id', 'version'])
    .execute()
  await db.schema.createIndex('rule_versions_by_user').on('rule_versions').column('user_id').execute()
  await db.schema
    .createTable('rule_sections')
    .addColumn('league_id', 'bigint', required)
    .addColumn('version', 'integer', required)
    .addColumn('position', 'integer', required)
    .addColumn('section', 'integer', required)
    .addColumn('heading', 'text', required)
    .addColumn('body', 'text', required)
    .addColumn('proposal_id', 'bigint', (column) => column.references('feed_items.id').onDelete('set null'))
    .addPrimaryKeyConstraint('rule_sections_key', ['league_id', 'version', 'position'])
    .addForeignKeyConstraint(
      'rule_sections_version',
      ['league_id', 'version'],
      'rule_versions',
      ['league_id', 'version'],
      (constraint) => constraint.onDelete('cascade'),
    )
    .execute()
  await db.schema.createIndex('rule_sections_by_proposal').on('rule_sections').column('proposal_id').execute()
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter
  for (const statement of isPostgres ? POSTGRES_TRIGGERS : SQLITE_TRIGGERS)
    await sql.raw(statement).execute(db)
}

const SQLITE_TRIGGERS = (['insert', 'update', 'delete'] as const).map(
  (event) => `create trigger version_rule_versions_${event} after ${event} on rule_versions begin
    insert into data_versions (league_id, kind, version)
    values (${event === 'delete' ? 'old' : 'new'}.league_id, 'feed', 1)
    on conflict (league_id, kind) do update set version = version + 1; end`,
)

const POSTGRES_TRIGGERS = [
  `create function version_rule_versions() returns trigger language plpgsql as $$ begin
    insert into data_versions (league_id, kind, version)
    values (coalesce(new.league_id, old.league_id), 'feed', pg_current_xact_id()::text::bigint)
    on conflict do nothing; return null; end $$`,
  `create trigger version_rule_versions after insert or update or delete on rule_versions
    for each row execute function version_rule_versions()`,
]
