import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { createEmptyDatabase, TEST_ENGINE } from '../../testing/test-database.ts'
import { connect, migrate } from '../engine/database.ts'

it('notes nothing about stored weeks, and counts changes as those of the bets', async () => {
  const { address, drop } = await createEmptyDatabase(TEST_ENGINE)
  const db = connect(address)
  try {
    await migrate(db, '0220-slip-results')
    await sql`insert into users (id, username, username_key, email, email_key, first_name, last_name, password_hash,
      is_admin, is_staff, created_at) values (1, 'ada', 'ada', '', null, '', '', '', 0, 0, 1000)`.execute(db)
    await sql`insert into leagues (id, name, name_key, espn_league_id, has_betslip, created_at)
      values (5, 'Sunday', 'sunday', 77, 1, 1000)`.execute(db)
    await migrate(db)
    expect(await db.selectFrom('slip_payments').selectAll().execute()).toEqual([])
    const readVersion = async () => {
      const { rows } = await sql<{ version: number }>`select version from data_versions
        where league_id = 5 and kind = 'bets' order by version desc limit 1`.execute(db)
      return rows[0]?.version
    }
    const versions = [await readVersion()]
    const key = { league_id: 5, season: 2026, week: 3 }
    const values = { user_id: 1, is_paid: 0, imported_person_id: null }
    await db
      .insertInto('slip_payments')
      .values({ ...key, ...values })
      .execute()
    versions.push(await readVersion())
    await db.updateTable('slip_payments').set({ is_paid: 1 }).execute()
    versions.push(await readVersion())
    await db.deleteFrom('users').execute()
    versions.push(await readVersion())
    expect(new Set(versions).size).toBe(4)
    expect(await db.selectFrom('slip_payments').selectAll().execute()).toEqual([])
  } finally {
    await db.destroy()
    await drop()
  }
})
