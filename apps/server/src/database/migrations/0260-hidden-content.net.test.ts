import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { createEmptyDatabase, TEST_ENGINE } from '../../testing/test-database.ts'
import { connect, migrate } from '../engine/database.ts'

it('keeps what the previous release stored visible, and nobody muted or reported', async () => {
  const { address, drop } = await createEmptyDatabase(TEST_ENGINE)
  const db = connect(address)
  try {
    await migrate(db, '0221-slip-payments')
    await sql`insert into users (id, username, username_key, email, email_key, first_name, last_name, password_hash,
      is_admin, is_staff, created_at) values (1, 'ada', 'ada', '', null, '', '', '', 0, 0, 1000)`.execute(db)
    await sql`insert into leagues (id, name, name_key, espn_league_id, has_betslip, created_at)
      values (5, 'Sunday', 'sunday', 77, 1, 1000)`.execute(db)
    await sql`insert into feed_items (id, league_id, type, user_id, is_pinned, created_at)
      values (7, 5, 'post', 1, 0, 1000)`.execute(db)
    await sql`insert into post_comments (post_id, user_id, body, created_at) values (7, 1, 'Ready', 2000)`.execute(
      db,
    )
    await migrate(db)
    const visible = { hidden_at: null, hidden_reason: null, hidden_by: null }
    const columns = ['hidden_at', 'hidden_reason', 'hidden_by'] as const
    expect(await db.selectFrom('feed_items').select(columns).execute()).toEqual([visible])
    expect(await db.selectFrom('post_comments').select(columns).execute()).toEqual([visible])
    for (const table of ['content_reports', 'mutes', 'slow_modes'] as const)
      expect(await db.selectFrom(table).selectAll().execute()).toEqual([])
  } finally {
    await db.destroy()
    await drop()
  }
})
