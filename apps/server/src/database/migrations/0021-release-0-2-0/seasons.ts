import type { Kysely } from 'kysely'
import { runStatements } from '../run-statements.ts'
import { type DOCUMENT_TABLES, toSeasonDocument } from '../season-documents.ts'

type Row = Record<string, string | number | null>

type Tables = Record<'seasons' | (typeof DOCUMENT_TABLES)[number], Row>

export async function migrateSeasons(db: Kysely<Tables>): Promise<void> {
  await runStatements(db, CHANGES)
  await runStatements(db, TABLES)
  await writeDocuments(db)
  await runStatements(db, OLD_TABLES)
}

const CHANGES = `
alter table seasons add column is_imported integer not null default 0;
alter table seasons add column provider text;
alter table seasons add column provider_league_id text;
alter table seasons add column document text not null default '{}';
update seasons set provider = 'espn', provider_league_id =
  (select cast(espn_league_id as text) from leagues where leagues.id = seasons.league_id)
  where source <> 'csv';

alter table drafts add column kind text;
alter table transaction_weeks add column findings text not null default '[]';
create index transaction_weeks_by_time on transaction_weeks (fetched_at);

alter table nfl_games add column period integer;
alter table nfl_games add column clock_seconds integer;
alter table nfl_games add column home_score integer;
alter table nfl_games add column away_score integer;
alter table nfl_games add column ball_team_id integer;
alter table nfl_games add column is_red_zone integer;
alter table nfl_games add column hold text;
alter table nfl_games add column observed_at bigint;
alter table nfl_lines add column home_moneyline integer;
alter table nfl_lines add column away_moneyline integer;
alter table nfl_lines add column home_spread_odds integer;
alter table nfl_lines add column away_spread_odds integer;
alter table nfl_lines add column over_odds integer;
alter table nfl_lines add column under_odds integer;
`

const TABLES = `
create table league_logos (
  league_id bigint not null,
  season integer not null,
  url text not null,
  constraint league_logos_key primary key (league_id, season, url),
  constraint league_logos_season foreign key (league_id, season)
    references seasons (league_id, season) on delete cascade
);
create index league_logos_by_url on league_logos (url);

create table logo_colors (
  url text primary key,
  color text not null
);

-- A season that is read again is replaced, so the timelines do not refer to it.
create table game_timeline_points (
  league_id bigint not null references leagues (id) on delete cascade,
  season integer not null,
  game_id integer not null,
  at bigint not null,
  state text not null check (state in ('before', 'live', 'final')),
  home_points integer not null,
  away_points integer not null,
  home_probability integer not null check (home_probability between 0 and 1000000),
  constraint game_timeline_points_key primary key (league_id, season, game_id, at)
);

-- The lists of all players of providers whose lineups name them by ID only, compressed.
create table player_lists (
  provider text primary key,
  sha256 text not null,
  players blob not null
);

insert into league_logos (league_id, season, url)
  select distinct league_id, season, case when logo like 'http://%' then 'https://' || substr(logo, 8) else logo end
  from season_teams where logo is not null;
`

async function writeDocuments(db: Kysely<Tables>): Promise<void> {
  const keys = await db.selectFrom('seasons').select(['league_id', 'season']).execute()
  for (const { league_id, season } of keys) {
    const rowsOf = (table: keyof Tables) =>
      db
        .selectFrom(table)
        .selectAll()
        .where('league_id', '=', league_id)
        .where('season', '=', season)
        .execute()
    const [stored = {}] = await rowsOf('seasons')
    const document = toSeasonDocument({
      season: stored,
      season_members: await rowsOf('season_members'),
      season_teams: await rowsOf('season_teams'),
      season_team_owners: await rowsOf('season_team_owners'),
      season_games: await rowsOf('season_games'),
      season_weeks: await rowsOf('season_weeks'),
    })
    await db
      .updateTable('seasons')
      .set({ document })
      .where('league_id', '=', league_id)
      .where('season', '=', season)
      .execute()
  }
}

const OLD_TABLES = `
drop table season_weeks;
drop table season_games;
drop table season_team_owners;
drop table season_teams;
drop table season_members;
alter table seasons drop column name;
alter table seasons drop column is_public;
alter table seasons drop column scoring_type;
alter table seasons drop column size;
alter table seasons drop column regular_season_periods;
alter table seasons drop column playoff_teams;
alter table seasons drop column is_drafted;
alter table seasons drop column current_period;
alter table seasons drop column final_week;
alter table seasons drop column details;
`
