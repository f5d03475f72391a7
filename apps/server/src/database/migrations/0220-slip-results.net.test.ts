import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { createEmptyDatabase, TEST_ENGINE } from '../../testing/test-database.ts'
import { connect, migrate } from '../engine/database.ts'

it('announces no slip that was settled before, and keeps its picks', async () => {
  const { address, drop } = await createEmptyDatabase(TEST_ENGINE)
  const db = connect(address)
  try {
    await migrate(db, '0141-new-transactions')
    await sql`insert into users (id, username, username_key, email, email_key, first_name, last_name, password_hash,
      is_admin, is_staff, created_at) values (1, 'ada', 'ada', '', null, '', '', '', 0, 0, 1000)`.execute(db)
    await sql`insert into leagues (id, name, name_key, espn_league_id, has_betslip, created_at)
      values (5, 'Sunday', 'sunday', 77, 1, 1000)`.execute(db)
    await sql`insert into picks (league_id, season, week, user_id, text, result, settled_by, is_edited, updated_at)
      values (5, 2026, 1, 1, 'Bears +3 (-110)', 'won', 'score', 1, 1000)`.execute(db)
    await migrate(db)
    expect(await db.selectFrom('slip_results').selectAll().execute()).toEqual([])
    expect(await db.selectFrom('picks').select(['week', 'result']).execute()).toEqual([
      { week: 1, result: 'won' },
    ])
    const announce = db.insertInto('slip_results').values({
      league_id: 5,
      season: 2026,
      week: 1,
      state: 'won',
      staked: '10.00',
      returned: '1234567890123456789012.34',
      revision: 1,
      announced_at: 1000,
    })
    await announce.execute()
    await expect(announce.execute()).rejects.toThrow(/unique/i)
    await db.deleteFrom('leagues').execute()
    expect(await db.selectFrom('slip_results').selectAll().execute()).toEqual([])
  } finally {
    await db.destroy()
    await drop()
  }
})
