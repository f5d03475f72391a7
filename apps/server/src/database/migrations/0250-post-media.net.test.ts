import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { createEmptyDatabase, TEST_ENGINE } from '../../testing/test-database.ts'
import { connect, migrate } from '../engine/database.ts'

it('keeps uploads of the previous release outside of posts, and deletes drafts with their league', async () => {
  const { address, drop } = await createEmptyDatabase(TEST_ENGINE)
  const db = connect(address)
  try {
    await migrate(db, '0221-slip-payments')
    await sql`insert into leagues (id, name, name_key, espn_league_id, has_betslip, created_at)
      values (5, 'Sunday', 'sunday', 77, 1, 1000)`.execute(db)
    await sql`insert into users (id, username, username_key, email, first_name, last_name, password_hash, is_admin,
      is_staff, created_at) values (7, 'ada', 'ada', '', '', '', '', 0, 0, 1000)`.execute(db)
    await sql`insert into feed_items (id, league_id, type, user_id, is_pinned, created_at)
      values (1, 5, 'media', 7, 0, 1000)`.execute(db)
    await sql`insert into feed_media (item_id, kind, content_type, file_key, size)
      values (1, 'image', 'image/webp', 'stored', 10)`.execute(db)
    await migrate(db)
    expect(
      await db.selectFrom('feed_media').select(['post_id', 'position', 'caption', 'alt_text']).execute(),
    ).toEqual([{ post_id: null, position: 0, caption: '', alt_text: '' }])
    await sql`insert into media_drafts (file_key, league_id, user_id, kind, content_type, size, created_at)
      values ('draft', 5, 7, 'image', 'image/webp', 10, 2000)`.execute(db)
    await sql`delete from leagues where id = 5`.execute(db)
    expect(await db.selectFrom('media_drafts').selectAll().execute()).toEqual([])
  } finally {
    await db.destroy()
    await drop()
  }
})
