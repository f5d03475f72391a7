import type { Kysely } from 'kysely'
import { runStatements } from '../run-statements.ts'

type OldTables = { users: { id: number; first_name: string; last_name: string } }

export async function migrateAccounts(db: Kysely<OldTables>): Promise<void> {
  await runStatements(db, TABLES)
  await cleanNames(db)
  await runStatements(db, VISITS)
}

const TABLES = `
-- An address that existed before keeps identifying its account until somebody verifies it, so that everyone can
-- sign in with what they typed before.
alter table users add column email_verified_at bigint;
alter table users add column email_claim_key text;
alter table users add column email_claimed_at bigint;
alter table users add column disabled_at bigint;
alter table users add column deleted_at bigint;
create unique index users_by_email_claim on users (email_claim_key);
create index users_by_staff on users (is_staff);

alter table sessions add column verified_at bigint;
alter table sessions add column address text;

-- What site admins have chosen in the page, unless the environment has a setting for it.
create table site_settings (
  name text not null primary key,
  value text not null
);

create table passkeys (
  id integer primary key autoincrement,
  user_id bigint not null references users (id) on delete cascade,
  credential_id text not null unique,
  public_key text not null,
  counter bigint not null,
  transports text not null,
  name text not null,
  created_at bigint not null,
  used_at bigint
);
create index passkeys_by_user on passkeys (user_id);

create table passkey_challenges (
  challenge_hash text not null primary key,
  purpose text not null check (purpose in ('register', 'sign_in', 'second_factor', 'confirm')),
  user_id bigint references users (id) on delete cascade,
  expires_at bigint not null
);
create index passkey_challenges_by_expiry on passkey_challenges (expires_at);
create index passkey_challenges_by_user on passkey_challenges (user_id);

create table sign_in_steps (
  token_hash text not null primary key,
  user_id bigint not null references users (id) on delete cascade,
  expires_at bigint not null
);
create index sign_in_steps_by_expiry on sign_in_steps (expires_at);
create index sign_in_steps_by_user on sign_in_steps (user_id);

create table totp_secrets (
  user_id bigint primary key references users (id) on delete cascade,
  secret text,
  pending_secret text,
  last_step bigint not null,
  confirmed_at bigint,
  constraint totp_secrets_any check (secret is not null or pending_secret is not null)
);

create table recovery_codes (
  user_id bigint not null references users (id) on delete cascade,
  code_hash text not null,
  used_at bigint,
  constraint recovery_codes_key primary key (user_id, code_hash)
);

create table identities (
  id integer primary key autoincrement,
  user_id bigint not null references users (id) on delete cascade,
  issuer text not null,
  subject text not null,
  email text,
  linked_at bigint not null,
  used_at bigint not null,
  constraint identities_by_subject unique (issuer, subject)
);
create index identities_by_user on identities (user_id);

create table api_tokens (
  id integer primary key autoincrement,
  user_id bigint not null references users (id) on delete cascade,
  token_hash text not null unique,
  name text not null,
  scopes text not null,
  is_for_all_leagues integer not null check (is_for_all_leagues in (0, 1)),
  created_at bigint not null,
  expires_at bigint not null,
  used_at bigint
);
create index api_tokens_by_user on api_tokens (user_id);

create table api_token_leagues (
  token_id bigint not null references api_tokens (id) on delete cascade,
  league_id bigint not null references leagues (id) on delete cascade,
  constraint api_token_leagues_key primary key (token_id, league_id)
);
create index api_token_leagues_by_league on api_token_leagues (league_id);

create table subscriptions (
  user_id bigint not null references users (id) on delete cascade,
  kind text not null check (kind in ('calendar', 'recaps')),
  code_hash text not null unique,
  created_at bigint not null,
  constraint subscriptions_key primary key (user_id, kind)
);

create table visits (
  user_id bigint primary key references users (id) on delete cascade,
  seen_at bigint not null,
  previous_at bigint
);

create table tab_visits (
  user_id bigint not null references users (id) on delete cascade,
  league_id bigint not null references leagues (id) on delete cascade,
  tab text not null,
  seen_at bigint not null,
  constraint tab_visits_key primary key (user_id, league_id, tab)
);
create index tab_visits_by_league on tab_visits (league_id);
`

// What was there before the upgrade is not new to anybody.
const VISITS = `
insert into tab_visits (user_id, league_id, tab, seen_at)
  select user_id, league_id, 'league social',
    coalesce((select max(created_at) from feed_items where league_id = memberships.league_id), created_at)
  from memberships;
insert into tab_visits (user_id, league_id, tab, seen_at)
  select user_id, league_id, 'betslip',
    coalesce((select max(updated_at) from picks where league_id = memberships.league_id), created_at)
  from memberships;
`

/** Removes invisible and control characters from names, which 0.1.0 stored as entered. */
async function cleanNames(db: Kysely<OldTables>): Promise<void> {
  for (const user of await db.selectFrom('users').select(['id', 'first_name', 'last_name']).execute()) {
    const [first_name, last_name] = [clean(user.first_name), clean(user.last_name)]
    if (first_name === user.first_name && last_name === user.last_name) continue
    await db.updateTable('users').set({ first_name, last_name }).where('id', '=', user.id).execute()
  }
}

function clean(name: string): string {
  const cleaned = name
    .normalize('NFC')
    .replace(/(?!\u200C|\u200D|\uFE0F)\p{Default_Ignorable_Code_Point}/gu, '')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
  return /[\p{L}\p{N}\p{P}\p{S}]/u.test(cleaned) ? cleaned : ''
}
