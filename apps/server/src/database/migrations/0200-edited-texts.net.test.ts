import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { createEmptyDatabase, TEST_ENGINE } from '../../testing/test-database.ts'
import { connect, migrate } from '../engine/database.ts'

it('keeps the posts and comments of the previous release as never edited', async () => {
  const { address, drop } = await createEmptyDatabase(TEST_ENGINE)
  const db = connect(address)
  try {
    await migrate(db, '0141-new-transactions')
    await sql`insert into users (id, username, username_key, email, email_key, first_name, last_name, password_hash,
      is_admin, is_staff, created_at) values (1, 'ada', 'ada', '', null, '', '', '', 0, 0, 1000)`.execute(db)
    await sql`insert into leagues (id, name, name_key, espn_league_id, has_betslip, created_at)
      values (5, 'Sunday', 'sunday', 77, 1, 1000)`.execute(db)
    await sql`insert into feed_items (id, league_id, type, user_id, is_pinned, created_at)
      values (7, 5, 'post', 1, 0, 1000)`.execute(db)
    await sql`insert into feed_posts (item_id, content, comments_count) values (7, 'Kickoff', 1)`.execute(db)
    await sql`insert into post_comments (post_id, user_id, body, created_at) values (7, 1, 'Ready', 2000)`.execute(
      db,
    )
    await migrate(db)
    const never = { edited_at: null, version: 1 }
    const columns = ['edited_at', 'version'] as const
    expect(
      await db
        .selectFrom('feed_posts')
        .select(['content', ...columns])
        .execute(),
    ).toEqual([{ content: 'Kickoff', ...never }])
    expect(
      await db
        .selectFrom('post_comments')
        .select(['body', ...columns])
        .execute(),
    ).toEqual([{ body: 'Ready', ...never }])
  } finally {
    await db.destroy()
    await drop()
  }
})
