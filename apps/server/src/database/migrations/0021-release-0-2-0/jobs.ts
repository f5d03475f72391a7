import type { Kysely } from 'kysely'
import { findLastId, runStatements, setLastId } from '../run-statements.ts'

export async function migrateJobs(db: Kysely<OldTables>): Promise<void> {
  await runStatements(db, JOBS)
  // The IDs of league jobs appear in the API, so none is used again.
  await setLastId(db, 'jobs', await findLastId(db, 'league_jobs'))
  await runStatements(db, MOVED_JOBS)
  await moveWebhookMessages(db)
  await moveNotificationSends(db)
  await runStatements(db, OLD_TABLES)
}

const JOBS = `
create table jobs (
  id integer primary key autoincrement,
  kind text not null,
  league_id bigint references leagues (id) on delete cascade,
  requested_by bigint references users (id) on delete set null,
  unique_key text,
  destination text,
  payload text not null,
  status text not null check (status in ('queued', 'running', 'done', 'failed')),
  priority integer not null,
  run_at bigint not null,
  attempts integer not null default 0,
  lease_token text,
  lease_until bigint,
  step text not null default '',
  done integer not null default 0,
  total integer,
  result text,
  last_error text,
  created_at bigint not null,
  started_at bigint,
  ended_at bigint
);
create index jobs_by_end on jobs (ended_at);
create index jobs_by_failure on jobs (ended_at) where last_error is not null;
create unique index jobs_by_key on jobs (unique_key) where ended_at is null;
create index jobs_by_league on jobs (league_id, id);
create index jobs_by_requester on jobs (requested_by);
create index jobs_by_run_at on jobs (run_at) where ended_at is null;
`

const MOVED_JOBS = `
insert into jobs (id, kind, league_id, requested_by, unique_key, payload, status, priority, run_at,
    attempts, lease_token, lease_until, step, done, total, result, created_at, started_at, ended_at)
  select id, kind, league_id, asked_by, 'league:' || league_id, plan, status,
    case when asked_by is null then 1 else 0 end, 0, case when started_at is null then 0 else 1 end,
    lease_token, lease_until, step, done, total, result, created_at, started_at, ended_at
  from league_jobs order by id;

-- Webhook messages need no scheduled job any more, and one of the others has a new name.
update scheduled_jobs set name = 'jobs-clean-up' where name = 'league-jobs-clean-up';
insert into jobs (kind, unique_key, payload, status, priority, run_at, last_error, created_at)
  select name, name, 'null', 'queued', 1, due_at, last_error, coalesce(last_run_at, 0)
  from scheduled_jobs where name <> 'webhooks' order by name;
`

const OLD_TABLES = `
drop table notification_sends;
drop table webhook_messages;
drop table scheduled_jobs;
drop table league_jobs;

-- A fetch in progress had a retry time, too.
update outside_reads set retry_at = null where error is null;
`

type OldTables = {
  jobs: Record<string, string | number | null>
  webhook_messages: { league_id: number; text: string; due_at: number; tries: number }
  league_webhooks: { league_id: number; form: string }
  notification_sends: {
    id: number
    notification_id: number
    subscription_id: number | null
    due_at: number
    tries: number
  }
  notifications: { id: number; league_id: number; created_at: number }
  push_subscriptions: { id: number; endpoint: string }
}

async function moveWebhookMessages(db: Kysely<OldTables>): Promise<void> {
  const messages = await db
    .selectFrom('webhook_messages as message')
    .innerJoin('league_webhooks as webhook', 'webhook.league_id', 'message.league_id')
    .selectAll('message')
    .select('webhook.form')
    .orderBy('message.league_id')
    .execute()
  for (const { league_id, text, due_at, tries, form } of messages) {
    await insertJob(db, {
      kind: 'webhook',
      league_id,
      unique_key: `webhook:${league_id}`,
      destination: form,
      payload: JSON.stringify({ text }),
      run_at: due_at,
      attempts: tries,
      created_at: due_at,
    })
  }
}

async function moveNotificationSends(db: Kysely<OldTables>): Promise<void> {
  const sends = await db
    .selectFrom('notification_sends as send')
    .innerJoin('notifications as notification', 'notification.id', 'send.notification_id')
    .leftJoin('push_subscriptions as device', 'device.id', 'send.subscription_id')
    .selectAll('send')
    .select(['notification.league_id', 'notification.created_at', 'device.endpoint'])
    .orderBy('send.id')
    .execute()
  for (const { notification_id, subscription_id, league_id, due_at, tries, created_at, endpoint } of sends) {
    await insertJob(db, {
      kind: subscription_id === null ? 'mail' : 'push',
      league_id,
      destination: endpoint === null ? null : new URL(endpoint).host,
      payload: JSON.stringify({ notificationId: notification_id, subscriptionId: subscription_id }),
      run_at: due_at,
      attempts: tries,
      created_at,
    })
  }
}

async function insertJob(db: Kysely<OldTables>, row: Record<string, string | number | null>): Promise<void> {
  await db
    .insertInto('jobs')
    .values({ status: 'queued', priority: 1, ...row })
    .execute()
}
