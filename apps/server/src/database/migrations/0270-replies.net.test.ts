import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { createEmptyDatabase, TEST_ENGINE } from '../../testing/test-database.ts'
import { connect, migrate } from '../engine/database.ts'

it('keeps comments of the previous release, and replies whose comment is deleted', async () => {
  const { address, drop } = await createEmptyDatabase(TEST_ENGINE)
  const db = connect(address)
  try {
    await migrate(db, '0255-mentions')
    await sql`insert into leagues (id, name, name_key, espn_league_id, has_betslip, created_at)
      values (5, 'Sunday', 'sunday', 77, 1, 1000)`.execute(db)
    await sql`insert into users (id, username, username_key, email, first_name, last_name, password_hash, is_admin,
      is_staff, created_at) values (7, 'ada', 'ada', '', '', '', '', 0, 0, 1000)`.execute(db)
    await sql`insert into feed_items (id, league_id, type, user_id, is_pinned, created_at)
      values (1, 5, 'post', 7, 0, 1000)`.execute(db)
    await sql`insert into feed_posts (item_id, content) values (1, 'A post')`.execute(db)
    await sql`insert into post_comments (id, post_id, user_id, body, created_at)
      values (1, 1, 7, 'Of before', 2000)`.execute(db)
    await migrate(db)
    await sql`insert into post_comments (id, post_id, user_id, body, created_at, parent_id)
      values (2, 1, 7, 'A reply', 3000, 1)`.execute(db)
    await sql`delete from post_comments where id = 1`.execute(db)
    expect(await db.selectFrom('post_comments').select(['body', 'parent_id']).execute()).toEqual([
      { body: 'A reply', parent_id: null },
    ])
  } finally {
    await db.destroy()
    await drop()
  }
})
