import type { Kysely } from 'kysely'
import { isPostgres, runStatements } from '../run-statements.ts'
import { migrateAccounts } from './accounts.ts'
import { migrateAuditLog } from './audit-log.ts'
import { migrateFeed } from './feed.ts'
import { migrateJobs } from './jobs.ts'
import { migrateLeagues } from './leagues.ts'
import { migrateSeasons } from './seasons.ts'

export async function up(db: Kysely<unknown>): Promise<void> {
  await migrateJobs(db)
  await migrateAccounts(db)
  await migrateAuditLog(db)
  await migrateLeagues(db)
  await migrateFeed(db)
  await migrateSeasons(db)
  await runStatements(db, isPostgres(db) ? VERSIONS_ON_POSTGRES : VERSIONS_ON_SQLITE)
  for (const [table, name] of Object.entries(NEW_NAMES))
    await db.schema.alterTable(table).renameTo(name).execute()
}

/** The tables that the migrations before and the statements above know by another name. */
const NEW_NAMES = {
  provider_answers: 'provider_responses',
  archive_answers: 'archive_responses',
  news_answers: 'news_responses',
  outside_reads: 'external_fetches',
  league_looks: 'league_views',
  server_keys: 'push_keys',
  post_likes: 'item_likes',
  post_comments: 'item_comments',
}

// A version for each league and kind of data, which triggers change in the transaction that changes the data. SQLite
// has one writer at a time, so it can count. On PostgreSQL, each transaction adds a row of its own, so that writers
// neither wait for each other nor deadlock; the server removes old rows.
const VERSIONS_ON_SQLITE = `
create table data_versions (
  league_id bigint not null,
  kind text not null,
  version bigint not null,
  constraint data_versions_key primary key (league_id, kind)
);
`

const VERSIONS_ON_POSTGRES = VERSIONS_ON_SQLITE.replace('(league_id, kind)', '(league_id, kind, version)')
