import { type Kysely, sql } from 'kysely'
import { expect, it } from 'vitest'
import { createEmptyDatabase, TEST_ENGINE } from '../../testing/test-database.ts'
import { connect, migrate } from '../engine/database.ts'

const readAll = async (db: Kysely<never>, query: string) => (await sql.raw(query).execute(db)).rows

it('keeps likes, comments and their notifications, and accepts those of every item', async () => {
  const { address, drop } = await createEmptyDatabase(TEST_ENGINE)
  const db = connect(address) as never as Kysely<never>
  const run = (statement: string) => sql.raw(statement).execute(db)
  const readVersion = async () => {
    const [row] = await readAll(db, "select max(version) as v from data_versions where kind = 'feed'")
    return Number((row as { v: unknown }).v)
  }
  try {
    await migrate(db as never, '0141-new-transactions')
    await run(`insert into users (id, username, username_key, email, email_key, first_name, last_name, password_hash,
      is_admin, is_staff, created_at) values (1, 'mia', 'mia', '', null, '', '', '', 0, 0, 1000)`)
    await run(`insert into leagues (id, name, name_key, espn_league_id, has_betslip, created_at)
      values (5, 'Sunday', 'sunday', 77, 0, 1000)`)
    await run(`insert into feed_items (id, league_id, type, user_id, is_pinned, created_at) values
      (10, 5, 'post', 1, 1, 1000), (11, 5, 'media', 1, 0, 2000), (12, 5, 'proposal', null, 0, 3000)`)
    await run(
      `insert into feed_posts (item_id, content, likes_count, comments_count) values (10, 'Hi', 1, 2)`,
    )
    await run(`insert into feed_media (item_id, kind, content_type, file_key, size)
      values (11, 'image', 'image/png', 'k', 5)`)
    await run(`insert into post_likes (post_id, user_id, created_at) values (10, 1, 1500)`)
    await run(`insert into post_comments (id, post_id, user_id, body, created_at) values
      (20, 10, 1, 'one', 1600), (21, 10, 1, 'two', 1700), (70, 10, 1, 'deleted', 1800)`)
    await run('delete from post_comments where id = 70')
    await run(`insert into notifications (id, user_id, league_id, key, kind, title, body, created_at, expires_at,
      in_inbox, item_id, comment_id) values (30, 1, 5, 'comment 20', 'comment', '', '', 1600, 9000, 1, 10, 20)`)
    const tables = ['feed_items', 'feed_posts', 'post_likes', 'post_comments', 'notifications']
    const before = await Promise.all(tables.map((table) => readAll(db, `select * from ${table} order by 1`)))
    await migrate(db as never)
    const after = await Promise.all(tables.map((table) => readAll(db, `select * from ${table} order by 1`)))
    expect(after).toMatchObject(before)
    expect(await readAll(db, 'select distinct is_listed from feed_items')).toEqual([{ is_listed: 1 }])
    const counts = { likes_count: 0, comments_count: 0 }
    expect(await readAll(db, 'select likes_count, comments_count from feed_media')).toEqual([counts])

    const version = await readVersion()
    await run(
      `insert into post_comments (post_id, user_id, body, created_at) values (11, 1, 'on a picture', 4000)`,
    )
    await run(`insert into post_likes (post_id, user_id) values (12, 1)`)
    expect(await readVersion()).toBeGreaterThan(version)
    const newest = await readAll(db, 'select id from post_comments where post_id = 11')
    if (TEST_ENGINE === 'sqlite') expect(newest).toEqual([{ id: 71 }])
    await run(`insert into feed_items (id, league_id, type, is_pinned, is_listed, created_at)
      values (90, 5, 'trade', 0, 0, 5000)`)
    await run(`insert into feed_trades (item_id, league_id, season, trade_id) values (90, 5, 2026, 'a')`)
    await expect(
      run(`insert into feed_items (league_id, type, is_pinned, created_at) values (5, 'rumor', 0, 5000)`),
    ).rejects.toThrow(/check/i)
    await expect(
      run(`insert into post_comments (post_id, user_id, body, created_at) values (99, 1, 'nothing', 4000)`),
    ).rejects.toThrow(/foreign key/i)

    await run('delete from post_comments where id = 20')
    expect(await readAll(db, 'select id from notifications')).toEqual([])
    await run('delete from feed_items')
    for (const table of ['post_likes', 'post_comments', 'feed_trades'])
      expect(await readAll(db, `select * from ${table}`)).toEqual([])
  } finally {
    await db.destroy()
    await drop()
  }
})
