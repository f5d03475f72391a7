import { type Kysely, sql } from 'kysely'
import { recreateTable, runStatements } from '../run-statements.ts'

export async function migrateLeagues(db: Kysely<OldTables>): Promise<void> {
  await migrateAssignments(db)
  await recreateTable(db, 'league_webhooks', WEBHOOK_COLUMNS, WEBHOOKS)
  await runStatements(db, CHANGES)
  await runStatements(db, TABLES)
  await runStatements(db, SOURCES)
}

const WEBHOOK_COLUMNS = ['league_id', 'form', 'address', 'saved_at', 'sent_at', 'last_error']
const WEBHOOKS = `
create table league_webhooks (
  league_id bigint primary key references leagues (id) on delete cascade,
  address text not null,
  saved_at bigint not null,
  sent_at bigint,
  last_error text,
  form text not null check (form in ('discord', 'slack', 'groupme'))
);
`

const CHANGES = `
alter table leagues add column hiding_changes_at bigint;
alter table leagues add column picks_hidden_before bigint;
alter table leagues add column recap_sections text;
-- The server's cookies are for leagues that a site admin created or allowed. Existing leagues continue to use them.
alter table leagues add column may_use_server_cookies integer not null default 0;
update leagues set may_use_server_cookies = 1;

alter table memberships add column imported_person_id bigint;
alter table join_requests add column team_id integer;
-- With the time alone, SQLite prefers the index of all decided requests.
create index join_requests_by_decision on join_requests (status, decided_at);

alter table recaps add column document text;
alter table recaps add column rewrite text;
create index recaps_by_time on recaps (posted_at);

alter table picks add column imported_person_id bigint;
alter table picks add column selection text;
alter table picks add column settled_by text;
update picks set settled_by = 'admin' where result is not null;
create index picks_with_selection on picks (season, week) where selection is not null;
alter table pick_changes add column imported_person_id bigint;
`

const TABLES = `
create table league_documents (
  id integer primary key autoincrement,
  league_id bigint not null references leagues (id) on delete cascade,
  kind text not null,
  user_id bigint references users (id),
  imported_person_id bigint,
  document text not null,
  saved_at bigint not null
);
-- Those of the league, without a user, are written with the league locked.
create unique index league_documents_once on league_documents (league_id, kind, user_id);
create index league_documents_by_user on league_documents (user_id);

create table league_sources (
  id integer primary key autoincrement,
  league_id bigint not null references leagues (id) on delete cascade,
  provider text not null,
  provider_league_id text not null,
  first_season integer,
  last_season integer
);
create index league_sources_by_league on league_sources (league_id);

create table league_imports (
  league_id bigint not null primary key references leagues (id) on delete cascade,
  imported_at bigint not null,
  imported_by text
);

-- No foreign keys refer to the people: they and the rows that belong to them are deleted with the league.
create table imported_people (
  id integer primary key autoincrement,
  league_id bigint not null references leagues (id) on delete cascade,
  user_id bigint references users (id) on delete cascade,
  username text not null,
  username_key text not null,
  role text,
  member_since bigint,
  claimed_at bigint,
  linked_id bigint references users (id) on delete set null,
  linked_at bigint
);
create index imported_people_by_league_id on imported_people (league_id);
create index imported_people_by_linked_id on imported_people (linked_id);
create index imported_people_by_user_id on imported_people (user_id);
create index imported_people_by_username_key on imported_people (username_key);

create table imported_audit_log (
  id integer primary key autoincrement,
  league_id bigint not null references leagues (id) on delete cascade,
  at bigint not null,
  actor_name text not null,
  action text not null,
  detail text not null
);
create index imported_audit_log_by_league on imported_audit_log (league_id, at, id);

create table invite_links (
  id integer primary key autoincrement,
  league_id bigint not null references leagues (id) on delete cascade,
  code_hash text not null unique,
  created_by bigint references users (id) on delete set null,
  created_at bigint not null,
  expires_at bigint not null,
  revoked_at bigint,
  uses integer not null,
  max_uses integer,
  needs_approval integer not null check (needs_approval in (0, 1))
);
create index invite_links_by_creator on invite_links (created_by);
create index invite_links_by_league on invite_links (league_id);

create table invite_uses (
  link_id bigint not null references invite_links (id) on delete cascade,
  user_id bigint not null references users (id) on delete cascade,
  used_at bigint not null,
  has_joined integer not null check (has_joined in (0, 1)),
  team_id integer,
  claimed_at bigint,
  undone_at bigint,
  constraint invite_uses_key primary key (link_id, user_id)
);
create index invite_uses_by_undoing on invite_uses (undone_at);
create index invite_uses_by_user on invite_uses (user_id);

create table public_links (
  league_id bigint primary key references leagues (id) on delete cascade,
  code_hash text not null unique,
  shows_owners integer not null check (shows_owners in (0, 1)),
  created_at bigint not null,
  created_by bigint references users (id) on delete set null
);
create index public_links_by_creator on public_links (created_by);

create table owner_pictures (
  league_id bigint not null references leagues (id) on delete cascade,
  member_id text not null,
  file_key text unique,
  updated_at bigint not null,
  constraint owner_pictures_key primary key (league_id, member_id)
);

create table trophy_pictures (
  league_id bigint primary key references leagues (id) on delete cascade,
  file_key text not null unique,
  description text,
  updated_at bigint not null
);

create table week_records (
  league_id bigint not null references leagues (id) on delete cascade,
  season integer not null,
  week integer not null,
  broken text not null,
  found_at bigint not null,
  constraint week_records_key primary key (league_id, season, week)
);
create index week_records_by_time on week_records (found_at);

-- The rules of a league in versions, each with all sections. A section has the same ID in all versions.
create table rule_versions (
  league_id bigint not null references leagues (id) on delete cascade,
  version integer not null,
  user_id bigint not null references users (id),
  imported_person_id bigint,
  saved_at bigint not null,
  note text not null,
  restored_from integer,
  constraint rule_versions_key primary key (league_id, version)
);
create index rule_versions_by_user on rule_versions (user_id);

create table rule_sections (
  league_id bigint not null,
  version integer not null,
  position integer not null,
  section integer not null,
  heading text not null,
  body text not null,
  proposal_id bigint references feed_items (id) on delete set null,
  constraint rule_sections_key primary key (league_id, version, position),
  constraint rule_sections_version foreign key (league_id, version)
    references rule_versions (league_id, version) on delete cascade
);
create index rule_sections_by_proposal on rule_sections (proposal_id);

-- A season is replaced by each refresh, so the dues do not refer to it. A team without an ID is no longer part of it.
create table dues_setups (
  league_id bigint not null references leagues (id) on delete cascade,
  season integer not null,
  version integer not null,
  amount integer not null,
  due_on text,
  note text not null,
  saved_at bigint not null,
  constraint dues_setups_key primary key (league_id, season)
);

create table dues_prizes (
  league_id bigint not null,
  season integer not null,
  prize_id integer not null,
  position integer not null,
  kind text not null check (kind in (
    'champion', 'runner_up', 'third_place', 'best_record', 'most_points', 'weekly_high', 'season_high', 'custom'
  )),
  title text,
  amount integer not null,
  includes_playoffs integer not null check (includes_playoffs in (0, 1)),
  winner_id integer,
  constraint dues_prizes_key primary key (league_id, season, prize_id),
  constraint dues_prizes_setup foreign key (league_id, season)
    references dues_setups (league_id, season) on delete cascade
);

create table dues_entries (
  id integer primary key autoincrement,
  league_id bigint not null,
  season integer not null,
  team_id integer,
  team_name text not null,
  kind text not null check (kind in ('adjustment', 'payment')),
  amount integer not null,
  paid_on text,
  note text not null,
  noted_at bigint not null,
  constraint dues_entries_setup foreign key (league_id, season)
    references dues_setups (league_id, season) on delete cascade
);
create index dues_entries_by_season on dues_entries (league_id, season);

create table dues_payouts (
  id integer primary key autoincrement,
  league_id bigint not null,
  season integer not null,
  prize_id integer not null,
  week integer,
  team_id integer,
  team_name text not null,
  amount integer not null,
  paid_on text not null,
  noted_at bigint not null,
  constraint dues_payouts_prize foreign key (league_id, season, prize_id)
    references dues_prizes (league_id, season, prize_id) on delete cascade
);
create index dues_payouts_by_prize on dues_payouts (league_id, season, prize_id);

-- The results of slips that their league was told, so that each is told once, and a correction once more.
create table slip_results (
  league_id bigint not null references leagues (id) on delete cascade,
  season integer not null,
  week integer not null,
  state text not null check (state in ('won', 'lost', 'returned')),
  staked text not null,
  returned text,
  revision integer not null,
  announced_at bigint not null,
  constraint slip_results_key primary key (league_id, season, week)
);
create index slip_results_by_time on slip_results (announced_at);

create table slip_payments (
  league_id bigint not null references leagues (id) on delete cascade,
  season integer not null,
  week integer not null,
  user_id bigint references users (id) on delete cascade,
  is_paid integer not null check (is_paid in (0, 1)),
  imported_person_id bigint,
  constraint slip_payments_key primary key (league_id, season, week)
);
create index slip_payments_by_user on slip_payments (user_id);
`

// Each league starts with its ESPN league, for all seasons.
const SOURCES = `
insert into league_sources (league_id, provider, provider_league_id)
  select id, 'espn', cast(espn_league_id as text) from leagues order by id;
`

type Assignment = { league_id: number; team_id: number; user_id: number }
type OwnerAssignment = Assignment & { season: number | null; member_id: string | null }

type OldTables = {
  team_assignments: OwnerAssignment
  season_teams: { league_id: number; season: number; team_id: number }
  season_team_owners: {
    league_id: number
    season: number
    team_id: number
    member_id: string
    position: number
  }
  audit_log: { id: number; at: number; action: string; league_id: number | null; detail: string }
}

/** An assignment belongs to the owner of a team instead of its number, which can go to someone else. */
async function migrateAssignments(db: Kysely<OldTables>): Promise<void> {
  const assignments = await listAssignments(db)
  await runStatements(db, ASSIGNMENTS)
  for (const assignment of assignments) await db.insertInto('team_assignments').values(assignment).execute()
}

const ASSIGNMENTS = `
drop table team_assignments;
create table team_assignments (
  league_id bigint not null references leagues (id) on delete cascade,
  user_id bigint not null references users (id) on delete cascade,
  team_id integer not null,
  season integer,
  member_id text,
  imported_person_id bigint,
  constraint team_assignments_key primary key (league_id, user_id)
);
create index team_assignments_by_user on team_assignments (user_id);
`

async function listAssignments(db: Kysely<OldTables>): Promise<OwnerAssignment[]> {
  const assignedAt = await findAssignmentTimes(db)
  const assignments = await db
    .selectFrom('team_assignments')
    .select(['league_id', 'team_id', 'user_id'])
    .orderBy('league_id')
    .execute()
  return Promise.all(
    assignments.map(async (assignment) => {
      const seasons = await db
        .selectFrom('season_teams as team')
        .leftJoin('season_team_owners as owner', (join) =>
          join
            .onRef('owner.league_id', '=', 'team.league_id')
            .onRef('owner.season', '=', 'team.season')
            .onRef('owner.team_id', '=', 'team.team_id')
            .on('owner.position', '=', sql.lit(0)),
        )
        .select(['team.season', 'owner.member_id'])
        .where('team.league_id', '=', assignment.league_id)
        .where('team.team_id', '=', assignment.team_id)
        .orderBy('team.season', 'desc')
        .execute()
      const at = assignedAt.get(`${assignment.league_id} ${assignment.team_id}`)
      // Admins assign the teams of the newest season, which was not a later one than the NFL's.
      const assigned = seasons.find(({ season }) => at === undefined || season <= seasonAt(at)) ?? seasons[0]
      return { ...assignment, season: assigned?.season ?? null, member_id: assigned?.member_id ?? null }
    }),
  )
}

/** When each team was last assigned, in milliseconds, by league and team ID. */
async function findAssignmentTimes(db: Kysely<OldTables>): Promise<Map<string, number>> {
  const entries = await db
    .selectFrom('audit_log')
    .select(['league_id', 'at', 'detail'])
    .where('action', '=', 'league.assign-team')
    .orderBy('id')
    .execute()
  return new Map(
    entries.map(({ league_id, at, detail }) => {
      const { team_id } = JSON.parse(detail) as { team_id?: number }
      return [`${league_id} ${team_id}`, at]
    }),
  )
}

/** The NFL season at a time in milliseconds. A season begins on March 1 (UTC). */
function seasonAt(at: number): number {
  const date = new Date(at)
  return date.getUTCMonth() >= 2 ? date.getUTCFullYear() : date.getUTCFullYear() - 1
}
