import { type Kysely, PostgresAdapter, sql } from 'kysely'
import {
  DOCUMENT_COLUMNS,
  DOCUMENT_TABLES,
  providerOf,
  type SeasonRows,
  toSeasonDocument,
} from './season-documents.ts'

type Row = Record<string, string | number | null>

type Tables = Record<'seasons' | (typeof DOCUMENT_TABLES)[number] | 'league_logos', Row>

/** A season is one document, in place of the rows of six tables. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter
  await db.schema
    .alterTable('seasons')
    .addColumn('document', 'text', (column) => column.notNull().defaultTo('{}'))
    .execute()
  await db.schema
    .createTable('league_logos')
    .addColumn('league_id', 'bigint', (column) => column.notNull())
    .addColumn('season', 'integer', (column) => column.notNull())
    .addColumn('url', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('league_logos_key', ['league_id', 'season', 'url'])
    .addForeignKeyConstraint(
      'league_logos_season',
      ['league_id', 'season'],
      'seasons',
      ['league_id', 'season'],
      (key) => key.onDelete('cascade'),
    )
    .execute()
  await db.schema.createIndex('league_logos_by_url').on('league_logos').column('url').execute()
  await sql`insert into league_logos (league_id, season, url)
    select distinct league_id, season,
      case when logo like 'http://%' then 'https://' || substr(logo, 8) else logo end
    from season_teams where logo is not null`.execute(db)
  await writeDocuments(db)
  for (const statement of isPostgres ? POSTGRES_TRIGGERS : SQLITE_TRIGGERS)
    await sql.raw(statement).execute(db)
  for (const table of DOCUMENT_TABLES) await db.schema.dropTable(table).execute()
  // Those of the triggers of the tables.
  if (isPostgres)
    for (const name of [2, 3, 4, 5, 6]) await sql.raw(`drop function version_${name}()`).execute(db)
  for (const column of DOCUMENT_COLUMNS) await db.schema.alterTable('seasons').dropColumn(column).execute()
}

async function writeDocuments(db: Kysely<Tables>): Promise<void> {
  const keys = await db.selectFrom('seasons').select(['league_id', 'season']).execute()
  for (const { league_id, season } of keys) {
    const ofSeason = (table: keyof Tables) =>
      db.selectFrom(table).where('league_id', '=', league_id).where('season', '=', season)
    const rowsOf = (table: (typeof DOCUMENT_TABLES)[number]) => ofSeason(table).selectAll().execute()
    const stored = await ofSeason('seasons')
      .select([...DOCUMENT_COLUMNS, 'is_finished', 'current_week', 'source', 'provider'])
      .executeTakeFirstOrThrow()
    const rows: SeasonRows = {
      season: stored,
      season_members: await rowsOf('season_members'),
      season_teams: await rowsOf('season_teams'),
      season_team_owners: await rowsOf('season_team_owners'),
      season_games: await rowsOf('season_games'),
      season_weeks: await rowsOf('season_weeks'),
    }
    await db
      .updateTable('seasons')
      .set({ document: toSeasonDocument(rows), provider: providerOf(stored) })
      .where('league_id', '=', league_id)
      .where('season', '=', season)
      .execute()
  }
}

/** A new color of a logo changes the version of the season data of the leagues that have the logo. */
const LEAGUES = 'select distinct league_id from league_logos where url = new.url'

const SQLITE_TRIGGERS = ['insert', 'update'].flatMap((event) => [
  `drop trigger version_logo_colors_${event}`,
  `create trigger version_logo_colors_${event} after ${event} on logo_colors begin
    insert into data_versions (league_id, kind, version)
    select league_id, 'season', 1 from (${LEAGUES}) where true
    on conflict (league_id, kind) do update set version = version + 1; end`,
])

const POSTGRES_TRIGGERS = [
  `create or replace function version_logo_colors() returns trigger language plpgsql as $$ begin
    insert into data_versions (league_id, kind, version)
    select league_id, 'season', pg_current_xact_id()::text::bigint from (${LEAGUES}) as leagues
    on conflict do nothing; return null; end $$`,
]
