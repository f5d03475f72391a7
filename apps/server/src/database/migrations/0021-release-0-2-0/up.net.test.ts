import { type Kysely, sql } from 'kysely'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { chainNext, verifyChain } from '../../../repositories/audit.ts'
import { listSources } from '../../../repositories/league-sources.ts'
import { createEmptyDatabase, TEST_ENGINE } from '../../../testing/test-database.ts'
import { connect, type Db, migrate } from '../../engine/database.ts'

let db: Db
let drop: () => Promise<void>

/** Users 1 to 3, and leagues 1 and 2, in a database of release 0.1.0. */
beforeEach(async () => {
  const database = await createEmptyDatabase(TEST_ENGINE)
  db = connect(database.address)
  drop = database.drop
  await migrate(db, '0020-denied-leagues')
  for (const id of [1, 2, 3])
    await insert('users', {
      id,
      username: `user${id}`,
      username_key: `user${id}`,
      email: '',
      password_hash: '',
      first_name: 'Ann\u200E\n',
      last_name: '',
      is_admin: 0,
      is_staff: 0,
      created_at: 0,
    })
  for (const id of [1, 2])
    await insert('leagues', {
      id,
      name: `League ${id}`,
      name_key: `league ${id}`,
      espn_league_id: 4710 + id,
      has_betslip: 0,
      created_at: 0,
    })
})
afterEach(async () => {
  await db.destroy()
  await drop()
})

type Row = Record<string, string | number | null>

const insert = (table: string, ...rows: Row[]) =>
  (db as unknown as Kysely<Record<string, Row>>).insertInto(table).values(rows).execute()

const readAll = async (query: string) => (await sql.raw(query).execute(db)).rows

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
  await insert('sessions', { token_hash: 'hash', user_id: 1, created_at: 0, seen_at: 0, expires_at: 99 })
  const leagueJob = { result: null, lease_token: null, lease_until: null, started_at: null, ended_at: null }
  await insert(
    'league_jobs',
    {
      id: 7,
      league_id: 1,
      kind: 'backfill',
      asked_by: 1,
      status: 'running',
      plan: '{"seasons":[2020]}',
      step: 'Reading',
      done: 3,
      total: 8,
      result: null,
      lease_token: 'token',
      lease_until: 4000,
      created_at: 1000,
      started_at: 2000,
      ended_at: null,
    },
    {
      ...leagueJob,
      id: 8,
      league_id: 2,
      kind: 'refresh',
      asked_by: null,
      status: 'queued',
      plan: '{}',
      step: '',
      done: 0,
      total: null,
      created_at: 1500,
    },
    {
      ...leagueJob,
      id: 9,
      league_id: 2,
      kind: 'refresh',
      asked_by: null,
      status: 'failed',
      plan: '{}',
      step: 'Down',
      done: 1,
      total: 3,
      result: '{"status":"error"}',
      created_at: 10,
      ended_at: 30,
    },
    {
      ...leagueJob,
      id: 20,
      league_id: 2,
      kind: 'refresh',
      asked_by: null,
      status: 'done',
      plan: '{}',
      step: '',
      done: 1,
      total: 1,
      created_at: 10,
      ended_at: 30,
    },
  )
  await sql`delete from league_jobs where id = 20`.execute(db)
  // SQLite does so by itself.
  if (TEST_ENGINE === 'postgres') await sql`select setval('league_jobs_id_seq', 20)`.execute(db)
  await insert(
    'scheduled_jobs',
    { name: 'recaps', due_at: 600, last_run_at: 300, last_error: 'no luck' },
    { name: 'webhooks', due_at: 500, last_run_at: 440, last_error: null },
    { name: 'league-jobs-clean-up', due_at: 700, last_run_at: null, last_error: null },
  )
  await insert('league_webhooks', { league_id: 1, form: 'slack', address: 'x', saved_at: 0 })
  await insert('webhook_messages', { league_id: 1, text: 'Week 5 "Recap"', due_at: 1234, tries: 2 })
  await insert('push_subscriptions', {
    id: 3,
    user_id: 1,
    endpoint: 'https://push.example:8443/device',
    p256dh: 'p',
    auth: 'a',
    created_at: 0,
    session_hash: 'hash',
  })
  await insert('notifications', {
    id: 4,
    user_id: 1,
    league_id: 2,
    key: 'proposal 1',
    kind: 'proposal',
    title: 'New',
    body: 'Two?',
    created_at: 50,
    expires_at: 9999,
  })
  await insert(
    'notification_sends',
    { notification_id: 4, subscription_id: 3, due_at: 60, tries: 1 },
    { notification_id: 4, subscription_id: null, due_at: 80, tries: 0 },
  )
  await insert(
    'outside_reads',
    { source: 'schedule', part: '2026', asked_at: 10, ok_at: 5, error: null, retry_at: 130 },
    { source: 'weather', part: '1', asked_at: 10, ok_at: null, error: 'HTTP 503', retry_at: 610 },
  )
  await migrate(db)

  const jobs = await db.selectFrom('jobs').selectAll().orderBy('id').execute()
  expect(jobs).toMatchObject([
    {
      id: 7,
      kind: 'backfill',
      league_id: 1,
      requested_by: 1,
      unique_key: 'league:1',
      status: 'running',
      payload: '{"seasons":[2020]}',
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
    },
    { ...QUEUED, id: 8, kind: 'refresh', league_id: 2, unique_key: 'league:2', priority: 1, attempts: 0 },
    { id: 9, status: 'failed', step: 'Down', result: '{"status":"error"}', last_error: null, ended_at: 30 },
    // The ID of a deleted job is not used again.
    { ...QUEUED, id: 21, kind: 'jobs-clean-up', unique_key: 'jobs-clean-up', run_at: 700, created_at: 0 },
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
      unique_key: null,
      destination: null,
      payload: '{"notificationId":4,"subscriptionId":null}',
      run_at: 80,
      attempts: 0,
    },
  ])
  expect(await readAll('select source, retry_at from external_fetches order by source')).toEqual([
    { source: 'schedule', retry_at: null },
    { source: 'weather', retry_at: 610 },
  ])
})

it('binds each assignment to the owner whom the team had when it was assigned', async () => {
  // Team 9 belongs to {A} in 2025 and to {B} in 2026; team 5 has no owner.
  for (const league_id of [1, 2])
    for (const [season, owner] of [
      [2025, '{A}'],
      [2026, '{B}'],
    ] as const) {
      const key = { league_id, season }
      await insert('seasons', {
        ...key,
        size: 2,
        is_drafted: 1,
        is_finished: 1,
        details: '{}',
        fetched_at: 0,
      })
      for (const team_id of [9, 5])
        await insert('season_teams', {
          ...key,
          team_id,
          name: 'Team',
          abbrev: 'T',
          wins: 0,
          losses: 0,
          ties: 0,
          points_for: 0,
          points_against: 0,
        })
      for (const [position, member_id] of [owner, '{C}'].entries()) {
        await insert('season_members', { ...key, member_id, name: 'Ann', is_manager: 0, is_creator: 0 })
        await insert('season_team_owners', { ...key, team_id: 9, member_id, position })
      }
    }
  await insert(
    'team_assignments',
    { league_id: 1, team_id: 9, user_id: 1 },
    { league_id: 1, team_id: 5, user_id: 2 },
    { league_id: 1, team_id: 77, user_id: 3 },
    { league_id: 2, team_id: 9, user_id: 1 },
  )
  const assigned = { actor_name: 'ada', action: 'league.assign-team', detail: '{"team_id":9}' }
  await insert(
    'audit_log',
    { ...assigned, league_id: 1, at: Date.UTC(2025, 8, 1) },
    { ...assigned, league_id: 2, at: Date.UTC(2025, 8, 1) },
    { ...assigned, league_id: 2, at: Date.UTC(2026, 8, 1) },
  )
  await migrate(db)
  const columns = 'league_id, user_id, team_id, season, member_id'
  expect(await readAll(`select ${columns} from team_assignments order by league_id, user_id`)).toEqual([
    { league_id: 1, user_id: 1, team_id: 9, season: 2025, member_id: '{A}' },
    { league_id: 1, user_id: 2, team_id: 5, season: 2026, member_id: null },
    { league_id: 1, user_id: 3, team_id: 77, season: null, member_id: null },
    { league_id: 2, user_id: 1, team_id: 9, season: 2026, member_id: '{B}' },
  ])
})

it('protects the entries of the audit log and lets them be chained', async () => {
  const entry = { at: 5, actor_id: null, actor_name: 'ada', action: 'account.login', detail: '{}' }
  await insert('audit_log', { ...entry, league_id: null }, { ...entry, league_id: 8 })
  await migrate(db)
  await expect(sql`delete from audit_log`.execute(db)).rejects.toThrow('append-only')
  expect(await chainNext(db)).toMatchObject({ sequence: 2 })
  expect(await verifyChain(db, [])).toMatchObject({ checked: 2, broken: null })
})

it('keeps likes, comments, notifications and choices, and gives no ID of a deleted one again', async () => {
  await insert('feed_items', {
    id: 10,
    league_id: 1,
    type: 'post',
    user_id: 1,
    is_pinned: 1,
    created_at: 1000,
  })
  await insert('feed_items', {
    id: 11,
    league_id: 1,
    type: 'media',
    user_id: 1,
    is_pinned: 0,
    created_at: 2000,
  })
  await insert('feed_posts', { item_id: 10, content: 'Hi', likes_count: 1, comments_count: 2 })
  await insert('feed_media', {
    item_id: 11,
    kind: 'image',
    content_type: 'image/png',
    file_key: 'k',
    size: 5,
  })
  await insert('post_likes', { post_id: 10, user_id: 1 })
  const notification = {
    user_id: 1,
    league_id: 1,
    kind: 'comment',
    title: '',
    body: '',
    created_at: 1600,
    expires_at: 9000,
  }
  for (const id of [20, 21, 70]) {
    await insert('post_comments', { id, post_id: 10, user_id: 1, body: `comment ${id}`, created_at: 1600 })
    await insert('notifications', { ...notification, id, key: `comment ${id}` })
  }
  await sql`delete from post_comments where id = 70`.execute(db)
  await sql`delete from notifications where id = 70`.execute(db)
  await insert('notification_choices', { user_id: 1, kind: 'comment', by_push: 0, by_mail: 1 })
  const readTables = (names: string[]) =>
    Promise.all(names.map((table) => readAll(`select * from ${table} order by 1`)))
  const before = await readTables([
    'feed_items',
    'feed_posts',
    'notifications',
    'post_likes',
    'post_comments',
  ])
  await migrate(db)
  const after = await readTables(['feed_items', 'feed_posts', 'notifications', 'item_likes', 'item_comments'])
  expect(after).toMatchObject(before)
  expect(await readAll('select * from notification_choices')).toEqual([
    { user_id: 1, kind: 'comment', by_push: 0, by_mail: 1, by_inbox: 1 },
  ])
  await insert('item_comments', { post_id: 11, user_id: 1, body: 'on a picture', created_at: 4000 })
  await insert('notifications', { ...notification, league_id: null, key: 'new', kind: 'access' })
  if (TEST_ENGINE === 'sqlite') {
    expect(await readAll('select max(id) as id from item_comments')).toEqual([{ id: 71 }])
    expect(await readAll('select max(id) as id from notifications')).toEqual([{ id: 71 }])
  }
  await expect(
    insert('item_comments', { post_id: 99, user_id: 1, body: 'nothing', created_at: 4000 }),
  ).rejects.toThrow(/foreign key/i)
  await expect(
    insert('feed_items', { league_id: 1, type: 'rumor', is_pinned: 0, created_at: 5000 }),
  ).rejects.toThrow(/check/i)
})

it('says of leagues where they are read from, what is settled and what is new', async () => {
  const season = { league_id: 1, size: 2, is_drafted: 1, is_finished: 1, details: '{}', fetched_at: 0 }
  await insert(
    'seasons',
    { ...season, season: 2011, source: 'csv' },
    { ...season, season: 2025, source: 'espn' },
  )
  await insert('season_teams', {
    league_id: 1,
    season: 2025,
    team_id: 1,
    name: 'A',
    abbrev: 'A',
    wins: 0,
    losses: 0,
    ties: 0,
    points_for: 0,
    points_against: 0,
    logo: 'http://logos.example/a.png',
  })
  await insert('memberships', { league_id: 1, user_id: 1, role: 'player', created_at: 7 })
  const pick = { league_id: 1, season: 2026, user_id: 1, text: 'Bears', is_edited: 1, updated_at: 900 }
  await insert('picks', { ...pick, week: 1, result: 'won' }, { ...pick, week: 2, result: null })
  await insert('league_webhooks', { league_id: 1, form: 'slack', address: 'x', saved_at: 1 })
  await migrate(db)
  expect(await listSources(db, 1)).toMatchObject([{ provider: 'espn', leagueId: '4711', firstSeason: null }])
  expect(await readAll('select season, provider, provider_league_id from seasons order by 1')).toEqual([
    { season: 2011, provider: null, provider_league_id: null },
    { season: 2025, provider: 'espn', provider_league_id: '4711' },
  ])
  expect(await readAll('select * from league_logos')).toEqual([
    { league_id: 1, season: 2025, url: 'https://logos.example/a.png' },
  ])
  expect(await readAll('select week, settled_by from picks order by 1')).toEqual([
    { week: 1, settled_by: 'admin' },
    { week: 2, settled_by: null },
  ])
  expect(await readAll('select tab, seen_at from tab_visits order by 1')).toEqual([
    { tab: 'betslip', seen_at: 900 },
    { tab: 'league social', seen_at: 7 },
  ])
  expect(await readAll('select distinct may_use_server_cookies as may from leagues')).toEqual([{ may: 1 }])
  expect(await readAll('select distinct first_name as name from users')).toEqual([{ name: 'Ann' }])
  expect(await readAll('select form from league_webhooks')).toEqual([{ form: 'slack' }])
  await insert('league_webhooks', { league_id: 2, form: 'groupme', address: 'y', saved_at: 1 })
})
