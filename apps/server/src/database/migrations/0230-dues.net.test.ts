import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { createEmptyDatabase, TEST_ENGINE } from '../../testing/test-database.ts'
import { connect, migrate } from '../engine/database.ts'

it('adds dues that stay when their season is replaced, end with the league, and change its version', async () => {
  const { address, drop } = await createEmptyDatabase(TEST_ENGINE)
  const db = connect(address)
  const readVersions = async () => {
    const { rows } = await sql<{ version: number }>`select version from data_versions
      where league_id = 5 and kind = 'league' order by version`.execute(db)
    return rows.map(({ version }) => String(version)).join(' ')
  }
  try {
    await migrate(db, '0221-slip-payments')
    await sql`insert into leagues (id, name, name_key, espn_league_id, has_betslip, created_at)
      values (5, 'Sunday', 'sunday', 77, 1, 1000)`.execute(db)
    await migrate(db)
    const key = { league_id: 5, season: 2026 }
    const noted = { ...key, team_id: 3, team_name: 'Buoys', amount: 5000, noted_at: 3000 }
    const versions = [await readVersions()]
    const setup = { ...key, version: 1, amount: 5000, due_on: null, note: '', saved_at: 2000 }
    await db.insertInto('dues_setups').values(setup).execute()
    versions.push(await readVersions())
    const prize = { kind: 'champion', title: null, amount: 9000, includes_playoffs: 0 } as const
    await db
      .insertInto('dues_prizes')
      .values({ ...key, ...prize, prize_id: 1, position: 0, winner_id: null })
      .execute()
    versions.push(await readVersions())
    await db
      .insertInto('dues_entries')
      .values({ ...noted, kind: 'payment', paid_on: '2026-09-01', note: '' })
      .execute()
    versions.push(await readVersions())
    await db
      .insertInto('dues_payouts')
      .values({ ...noted, prize_id: 1, week: null, paid_on: '2027-01-05' })
      .execute()
    versions.push(await readVersions())
    await db.updateTable('dues_entries').set({ amount: 4000 }).execute()
    versions.push(await readVersions())
    expect(new Set(versions).size).toBe(6)
    await sql`delete from seasons`.execute(db)
    expect(await db.selectFrom('dues_entries').select('amount').execute()).toEqual([{ amount: 4000 }])
    await sql`delete from leagues where id = 5`.execute(db)
    for (const table of ['dues_setups', 'dues_prizes', 'dues_entries', 'dues_payouts'] as const)
      expect(await db.selectFrom(table).selectAll().execute()).toEqual([])
  } finally {
    await db.destroy()
    await drop()
  }
})
