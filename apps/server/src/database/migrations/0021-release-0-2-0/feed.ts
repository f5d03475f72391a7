import type { QueryExecutorProvider } from 'kysely'
import { isPostgres, recreateTable, runStatements } from '../run-statements.ts'

/** The notifications become the items of an inbox. */
export async function migrateFeed(db: QueryExecutorProvider): Promise<void> {
  await runStatements(db, isPostgres(db) ? TRADES_ON_POSTGRES : TRADES_ON_SQLITE)
  await runStatements(db, CHANGES)
  await recreateTable(db, 'post_likes', ['post_id', 'user_id'], LIKES)
  await recreateTable(db, 'post_comments', ['id', 'post_id', 'user_id', 'body', 'created_at'], COMMENTS)
  await recreateTable(db, 'notifications', NOTIFICATION_COLUMNS, NOTIFICATIONS)
  await recreateTable(db, 'notification_choices', ['user_id', 'kind', 'by_push', 'by_mail'], CHOICES)
  await runStatements(db, TABLES)
}

const TRADES_ON_POSTGRES = `
alter table feed_items drop constraint feed_items_type_check;
alter table feed_items add constraint feed_items_type_check check (type in ('post', 'proposal', 'media', 'trade'));
`

// SQLite cannot change a constraint, and without the table its rows would go with it, so it gets a new column.
const TRADES_ON_SQLITE = `
drop index feed_items_by_type;
drop index feed_items_by_time;
alter table feed_items add column any_type text not null default 'post'
  check (any_type in ('post', 'proposal', 'media', 'trade'));
update feed_items set any_type = type;
alter table feed_items drop column type;
alter table feed_items rename column any_type to type;
create index feed_items_by_type on feed_items (league_id, type, is_pinned, created_at, id);
create index feed_items_by_time on feed_items (type, created_at);
`

const CHANGES = `
alter table feed_items add column imported_person_id bigint;
alter table feed_items add column is_listed integer not null default 1 check (is_listed in (0, 1));
alter table feed_items add column version integer not null default 1;
alter table feed_items add column hidden_at bigint;
alter table feed_items add column hidden_reason text;
alter table feed_items add column hidden_by bigint references users (id) on delete set null;
create index feed_items_by_admin on feed_items (hidden_by) where hidden_by is not null;

alter table feed_posts add column edited_at bigint;
alter table feed_posts add column version integer not null default 1;

alter table feed_proposals add column likes_count integer not null default 0;
alter table feed_proposals add column comments_count integer not null default 0;
create index proposals_by_end on feed_proposals (closes_at);
alter table proposal_votes add column imported_person_id bigint;

-- Posts contain media items, which the feed does not list. Their files are uploaded before the post exists.
alter table feed_media add column likes_count integer not null default 0;
alter table feed_media add column comments_count integer not null default 0;
alter table feed_media add column post_id bigint references feed_items (id) on delete cascade;
alter table feed_media add column position integer not null default 0;
alter table feed_media add column caption text not null default '';
alter table feed_media add column alt_text text not null default '';
create index feed_media_by_post on feed_media (post_id, position);
`

const LIKES = `
create table post_likes (
  post_id bigint not null references feed_items (id) on delete cascade,
  user_id bigint not null references users (id) on delete cascade,
  imported_person_id bigint,
  created_at bigint,
  constraint post_likes_key primary key (post_id, user_id)
);
create index post_likes_by_time on post_likes (created_at);
create index post_likes_by_user on post_likes (user_id);
`

const COMMENTS = `
create table post_comments (
  id integer primary key autoincrement,
  post_id bigint not null references feed_items (id) on delete cascade,
  user_id bigint not null references users (id),
  body text not null,
  created_at bigint not null,
  imported_person_id bigint,
  edited_at bigint,
  version integer not null default 1,
  hidden_at bigint,
  hidden_reason text,
  hidden_by bigint references users (id) on delete set null,
  parent_id bigint references post_comments (id) on delete set null
);
create index post_comments_by_admin on post_comments (hidden_by) where hidden_by is not null;
create index post_comments_by_parent on post_comments (parent_id);
create index post_comments_by_post on post_comments (post_id, id);
create index post_comments_by_time on post_comments (created_at);
create index post_comments_by_user on post_comments (user_id);
`

const NOTIFICATION_COLUMNS = [
  'id',
  'user_id',
  'league_id',
  'key',
  'kind',
  'title',
  'body',
  'created_at',
  'expires_at',
]
const NOTIFICATIONS = `
create table notifications (
  id integer primary key autoincrement,
  user_id bigint not null references users (id) on delete cascade,
  league_id bigint references leagues (id) on delete cascade,
  key text not null,
  kind text not null,
  title text not null,
  body text not null,
  created_at bigint not null,
  expires_at bigint not null,
  in_inbox integer not null default 0 check (in_inbox in (0, 1)),
  read_at bigint,
  target text not null default '{}',
  item_id bigint references feed_items (id) on delete cascade,
  comment_id bigint references post_comments (id) on delete cascade,
  constraint notifications_once unique (user_id, league_id, key)
);
create index notifications_by_comment on notifications (comment_id);
create index notifications_by_end on notifications (expires_at);
create index notifications_by_item on notifications (item_id);
create index notifications_by_league on notifications (league_id);
create index notifications_by_time on notifications (in_inbox, created_at);
create index notifications_by_user on notifications (user_id, in_inbox, created_at);
create unique index notifications_once_without_league on notifications (user_id, key) where league_id is null;
`

const CHOICES = `
create table notification_choices (
  user_id bigint not null references users (id) on delete cascade,
  kind text not null,
  by_push integer not null check (by_push in (0, 1)),
  by_mail integer not null check (by_mail in (0, 1)),
  by_inbox integer not null default 1 check (by_inbox in (0, 1)),
  constraint notification_choices_key primary key (user_id, kind)
);
`

const TABLES = `
create table feed_trades (
  item_id bigint primary key references feed_items (id) on delete cascade,
  league_id bigint not null references leagues (id) on delete cascade,
  season integer not null,
  trade_id text not null,
  comments_count integer not null default 0,
  constraint feed_trades_once unique (league_id, season, trade_id)
);

create table item_reactions (
  item_id bigint not null references feed_items (id) on delete cascade,
  user_id bigint not null references users (id) on delete cascade,
  reaction text not null,
  created_at bigint not null,
  imported_person_id bigint,
  constraint item_reactions_key primary key (item_id, user_id, reaction)
);
create index item_reactions_by_user on item_reactions (user_id);

create table comment_reactions (
  comment_id bigint not null references post_comments (id) on delete cascade,
  user_id bigint not null references users (id) on delete cascade,
  reaction text not null,
  created_at bigint not null,
  imported_person_id bigint,
  constraint comment_reactions_key primary key (comment_id, user_id, reaction)
);
create index comment_reactions_by_user on comment_reactions (user_id);

create table item_mentions (
  item_id bigint not null references feed_items (id) on delete cascade,
  start integer not null,
  length integer not null,
  user_id bigint references users (id) on delete cascade,
  season integer,
  team_id bigint,
  created_at bigint not null,
  imported_person_id bigint,
  constraint item_mentions_key primary key (item_id, start)
);
create index item_mentions_by_time on item_mentions (created_at);
create index item_mentions_by_user on item_mentions (user_id);

create table comment_mentions (
  comment_id bigint not null references post_comments (id) on delete cascade,
  start integer not null,
  length integer not null,
  user_id bigint references users (id) on delete cascade,
  season integer,
  team_id bigint,
  created_at bigint not null,
  imported_person_id bigint,
  constraint comment_mentions_key primary key (comment_id, start)
);
create index comment_mentions_by_time on comment_mentions (created_at);
create index comment_mentions_by_user on comment_mentions (user_id);

create table link_previews (
  url_key text primary key,
  url text not null,
  title text,
  description text,
  site_name text,
  image_url text,
  fetch_after bigint not null,
  used_at bigint not null
);
create index link_previews_by_use on link_previews (used_at);

create table post_links (
  post_id bigint primary key references feed_items (id) on delete cascade,
  url_key text not null references link_previews (url_key) on delete cascade,
  is_removed integer not null default 0
);
create index post_links_by_url on post_links (url_key);

create table post_keys (
  league_id bigint not null references leagues (id) on delete cascade,
  user_id bigint not null references users (id) on delete cascade,
  key text not null,
  -- Without a reference: a deleted post must not be created again.
  post_id bigint not null,
  created_at bigint not null,
  constraint post_keys_pk primary key (league_id, user_id, key)
);
create index post_keys_by_time on post_keys (created_at);
create index post_keys_by_user on post_keys (user_id);

create table media_drafts (
  file_key text primary key,
  league_id bigint not null references leagues (id) on delete cascade,
  user_id bigint not null references users (id) on delete cascade,
  kind text not null,
  content_type text not null,
  width integer,
  height integer,
  size bigint not null,
  grid_size bigint,
  created_at bigint not null
);
create index media_drafts_by_created_at on media_drafts (created_at);
create index media_drafts_by_league_id on media_drafts (league_id);
create index media_drafts_by_user_id on media_drafts (user_id);

create table content_reports (
  id integer primary key autoincrement,
  league_id bigint not null references leagues (id) on delete cascade,
  item_id bigint not null references feed_items (id) on delete cascade,
  comment_id bigint references post_comments (id) on delete cascade,
  user_id bigint not null references users (id) on delete cascade,
  reason text not null,
  note text not null,
  created_at bigint not null,
  dismissed_at bigint
);
create index content_reports_by_comment on content_reports (comment_id);
create index content_reports_by_item on content_reports (item_id);
create index content_reports_by_league on content_reports (league_id, created_at);
create index content_reports_by_time on content_reports (created_at);
create index content_reports_by_user on content_reports (user_id);
create unique index content_reports_of_comment on content_reports (comment_id, user_id)
  where comment_id is not null;
create unique index content_reports_of_item on content_reports (item_id, user_id) where comment_id is null;

create table mutes (
  id integer primary key autoincrement,
  league_id bigint not null references leagues (id) on delete cascade,
  user_id bigint not null references users (id) on delete cascade,
  muted_user_id bigint not null references users (id) on delete cascade,
  created_at bigint not null,
  constraint mutes_once unique (league_id, user_id, muted_user_id)
);
create index mutes_by_user on mutes (user_id);
create index mutes_of_user on mutes (muted_user_id);

create table slow_modes (
  league_id bigint primary key references leagues (id) on delete cascade,
  seconds integer not null
);
`
