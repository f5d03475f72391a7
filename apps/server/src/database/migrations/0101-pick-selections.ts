import { type Kysely, sql } from 'kysely'

const ODDS = [
  'home_moneyline',
  'away_moneyline',
  'home_spread_odds',
  'away_spread_odds',
  'over_odds',
  'under_odds',
]

/** What picks that were made from the odds board bet on, who settled a pick, and the odds of each bet on a game. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('picks').addColumn('selection', 'text').execute()
  await db.schema.alterTable('picks').addColumn('settled_by', 'text').execute()
  await sql`update picks set settled_by = 'admin' where result is not null`.execute(db)
  await sql`create index picks_with_selection on picks (season, week) where selection is not null`.execute(db)
  for (const column of ODDS) await db.schema.alterTable('nfl_lines').addColumn(column, 'integer').execute()
}
