// More than 500 lines: the tables of one release, each with its indexes.

import type { QueryExecutorProvider } from 'kysely'
import { runStatements } from './run-statements.ts'

/** The migrations of release 0.1.0, which are in the databases that it created. The first one stands for all. */
export const NAMES = [
  '0001-accounts',
  '0002-leagues',
  '0003-seasons',
  '0004-password-resets',
  '0005-session-devices',
  '0006-scheduled-jobs',
  '0007-league-credentials',
  '0008-season-sources',
  '0009-league-events',
  '0010-league-settings',
  '0011-line-ups',
  '0012-league-jobs',
  '0013-outside-data',
  '0014-owner-merges',
  '0015-feed',
  '0016-picks',
  '0017-audit-by-time',
  '0018-recaps-and-notifications',
  '0019-ways-to-rows',
  '0020-denied-leagues',
]

export const up = (db: QueryExecutorProvider) => runStatements(db, TABLES)

const TABLES = `
create table users (
  id integer primary key autoincrement,
  username text not null,
  username_key text not null unique,
  email text not null,
  email_key text unique,
  first_name text not null,
  last_name text not null,
  password_hash text not null,
  is_admin integer not null check (is_admin in (0, 1)),
  is_staff integer not null check (is_staff in (0, 1)),
  created_at bigint not null
);

create table sessions (
  token_hash text primary key,
  user_id bigint not null references users (id) on delete cascade,
  created_at bigint not null,
  seen_at bigint not null,
  expires_at bigint not null,
  user_agent text
);
create index sessions_by_expiry on sessions (expires_at);
create index sessions_by_user on sessions (user_id);

create table password_resets (
  user_id bigint primary key references users (id) on delete cascade,
  token_hash text not null,
  created_at bigint not null,
  expires_at bigint not null
);
create index password_resets_by_expiry on password_resets (expires_at);

create table attempts (
  id integer primary key autoincrement,
  bucket text not null,
  at bigint not null
);
create index attempts_by_bucket on attempts (bucket, at);
create index attempts_by_time on attempts (at);

create table attempt_buckets (
  bucket text primary key,
  tried_at bigint not null
);

create table audit_log (
  id integer primary key autoincrement,
  at bigint not null,
  actor_id bigint references users (id) on delete set null,
  actor_name text not null,
  action text not null,
  league_id bigint,
  detail text not null
);
create index audit_log_by_action on audit_log (action, at, id);
create index audit_log_by_actor on audit_log (actor_id);
create index audit_log_by_league on audit_log (league_id, id);
create index audit_log_by_league_and_time on audit_log (league_id, at, id);
create index audit_log_by_name on audit_log (lower(actor_name), at, id);
create index audit_log_by_time on audit_log (at, id);

create table leagues (
  id integer primary key autoincrement,
  name text not null,
  name_key text not null unique,
  espn_league_id bigint not null,
  sheet_id text,
  sheet_gid text,
  has_betslip integer not null check (has_betslip in (0, 1)),
  created_at bigint not null,
  season_note text,
  hides_picks integer not null default 0 check (hides_picks in (0, 1)),
  refresh_due_at bigint not null default 0,
  history_version bigint not null default 0,
  has_recap integer not null default 1 check (has_recap in (0, 1))
);
create index leagues_by_refresh_due on leagues (refresh_due_at);

create table memberships (
  league_id bigint not null references leagues (id) on delete cascade,
  user_id bigint not null references users (id) on delete cascade,
  role text not null check (role in ('admin', 'player', 'viewer')),
  created_at bigint not null,
  constraint memberships_key primary key (league_id, user_id)
);
create index memberships_by_user on memberships (user_id);

create table join_requests (
  id integer primary key autoincrement,
  user_id bigint not null references users (id) on delete cascade,
  league_id bigint references leagues (id) on delete cascade,
  message text not null,
  status text not null check (status in ('pending', 'approved', 'rejected')),
  created_at bigint not null,
  decided_at bigint
);
create index join_requests_by_league on join_requests (league_id);
create index join_requests_by_status on join_requests (status, league_id);
create index join_requests_by_user on join_requests (user_id);
-- One pending request per user and league, those without a league included.
create unique index join_requests_pending on join_requests (user_id, coalesce(league_id, 0)) where status = 'pending';

create table team_assignments (
  league_id bigint not null references leagues (id) on delete cascade,
  team_id integer not null,
  user_id bigint not null references users (id) on delete cascade,
  constraint team_assignments_key primary key (league_id, team_id),
  constraint team_assignments_user unique (league_id, user_id)
);
create index team_assignments_by_user on team_assignments (user_id);

create table league_credentials (
  league_id bigint primary key references leagues (id) on delete cascade,
  swid text,
  s2 text,
  is_tested integer not null,
  saved_at bigint not null,
  accepted_at bigint,
  refused_at bigint
);

create table league_events (
  id integer primary key autoincrement,
  league_id bigint not null references leagues (id) on delete cascade,
  name text not null,
  data text not null,
  at bigint not null
);
create index league_events_by_league on league_events (league_id);
create index league_events_by_time on league_events (at);

create table league_jobs (
  id integer primary key autoincrement,
  league_id bigint not null references leagues (id) on delete cascade,
  kind text not null check (kind in ('refresh', 'backfill')),
  asked_by bigint references users (id) on delete set null,
  status text not null check (status in ('queued', 'running', 'done', 'failed')),
  plan text not null,
  step text not null,
  done integer not null,
  total integer,
  result text,
  lease_token text,
  lease_until bigint,
  created_at bigint not null,
  started_at bigint,
  ended_at bigint
);
create index league_jobs_by_asker on league_jobs (asked_by);
create index league_jobs_by_end on league_jobs (ended_at);
create index league_jobs_by_league on league_jobs (league_id, id);
create unique index league_jobs_open on league_jobs (league_id) where ended_at is null;

create table league_looks (
  league_id bigint primary key references leagues (id) on delete cascade,
  at bigint not null
);

create table scheduled_jobs (
  name text primary key,
  due_at bigint not null,
  lease_until bigint,
  lease_token text,
  last_run_at bigint,
  last_error text
);

create table refreshes (
  league_id bigint primary key references leagues (id) on delete cascade,
  season integer,
  last_status text check (last_status in ('ok', 'skipped', 'error')),
  last_error text,
  updated_at bigint,
  denied_at bigint
);

create table seasons (
  league_id bigint not null references leagues (id) on delete cascade,
  season integer not null,
  name text,
  is_public integer,
  scoring_type text,
  size integer not null,
  regular_season_periods integer,
  playoff_teams integer,
  is_drafted integer not null,
  is_finished integer not null,
  current_period integer,
  current_week integer,
  final_week integer,
  details text not null,
  fetched_at bigint not null,
  source text not null default 'espn' check (source in ('espn', 'upload', 'csv')),
  depth text not null default 'scores' check (depth in ('standings', 'scores', 'box scores')),
  constraint seasons_key primary key (league_id, season)
);
create index seasons_by_year on seasons (season, league_id);

create table season_members (
  league_id bigint not null,
  season integer not null,
  member_id text not null,
  name text not null,
  is_manager integer not null,
  is_creator integer not null,
  constraint season_members_key primary key (league_id, season, member_id),
  constraint season_members_season foreign key (league_id, season)
    references seasons (league_id, season) on delete cascade
);

create table season_teams (
  league_id bigint not null,
  season integer not null,
  team_id integer not null,
  name text not null,
  abbrev text not null,
  logo text,
  division_id integer,
  wins integer not null,
  losses integer not null,
  ties integer not null,
  points_for integer not null,
  points_against integer not null,
  playoff_seed integer,
  final_rank integer,
  constraint season_teams_key primary key (league_id, season, team_id),
  constraint season_teams_season foreign key (league_id, season)
    references seasons (league_id, season) on delete cascade
);

create table season_team_owners (
  league_id bigint not null,
  season integer not null,
  team_id integer not null,
  member_id text not null,
  position integer not null,
  constraint season_team_owners_key primary key (league_id, season, team_id, member_id),
  constraint season_team_owners_team foreign key (league_id, season, team_id)
    references season_teams (league_id, season, team_id) on delete cascade,
  constraint season_team_owners_member foreign key (league_id, season, member_id)
    references season_members (league_id, season, member_id) on delete cascade
);

create table season_games (
  league_id bigint not null,
  season integer not null,
  game_id integer not null,
  period integer not null,
  bracket text not null,
  result text not null,
  home_team_id integer not null,
  home_points integer not null,
  home_live_points integer,
  home_projected_points integer,
  home_adjustment integer not null,
  away_team_id integer,
  away_points integer,
  away_live_points integer,
  away_projected_points integer,
  away_adjustment integer,
  constraint season_games_key primary key (league_id, season, game_id),
  constraint season_games_season foreign key (league_id, season)
    references seasons (league_id, season) on delete cascade
);
create index season_games_by_period on season_games (league_id, season, period);

create table season_weeks (
  league_id bigint not null,
  season integer not null,
  team_id integer not null,
  week integer not null,
  points integer not null,
  constraint season_weeks_key primary key (league_id, season, team_id, week),
  constraint season_weeks_team foreign key (league_id, season, team_id)
    references season_teams (league_id, season, team_id) on delete cascade
);

create table season_failures (
  league_id bigint not null references leagues (id) on delete cascade,
  season integer not null,
  reason text not null,
  at bigint not null,
  constraint season_failures_key primary key (league_id, season)
);

create table provider_answers (
  id integer primary key autoincrement,
  league_id bigint not null references leagues (id) on delete cascade,
  season integer not null,
  request text not null,
  fetched_at bigint not null,
  sha256 text not null,
  body blob not null,
  position bigint
);
create index provider_answers_by_season on provider_answers (league_id, season, request);

create table archive_answers (
  league_id bigint not null references leagues (id) on delete cascade,
  season integer not null,
  part text not null check (part in ('line-ups', 'draft', 'transactions')),
  week integer not null,
  position integer not null,
  answer_id bigint not null references provider_answers (id),
  constraint archive_answers_key primary key (league_id, season, part, week, position)
);
create index archive_answers_by_answer on archive_answers (answer_id);

-- None of these refers to a season, whose rows are deleted and written again at each refresh.
create table lineup_weeks (
  league_id bigint not null references leagues (id) on delete cascade,
  season integer not null,
  week integer not null,
  findings text not null,
  fetched_at bigint not null,
  constraint lineup_weeks_key primary key (league_id, season, week)
);

create table lineups (
  league_id bigint not null,
  season integer not null,
  week integer not null,
  team_id integer not null,
  entries text not null,
  empty_slots text not null,
  points bigint not null,
  projected_points bigint,
  constraint lineups_key primary key (league_id, season, week, team_id),
  constraint lineups_week foreign key (league_id, season, week)
    references lineup_weeks (league_id, season, week) on delete cascade
);

create table drafts (
  league_id bigint not null references leagues (id) on delete cascade,
  season integer not null,
  is_complete integer not null check (is_complete in (0, 1)),
  picks text not null,
  fetched_at bigint not null,
  constraint drafts_key primary key (league_id, season)
);

create table transaction_weeks (
  league_id bigint not null references leagues (id) on delete cascade,
  season integer not null,
  week integer not null,
  transactions text not null,
  fetched_at bigint not null,
  constraint transaction_weeks_key primary key (league_id, season, week)
);

create table players (
  espn_id bigint primary key,
  name text not null,
  name_key text not null,
  position text,
  nfl_team_id integer,
  season integer not null,
  week integer not null
);
create index players_by_name on players (name_key);

-- Of accounts instead of the members of a season, which are replaced with it.
create table owner_merges (
  id integer primary key autoincrement,
  league_id bigint not null references leagues (id) on delete cascade,
  member_id text not null,
  person_id text not null,
  merged_at bigint not null,
  constraint owner_merges_member unique (league_id, member_id)
);

create table record_exclusions (
  league_id bigint not null references leagues (id) on delete cascade,
  season integer not null,
  reason text not null,
  excluded_at bigint not null,
  constraint record_exclusions_key primary key (league_id, season)
);

create table feed_items (
  id integer primary key autoincrement,
  league_id bigint not null references leagues (id) on delete cascade,
  type text not null check (type in ('post', 'proposal', 'media')),
  is_pinned integer not null check (is_pinned in (0, 1)),
  created_at bigint not null,
  user_id bigint references users (id)
);
create index feed_items_by_place on feed_items (league_id, is_pinned, created_at, id);
create index feed_items_by_time on feed_items (type, created_at);
create index feed_items_by_type on feed_items (league_id, type, is_pinned, created_at, id);
create index feed_items_by_user on feed_items (user_id);

create table feed_posts (
  item_id bigint primary key references feed_items (id) on delete cascade,
  content text not null,
  likes_count integer not null default 0,
  comments_count integer not null default 0
);

create table post_likes (
  post_id bigint not null references feed_posts (item_id) on delete cascade,
  user_id bigint not null references users (id) on delete cascade,
  constraint post_likes_key primary key (post_id, user_id)
);
create index post_likes_by_user on post_likes (user_id);

create table post_comments (
  id integer primary key autoincrement,
  post_id bigint not null references feed_posts (item_id) on delete cascade,
  user_id bigint not null references users (id),
  body text not null,
  created_at bigint not null
);
create index post_comments_by_post on post_comments (post_id, id);
create index post_comments_by_time on post_comments (created_at);
create index post_comments_by_user on post_comments (user_id);

create table feed_proposals (
  item_id bigint primary key references feed_items (id) on delete cascade,
  question text not null,
  closes_at bigint,
  ballot_key text,
  votes_count integer not null default 0
);

create table proposal_options (
  id integer primary key autoincrement,
  proposal_id bigint not null references feed_proposals (item_id) on delete cascade,
  position integer not null,
  text text not null,
  votes_count integer not null default 0,
  constraint proposal_options_place unique (proposal_id, position),
  constraint proposal_options_own unique (proposal_id, id)
);

create table proposal_votes (
  proposal_id bigint not null,
  user_id bigint not null references users (id) on delete cascade,
  option_id bigint not null,
  constraint proposal_votes_key primary key (proposal_id, user_id),
  constraint proposal_votes_option foreign key (proposal_id, option_id)
    references proposal_options (proposal_id, id) on delete cascade
);
create index proposal_votes_by_user on proposal_votes (user_id);

-- With row IDs, SQLite would number the rows in the order in which people voted.
create table anonymous_votes (
  proposal_id bigint not null,
  voter_key text not null,
  option_id bigint not null,
  constraint anonymous_votes_key primary key (proposal_id, voter_key),
  constraint anonymous_votes_option foreign key (proposal_id, option_id)
    references proposal_options (proposal_id, id) on delete cascade
) without rowid;

create table feed_media (
  item_id bigint primary key references feed_items (id) on delete cascade,
  kind text not null check (kind in ('image', 'video')),
  content_type text not null,
  width integer,
  height integer,
  file_key text not null unique,
  size bigint not null,
  grid_size bigint
);

create table picks (
  league_id bigint not null references leagues (id) on delete cascade,
  season integer not null,
  week integer not null,
  user_id bigint not null references users (id) on delete cascade,
  text text not null,
  result text check (result in ('won', 'lost', 'push', 'void')),
  sheet_text text,
  is_edited integer not null check (is_edited in (0, 1)),
  updated_at bigint not null,
  constraint picks_key primary key (league_id, season, week, user_id)
);
create index picks_by_user on picks (user_id);

create table pick_changes (
  id integer primary key autoincrement,
  league_id bigint not null references leagues (id) on delete cascade,
  season integer not null,
  week integer not null,
  user_id bigint not null references users (id) on delete cascade,
  text text not null,
  via text not null check (via in ('page', 'sheet')),
  by_id bigint references users (id) on delete set null,
  by_name text not null,
  at bigint not null
);
create index pick_changes_by_maker on pick_changes (by_id);
create index pick_changes_by_pick on pick_changes (league_id, season, week, user_id);
create index pick_changes_by_user on pick_changes (user_id);

create table recaps (
  league_id bigint not null references leagues (id) on delete cascade,
  season integer not null,
  week integer not null,
  post_id bigint references feed_posts (item_id) on delete set null,
  posted_at bigint not null,
  constraint recaps_key primary key (league_id, season, week)
);
create index recaps_by_post on recaps (post_id);

create table league_webhooks (
  league_id bigint primary key references leagues (id) on delete cascade,
  form text not null check (form in ('discord', 'slack')),
  address text not null,
  saved_at bigint not null,
  sent_at bigint,
  last_error text
);

create table webhook_messages (
  league_id bigint primary key references league_webhooks (league_id) on delete cascade,
  text text not null,
  due_at bigint not null,
  tries integer not null
);

create table server_keys (
  name text not null primary key,
  public_key text not null,
  private_key text not null
);

create table notification_choices (
  user_id bigint not null references users (id) on delete cascade,
  kind text not null check (kind in ('pick', 'starter', 'proposal', 'comment')),
  by_push integer not null check (by_push in (0, 1)),
  by_mail integer not null check (by_mail in (0, 1)),
  constraint notification_choices_key primary key (user_id, kind)
);

create table quiet_hours (
  user_id bigint primary key references users (id) on delete cascade,
  begins integer not null,
  ends integer not null,
  time_zone text not null
);

create table push_subscriptions (
  id integer primary key autoincrement,
  user_id bigint not null references users (id) on delete cascade,
  endpoint text not null unique,
  p256dh text not null,
  auth text not null,
  created_at bigint not null,
  session_hash text not null references sessions (token_hash) on delete cascade
);
create index push_subscriptions_by_session on push_subscriptions (session_hash);
create index push_subscriptions_by_user on push_subscriptions (user_id);

create table notifications (
  id integer primary key autoincrement,
  user_id bigint not null references users (id) on delete cascade,
  league_id bigint not null references leagues (id) on delete cascade,
  key text not null,
  kind text not null check (kind in ('pick', 'starter', 'proposal', 'comment')),
  title text not null,
  body text not null,
  created_at bigint not null,
  expires_at bigint not null,
  constraint notifications_once unique (user_id, league_id, key)
);
create index notifications_by_end on notifications (expires_at);
create index notifications_by_league on notifications (league_id);

create table notification_sends (
  id integer primary key autoincrement,
  notification_id bigint not null references notifications (id) on delete cascade,
  subscription_id bigint references push_subscriptions (id) on delete cascade,
  due_at bigint not null,
  tries integer not null
);
create index notification_sends_by_notification on notification_sends (notification_id);
create index notification_sends_by_subscription on notification_sends (subscription_id);
create index notification_sends_by_time on notification_sends (due_at);

create table nfl_games (
  game_id bigint primary key,
  season integer not null,
  week integer not null,
  home_team_id integer not null,
  away_team_id integer not null,
  kickoff_at bigint not null,
  is_time_set integer not null,
  state text not null check (state in ('pre', 'in', 'post', 'off')),
  venue_id bigint,
  venue_name text,
  is_neutral integer,
  is_indoor integer
);
create index nfl_games_by_week on nfl_games (season, week);

create table nfl_byes (
  season integer not null,
  team_id integer not null,
  week integer not null,
  constraint nfl_byes_key primary key (season, team_id)
);

create table nfl_lines (
  game_id bigint primary key references nfl_games (game_id) on delete cascade,
  spread_tenths integer,
  total_tenths integer,
  bookmaker text,
  fetched_at bigint not null
);

create table nfl_weather (
  game_id bigint primary key references nfl_games (game_id) on delete cascade,
  kickoff_at bigint not null,
  description text,
  fahrenheit integer,
  icon text,
  fetched_at bigint not null
);

create table outside_reads (
  source text not null,
  part text not null,
  asked_at bigint not null,
  ok_at bigint,
  error text,
  retry_at bigint,
  constraint outside_reads_key primary key (source, part)
);

create table news_answers (
  source text not null,
  player_key text not null,
  items text not null,
  fetched_at bigint not null,
  constraint news_answers_key primary key (source, player_key)
);
`
