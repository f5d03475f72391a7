import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { createEmptyDatabase, TEST_ENGINE } from '../../testing/test-database.ts'
import { connect, migrate } from '../engine/database.ts'

it('keeps the picks of the previous release, and marks those that an admin has settled', async () => {
  const { address, drop } = await createEmptyDatabase(TEST_ENGINE)
  const db = connect(address)
  try {
    await migrate(db, '0084-public-links')
    await sql`insert into users (id, username, username_key, email, email_key, first_name, last_name, password_hash,
      is_admin, is_staff, created_at) values (1, 'ada', 'ada', '', null, '', '', '', 0, 0, 1000)`.execute(db)
    await sql`insert into leagues (id, name, name_key, espn_league_id, has_betslip, created_at)
      values (5, 'Sunday', 'sunday', 77, 1, 1000)`.execute(db)
    for (const [week, result] of [
      [1, 'won'],
      [2, null],
    ])
      await sql`insert into picks (league_id, season, week, user_id, text, result, is_edited, updated_at)
        values (5, 2026, ${week}, 1, 'Bears +3 (-110)', ${result}, 1, 1000)`.execute(db)
    await migrate(db)
    const picks = await db
      .selectFrom('picks')
      .select(['week', 'text', 'result', 'selection', 'settled_by'])
      .orderBy('week')
      .execute()
    const text = 'Bears +3 (-110)'
    expect(picks).toEqual([
      { week: 1, text, result: 'won', selection: null, settled_by: 'admin' },
      { week: 2, text, result: null, selection: null, settled_by: null },
    ])
  } finally {
    await db.destroy()
    await drop()
  }
})
