import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { createEmptyDatabase, TEST_ENGINE } from '../../testing/test-database.ts'
import { connect, migrate } from '../engine/database.ts'

it('keeps a preview until its last post is deleted, and shows posts of the previous release without one', async () => {
  const { address, drop } = await createEmptyDatabase(TEST_ENGINE)
  const db = connect(address)
  try {
    await migrate(db, '0250-post-media')
    await sql`insert into leagues (id, name, name_key, espn_league_id, has_betslip, created_at)
      values (5, 'Sunday', 'sunday', 77, 1, 1000)`.execute(db)
    await sql`insert into feed_items (id, league_id, type, user_id, is_pinned, created_at)
      values (1, 5, 'post', null, 0, 1000)`.execute(db)
    await sql`insert into feed_posts (item_id, content) values (1, 'https://news.example')`.execute(db)
    await migrate(db)
    expect(await db.selectFrom('post_links').selectAll().execute()).toEqual([])
    await sql`insert into link_previews (url_key, url, fetch_after, used_at)
      values ('key', 'https://news.example/', 0, 1000)`.execute(db)
    await sql`insert into post_links (post_id, url_key) values (1, 'key')`.execute(db)
    expect(await db.selectFrom('post_links').selectAll().execute()).toEqual([
      { post_id: 1, url_key: 'key', is_removed: 0 },
    ])
    await sql`delete from leagues where id = 5`.execute(db)
    expect(await db.selectFrom('post_links').selectAll().execute()).toEqual([])
    expect(await db.selectFrom('link_previews').select('url').execute()).toHaveLength(1)
  } finally {
    await db.destroy()
    await drop()
  }
})
