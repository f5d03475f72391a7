import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { createEmptyDatabase, TEST_ENGINE } from '../../testing/test-database.ts'
import { connect, type Db, migrate } from '../engine/database.ts'

/** Every table of work that the previous release had, with something queued. */
async function fillPreviousRelease(db: Db): Promise<void> {
  await sql`insert into users (id, username, username_key, email, first_name, last_name, password_hash, is_admin,
    is_staff, created_at) values (5, 'ada', 'ada', 'ada@league.example', '', '', '', 0, 0, 0)`.execute(db)
  await sql`insert into sessions (token_hash, user_id, created_at, seen_at, expires_at)
    values ('hash', 5, 0, 0, 99)`.execute(db)
  for (const id of [1, 2]) {
    await sql`insert into leagues (id, name, name_key, espn_league_id, has_betslip, created_at)
      values (${id}, ${`League ${id}`}, ${`league ${id}`}, 4711, 0, 0)`.execute(db)
  }
  await sql`insert into league_jobs (id, league_id, kind, asked_by, status, plan, step, done, total, result,
      lease_token, lease_until, created_at, started_at, ended_at) values
    (7, 1, 'backfill', 5, 'running', '{"seasons":[2020]}', 'Reading', 3, 8, null, 'token', 4000, 1000, 2000, null),
    (8, 2, 'refresh', null, 'queued', '{"season":null}', '', 0, null, null, null, null, 1500, null, null),
    (9, 2, 'refresh', null, 'failed', '{"season":null}', 'Down', 1, 3, '{"status":"error"}', null, null, 10, 20, 30)`.execute(
    db,
  )
  await sql`insert into scheduled_jobs (name, due_at, lease_until, lease_token, last_run_at, last_error) values
    ('recaps', 600, null, null, 300, 'no luck'), ('webhooks', 500, null, null, 440, null),
    ('league-jobs-clean-up', 700, 900, 'lease', null, null)`.execute(db)
  await sql`insert into league_webhooks (league_id, form, address, saved_at) values (1, 'slack', 'x', 0)`.execute(
    db,
  )
  await sql`insert into webhook_messages (league_id, text, due_at, tries)
    values (1, 'Week 5 "Recap"', 1234, 2)`.execute(db)
  await sql`insert into push_subscriptions (id, user_id, endpoint, p256dh, auth, created_at, session_hash)
    values (3, 5, 'https://push.example:8443/device', 'p', 'a', 0, 'hash')`.execute(db)
  await sql`insert into notifications (id, user_id, league_id, key, kind, title, body, created_at, expires_at)
    values (4, 5, 2, 'proposal 1', 'proposal', 'New', 'Two keepers?', 50, 9999)`.execute(db)
  await sql`insert into notification_sends (notification_id, subscription_id, due_at, tries)
    values (4, 3, 60, 1), (4, null, 80, 0)`.execute(db)
  await sql`insert into outside_reads (source, part, asked_at, ok_at, error, retry_at) values
    ('schedule', '2026', 10, 5, null, 130), ('weather', '1', 10, null, 'HTTP 503', 610)`.execute(db)
}

const QUEUED = {
  status: 'queued',
  lease_token: null,
  lease_until: null,
  step: '',
  done: 0,
  total: null,
  result: null,
  last_error: null,
  requested_by: null,
  started_at: null,
  ended_at: null,
}

it('moves everything that is queued to one table', async () => {
  const { address, drop } = await createEmptyDatabase(TEST_ENGINE)
  const db = connect(address)
  try {
    await migrate(db, '0020-denied-leagues')
    await fillPreviousRelease(db)
    await migrate(db)
    const jobs = await db.selectFrom('jobs').selectAll().orderBy('id').execute()
    expect(jobs).toMatchObject([
      {
        id: 7,
        kind: 'backfill',
        league_id: 1,
        requested_by: 5,
        unique_key: 'league:1',
        payload: '{"seasons":[2020]}',
        status: 'running',
        priority: 0,
        run_at: 0,
        attempts: 1,
        lease_token: 'token',
        lease_until: 4000,
        step: 'Reading',
        done: 3,
        total: 8,
        created_at: 1000,
        started_at: 2000,
        ended_at: null,
      },
      { ...QUEUED, id: 8, kind: 'refresh', league_id: 2, unique_key: 'league:2', priority: 1, attempts: 0 },
      {
        id: 9,
        kind: 'refresh',
        status: 'failed',
        step: 'Down',
        result: '{"status":"error"}',
        last_error: null,
        ended_at: 30,
      },
      { ...QUEUED, kind: 'jobs-clean-up', unique_key: 'jobs-clean-up', run_at: 700, created_at: 0 },
      {
        ...QUEUED,
        kind: 'recaps',
        unique_key: 'recaps',
        league_id: null,
        payload: 'null',
        run_at: 600,
        last_error: 'no luck',
        created_at: 300,
      },
      {
        ...QUEUED,
        kind: 'webhook',
        league_id: 1,
        unique_key: 'webhook:1',
        destination: 'slack',
        payload: '{"text":"Week 5 \\"Recap\\""}',
        run_at: 1234,
        attempts: 2,
      },
      {
        ...QUEUED,
        kind: 'push',
        league_id: 2,
        unique_key: null,
        destination: 'push.example:8443',
        payload: '{"notificationId":4,"subscriptionId":3}',
        run_at: 60,
        attempts: 1,
      },
      {
        ...QUEUED,
        kind: 'mail',
        league_id: 2,
        destination: null,
        payload: '{"notificationId":4,"subscriptionId":null}',
        run_at: 80,
        attempts: 0,
      },
    ])
    const fetches = db.selectFrom('outside_reads').select(['source', 'retry_at']).orderBy('source')
    expect(await fetches.execute()).toEqual([
      { source: 'schedule', retry_at: null },
      { source: 'weather', retry_at: 610 },
    ])
    const tables = (await db.introspection.getTables()).map(({ name }) => name)
    for (const table of ['league_jobs', 'scheduled_jobs', 'webhook_messages', 'notification_sends'])
      expect(tables).not.toContain(table)
  } finally {
    await db.destroy()
    await drop()
  }
})

it('never uses an id again that a deleted job had', async () => {
  const { address, drop } = await createEmptyDatabase(TEST_ENGINE)
  const db = connect(address)
  try {
    await migrate(db, '0020-denied-leagues')
    await sql`insert into leagues (id, name, name_key, espn_league_id, has_betslip, created_at)
      values (1, 'Harbour', 'harbour', 4711, 0, 0)`.execute(db)
    for (let count = 0; count < 3; count += 1) {
      await sql`insert into league_jobs (league_id, kind, status, plan, step, done, created_at, ended_at)
        values (1, 'refresh', 'done', '{}', '', 0, 0, 1)`.execute(db)
    }
    await sql`delete from league_jobs where id > 1`.execute(db)
    await migrate(db)
    const row = {
      kind: 'webhook',
      payload: '{}',
      status: 'queued',
      priority: 1,
      run_at: 0,
      created_at: 0,
    } as const
    const { id } = await db.insertInto('jobs').values(row).returning('id').executeTakeFirstOrThrow()
    expect(id).toBe(4)
  } finally {
    await db.destroy()
    await drop()
  }
})
