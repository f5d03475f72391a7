import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { createEmptyDatabase, TEST_ENGINE } from '../../testing/test-database.ts'
import { connect, migrate } from '../engine/database.ts'

it('stores keys next to the posts of the previous release, and deletes them with the league', async () => {
  const { address, drop } = await createEmptyDatabase(TEST_ENGINE)
  const db = connect(address)
  try {
    await migrate(db, '0210-feed-versions')
    await sql`insert into leagues (id, name, name_key, espn_league_id, has_betslip, created_at)
      values (5, 'Sunday', 'sunday', 77, 1, 1000)`.execute(db)
    await sql`insert into users (id, username, username_key, email, first_name, last_name, password_hash, is_admin,
      is_staff, created_at) values (7, 'ada', 'ada', '', '', '', '', 0, 0, 1000)`.execute(db)
    await migrate(db)
    await sql`insert into post_keys (league_id, user_id, key, post_id, created_at)
      values (5, 7, 'a', 1, 2000)`.execute(db)
    await sql`delete from leagues where id = 5`.execute(db)
    expect(await db.selectFrom('post_keys').selectAll().execute()).toEqual([])
  } finally {
    await db.destroy()
    await drop()
  }
})
