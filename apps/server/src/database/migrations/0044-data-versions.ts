import { type Kysely, PostgresAdapter, sql } from 'kysely'

type VersionedTable = {
  table: string
  kind: string
  /** SQL for the ID of the row's league; `$` stands for the row. Default: its column `league_id`. */
  league?: string
  /** Only updates for which this holds count. `old` and `new` are the two versions of the row. */
  updateWhen?: string
}

const FEED_ITEM = '(select league_id from feed_items where id = $.item_id)'
const POST = '(select league_id from feed_items where id = $.post_id)'
const PROPOSAL = '(select league_id from feed_items where id = $.proposal_id)'
/** Stands for data that belong to no single league. */
const NO_LEAGUE = '0'

const LEAGUE_COLUMNS = ['name', 'espn_league_id', 'sheet_id', 'sheet_gid', 'has_betslip', 'season_note']
const isDifferent = (column: string) => `old.${column} is distinct from new.${column}`
const LEAGUE_CHANGED = [...LEAGUE_COLUMNS, 'hides_picks', 'has_recap'].map(isDifferent).join(' or ')
/** Recording the use of a session changes these, which happens all the time and matters to nobody else. */
const SESSION_CHANGED = 'old.seen_at = new.seen_at'

/** The tables whose rows appear in responses, each with the kinds of data that its rows belong to. */
export const VERSIONED_TABLES: readonly VersionedTable[] = [
  ...['seasons', 'season_members', 'season_teams', 'season_team_owners', 'season_games', 'season_weeks'].map(
    (table) => ({ table, kind: 'season' }),
  ),
  ...['lineup_weeks', 'lineups', 'drafts', 'transaction_weeks', 'refreshes'].map((table) => ({
    table,
    kind: 'season',
  })),
  ...['owner_merges', 'record_exclusions', 'owner_pictures'].map((table) => ({ table, kind: 'season' })),
  { table: 'team_assignments', kind: 'league' },
  { table: 'memberships', kind: 'league' },
  { table: 'memberships', kind: 'access', league: NO_LEAGUE },
  { table: 'leagues', kind: 'league', league: '$.id', updateWhen: LEAGUE_CHANGED },
  { table: 'leagues', kind: 'access', league: NO_LEAGUE, updateWhen: LEAGUE_CHANGED },
  { table: 'feed_items', kind: 'feed' },
  { table: 'feed_posts', kind: 'feed', league: FEED_ITEM },
  { table: 'feed_media', kind: 'feed', league: FEED_ITEM },
  { table: 'feed_proposals', kind: 'feed', league: FEED_ITEM },
  { table: 'post_likes', kind: 'feed', league: POST },
  { table: 'post_comments', kind: 'feed', league: POST },
  { table: 'proposal_options', kind: 'feed', league: PROPOSAL },
  { table: 'proposal_votes', kind: 'feed', league: PROPOSAL },
  { table: 'anonymous_votes', kind: 'feed', league: PROPOSAL },
  { table: 'picks', kind: 'bets' },
  { table: 'pick_changes', kind: 'bets' },
  { table: 'users', kind: 'access', league: NO_LEAGUE },
  { table: 'users', kind: 'people', league: NO_LEAGUE },
  { table: 'sessions', kind: 'access', league: NO_LEAGUE, updateWhen: SESSION_CHANGED },
  // A second factor can be what the rights of a site admin wait for.
  { table: 'passkeys', kind: 'access', league: NO_LEAGUE },
  { table: 'totp_secrets', kind: 'access', league: NO_LEAGUE },
  ...['nfl_games', 'nfl_byes', 'nfl_lines', 'nfl_weather'].map((table) => ({
    table,
    kind: 'nfl',
    league: NO_LEAGUE,
  })),
  ...['players', 'news_answers', 'outside_reads'].map((table) => ({
    table,
    kind: 'news',
    league: NO_LEAGUE,
  })),
]

const EVENTS = ['insert', 'update', 'delete'] as const

/**
 * A version for each league and kind of data, which triggers change in the transaction that changes the data, so
 * that no writer can forget it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter
  // SQLite has one writer at a time, so it can count. On PostgreSQL, each transaction adds a row of its own, so that
  // writers neither wait for each other nor deadlock; the server removes old rows.
  await db.schema
    .createTable('data_versions')
    .addColumn('league_id', 'bigint', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('version', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint(
      'data_versions_key',
      (isPostgres ? ['league_id', 'kind', 'version'] : ['league_id', 'kind']) as never[],
    )
    .execute()
  for (const [index, versioned] of VERSIONED_TABLES.entries()) {
    for (const statement of (isPostgres ? postgresTriggers : sqliteTriggers)(
      versioned,
      `version_${index + 1}`,
    ))
      await sql.raw(statement).execute(db)
  }
}

const leagueOfRow = ({ league = '$.league_id' }: VersionedTable, row: string) => league.replaceAll('$', row)

function sqliteTriggers(versioned: VersionedTable, name: string): string[] {
  const { table, kind, updateWhen } = versioned
  return EVENTS.map((event) => {
    const league = leagueOfRow(versioned, event === 'delete' ? 'old' : 'new')
    const condition = event === 'update' && updateWhen !== undefined ? `when ${updateWhen}` : ''
    return `create trigger ${name}_${event} after ${event} on ${table} ${condition} begin
      insert into data_versions (league_id, kind, version)
      select league, '${kind}', 1 from (select ${league} as league) where league is not null
      on conflict (league_id, kind) do update set version = version + 1; end`
  })
}

/** Once per statement, because row triggers would slow down the statements that store a season. */
function postgresTriggers(versioned: VersionedTable, name: string): string[] {
  const { table, kind, updateWhen } = versioned
  const record = (rows: string, league: string) => `
    insert into data_versions (league_id, kind, version)
    select distinct league, '${kind}', pg_current_xact_id()::text::bigint from (select ${league} as league from ${rows})
      as leagues where league is not null
    on conflict do nothing; return null;`
  const createFunction = (suffix: string, body: string) =>
    `create function ${name}${suffix}() returns trigger language plpgsql as $$ begin ${body} end $$`
  const eachStatement = (event: string, transition: string) =>
    `create trigger ${name}_${event} after ${event} on ${table} referencing ${transition} table as changed
      for each statement execute function ${name}()`
  return [
    createFunction('', record('changed', leagueOfRow(versioned, 'changed'))),
    eachStatement('insert', 'new'),
    eachStatement('delete', 'old'),
    ...(updateWhen === undefined
      ? [eachStatement('update', 'new')]
      : [
          // A statement trigger cannot compare the two versions of a row.
          createFunction('_row', record('(select 1) as one', leagueOfRow(versioned, 'new'))),
          `create trigger ${name}_update after update on ${table} for each row when (${updateWhen})
            execute function ${name}_row()`,
        ]),
  ]
}
