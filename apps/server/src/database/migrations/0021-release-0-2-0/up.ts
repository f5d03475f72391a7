import type { Kysely } from 'kysely'
import { isPostgres, runStatements } from '../run-statements.ts'
import { migrateAccounts } from './accounts.ts'
import { migrateAuditLog } from './audit-log.ts'
import { migrateFeed } from './feed.ts'
import { migrateJobs } from './jobs.ts'
import { migrateLeagues } from './leagues.ts'
import { migrateSeasons } from './seasons.ts'

/** From release 0.1.0 to 0.2.0. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await migrateJobs(db)
  await migrateAccounts(db)
  await migrateAuditLog(db)
  await migrateLeagues(db)
  await migrateFeed(db)
  await migrateSeasons(db)
  await runStatements(db, isPostgres(db) ? VERSIONS_ON_POSTGRES : VERSIONS_ON_SQLITE)
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
