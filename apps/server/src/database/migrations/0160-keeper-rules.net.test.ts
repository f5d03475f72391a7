import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { createEmptyDatabase, TEST_ENGINE } from '../../testing/test-database.ts'
import { connect, migrate } from '../engine/database.ts'

it('gives leagues of the previous release no keeper rule, and counts a change of it', async () => {
  const { address, drop } = await createEmptyDatabase(TEST_ENGINE)
  const db = connect(address)
  try {
    await migrate(db, '0141-new-transactions')
    await sql`insert into leagues (id, name, name_key, espn_league_id, has_betslip, created_at)
      values (5, 'Sunday', 'sunday', 77, 1, 1000)`.execute(db)
    await migrate(db)
    const versionOf = async () =>
      (
        await sql<{ version: number }>`select max(version) as version from data_versions
        where league_id = 5 and kind = 'league'`.execute(db)
      ).rows[0]?.version ?? 0
    const { rows } = await sql<{ keeper_rule: string | null }>`select keeper_rule from leagues`.execute(db)
    expect(rows).toEqual([{ keeper_rule: null }])
    const before = await versionOf()
    await sql`update leagues set keeper_rule = '{}'`.execute(db)
    const changed = await versionOf()
    expect(changed).toBeGreaterThan(before)
    await sql`update leagues set keeper_rule = '{}'`.execute(db)
    expect(await versionOf()).toBe(changed)
    await sql`update leagues set keeper_rule = null`.execute(db)
    expect(await versionOf()).toBeGreaterThan(changed)
  } finally {
    await db.destroy()
    await drop()
  }
})
