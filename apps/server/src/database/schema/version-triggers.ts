import type { DataKind } from '@fieldhouse/contract/operation'
import { PostgresAdapter, type QueryExecutorProvider, sql } from 'kysely'
import type { Database } from './schema.ts'

const EVENTS = ['insert', 'update', 'delete'] as const

type VersionedTable = {
  table: keyof Database
  kind: DataKind
  /** A query of the leagues, as `league`, whose data a row is part of. `$` stands for the row. */
  leagues: string
  /** Only updates for which this holds count. `old` and `new` are the two versions of the row. */
  updateWhen?: string
  events: readonly (typeof EVENTS)[number][]
}

const OF_ROW = 'select $.league_id as league'
const NO_LEAGUE = 'select 0 as league'
const ofItem = (column: string) => `select league_id as league from feed_items where id = $.${column}`
const OF_COMMENT = `select feed_items.league_id as league from item_comments
  join feed_items on feed_items.id = item_comments.post_id where item_comments.id = $.comment_id`

function versioned(
  kind: DataKind,
  tables: readonly (keyof Database)[],
  options: Partial<VersionedTable> = {},
): VersionedTable[] {
  return tables.map((table) => ({ table, kind, leagues: OF_ROW, events: EVENTS, ...options }))
}

const LEAGUE_COLUMNS = ['name', 'espn_league_id', 'sheet_id', 'sheet_gid', 'has_betslip', 'season_note']
const changesOf = (columns: readonly string[]) =>
  columns.map((column) => `old.${column} is distinct from new.${column}`).join(' or ')
const LEAGUE_CHANGED = changesOf([...LEAGUE_COLUMNS, 'hides_picks', 'has_recap'])

/**
 * The tables whose rows appear in responses, each with the kinds of data that its rows belong to. With a deleted item
 * or comment, its own triggers count the change, and the league of its parts is not found. A new list needs a new
 * migration, see `all-migrations.ts`.
 */
export const VERSIONED_TABLES: readonly VersionedTable[] = [
  ...versioned('season', [
    'seasons',
    'lineup_weeks',
    'lineups',
    'drafts',
    'transaction_weeks',
    'refreshes',
    'game_timeline_points',
    'owner_merges',
    'record_exclusions',
    'owner_pictures',
    'trophy_pictures',
  ]),
  ...versioned('season', ['logo_colors'], {
    leagues: 'select distinct league_id as league from league_logos where url = $.url',
    events: ['insert', 'update'],
  }),
  ...versioned('league', ['team_assignments', 'memberships', 'league_sources', 'league_documents']),
  ...versioned('league', ['dues_setups', 'dues_prizes', 'dues_entries', 'dues_payouts']),
  ...versioned('league', ['leagues'], {
    leagues: 'select $.id as league',
    updateWhen: LEAGUE_CHANGED,
  }),
  ...versioned('access', ['leagues'], { leagues: NO_LEAGUE, updateWhen: LEAGUE_CHANGED }),
  // A second factor can be what the rights of a site admin wait for.
  ...versioned('access', ['memberships', 'users', 'passkeys', 'totp_secrets'], { leagues: NO_LEAGUE }),
  // Recording the use of a session happens all the time and matters to nobody else.
  ...versioned('access', ['sessions'], { leagues: NO_LEAGUE, updateWhen: 'old.seen_at = new.seen_at' }),
  // A revoked token ends cached authorizations.
  ...versioned('access', ['api_tokens'], { leagues: NO_LEAGUE, events: ['delete'] }),
  ...versioned('people', ['users'], { leagues: NO_LEAGUE }),
  // A section of the rules changes only with its version, or with the proposal that it came from.
  ...versioned('feed', ['feed_items', 'mutes', 'slow_modes', 'rule_versions']),
  ...versioned('feed', ['feed_posts', 'feed_media', 'feed_proposals', 'item_reactions', 'item_mentions'], {
    leagues: ofItem('item_id'),
  }),
  ...versioned('feed', ['item_likes', 'item_comments'], { leagues: ofItem('post_id') }),
  ...versioned('feed', ['comment_reactions', 'comment_mentions'], { leagues: OF_COMMENT }),
  ...versioned('feed', ['proposal_options', 'proposal_votes', 'anonymous_votes'], {
    leagues: ofItem('proposal_id'),
  }),
  ...versioned('bets', ['picks', 'pick_changes', 'slip_payments']),
  ...versioned('nfl', ['nfl_games', 'nfl_byes', 'nfl_lines', 'nfl_weather'], { leagues: NO_LEAGUE }),
  ...versioned('news', ['players', 'news_responses', 'external_fetches'], { leagues: NO_LEAGUE }),
]

/** They change the versions in the transaction that changes the data, so that no writer can forget it. */
export async function createVersionTriggers(db: QueryExecutorProvider): Promise<void> {
  for (const statement of versionTriggers(isPostgres(db) ? 'postgres' : 'sqlite'))
    await sql.raw(statement).execute(db)
}

export function versionTriggers(engine: 'sqlite' | 'postgres'): string[] {
  return VERSIONED_TABLES.flatMap(engine === 'postgres' ? postgresTriggers : sqliteTriggers)
}

/** Drops the triggers of whatever list they were created from. */
export async function dropVersionTriggers(db: QueryExecutorProvider): Promise<void> {
  const { rows } = await sql
    .raw<{ statement: string }>(
      isPostgres(db)
        ? `select 'drop function ' || proname || '() cascade' as statement from pg_proc
          where pronamespace = current_schema()::regnamespace and proname like 'version\\_%'`
        : `select 'drop trigger ' || name as statement from sqlite_master
          where type = 'trigger' and name like 'version\\_%' escape '\\'`,
    )
    .execute(db)
  for (const { statement } of rows) await sql.raw(statement).execute(db)
}

const isPostgres = (db: QueryExecutorProvider) => db.getExecutor().adapter instanceof PostgresAdapter

function sqliteTriggers({ table, kind, leagues, updateWhen, events }: VersionedTable): string[] {
  return events.map((event) => {
    const condition = event === 'update' && updateWhen !== undefined ? `when ${updateWhen}` : ''
    return `create trigger version_${table}_${kind}_${event} after ${event} on ${table} ${condition} begin
      insert into data_versions (league_id, kind, version)
      select league, '${kind}', 1 from (${leagues.replaceAll('$', event === 'delete' ? 'old' : 'new')})
      where league is not null
      on conflict (league_id, kind) do update set version = version + 1; end`
  })
}

/** Once per statement, because row triggers would slow down the statements that store a season. */
function postgresTriggers({ table, kind, leagues, updateWhen, events }: VersionedTable): string[] {
  const name = `version_${table}_${kind}`
  const createFunction = (suffix: string, source: string) =>
    `create function ${name}${suffix}() returns trigger language plpgsql as $$ begin
      insert into data_versions (league_id, kind, version)
      select distinct league, '${kind}', pg_current_xact_id()::text::bigint from ${source} where league is not null
      on conflict do nothing; return null; end $$`
  const ofStatement = (event: string) =>
    `create trigger ${name}_${event} after ${event} on ${table}
      referencing ${event === 'delete' ? 'old' : 'new'} table as changed for each statement execute function ${name}()`
  const all = `changed cross join lateral (${leagues.replaceAll('$', 'changed')}) as leagues`
  if (updateWhen === undefined) return [createFunction('', all), ...events.map(ofStatement)]
  return [
    createFunction('', all),
    ...events.filter((event) => event !== 'update').map(ofStatement),
    // A statement trigger cannot compare the two versions of a row.
    createFunction('_row', `(${leagues.replaceAll('$', 'new')}) as leagues`),
    `create trigger ${name}_update after update on ${table} for each row when (${updateWhen})
      execute function ${name}_row()`,
  ]
}
