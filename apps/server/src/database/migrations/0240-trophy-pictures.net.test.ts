import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { createEmptyDatabase, TEST_ENGINE } from '../../testing/test-database.ts'
import { connect, migrate } from '../engine/database.ts'

it('gives leagues of the previous release no trophy picture, and counts each change of one', async () => {
  const { address, drop } = await createEmptyDatabase(TEST_ENGINE)
  const db = connect(address)
  try {
    await migrate(db, '0221-slip-payments')
    await sql`insert into leagues (id, name, name_key, espn_league_id, has_betslip, created_at)
      values (5, 'Sunday', 'sunday', 77, 1, 1000)`.execute(db)
    await migrate(db)
    const readVersion = async () => {
      const { rows } = await sql<{ version: number | null }>`select max(version) as version from data_versions
        where league_id = 5 and kind = 'season'`.execute(db)
      return rows[0]?.version ?? 0
    }
    const { rows } = await sql`select * from trophy_pictures`.execute(db)
    expect(rows).toEqual([])
    const versions = [await readVersion()]
    for (const statement of [
      sql`insert into trophy_pictures (league_id, file_key, updated_at) values (5, 'a', 1)`,
      sql`update trophy_pictures set description = 'A cup'`,
      sql`delete from trophy_pictures`,
    ]) {
      await statement.execute(db)
      versions.push(await readVersion())
    }
    expect(versions).toEqual([...new Set(versions)].sort((a, b) => a - b))
  } finally {
    await db.destroy()
    await drop()
  }
})

it('removes the trophy picture of a league with the league', async () => {
  const { address, drop } = await createEmptyDatabase(TEST_ENGINE)
  const db = connect(address)
  try {
    await migrate(db)
    await sql`insert into leagues (id, name, name_key, espn_league_id, has_betslip, created_at)
      values (5, 'Sunday', 'sunday', 77, 1, 1000)`.execute(db)
    await sql`insert into trophy_pictures (league_id, file_key, updated_at) values (5, 'a', 1)`.execute(db)
    await sql`delete from leagues`.execute(db)
    expect((await sql`select * from trophy_pictures`.execute(db)).rows).toEqual([])
  } finally {
    await db.destroy()
    await drop()
  }
})
