import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { createEmptyDatabase, TEST_ENGINE } from '../../testing/test-database.ts'
import { connect, migrate } from '../engine/database.ts'

it('changes the version of a league with each change of its sources, those of before included', async () => {
  const { address, drop } = await createEmptyDatabase(TEST_ENGINE)
  const db = connect(address)
  try {
    await migrate(db, '0110-draft-dates')
    await sql`insert into leagues (id, name, name_key, espn_league_id, has_betslip, created_at)
      values (1, 'Harbour', 'harbour', 0, 0, 0)`.execute(db)
    await sql`insert into league_sources (league_id, provider, provider_league_id)
      values (1, 'sleeper', '918335334096846848')`.execute(db)
    await migrate(db)
    const versionOf = async () =>
      (
        await sql<{ version: number }>`select max(version) as version from data_versions
        where league_id = 1 and kind = 'league'`.execute(db)
      ).rows[0]?.version ?? 0
    const versions = [await versionOf()]
    for (const change of [
      sql`update league_sources set provider_league_id = '792314138780090368'`,
      sql`delete from league_sources`,
      sql`insert into league_sources (league_id, provider, provider_league_id) values (1, 'espn', '4711')`,
    ]) {
      await change.execute(db)
      versions.push(await versionOf())
    }
    expect(versions).toEqual([...new Set(versions)].toSorted((a, b) => a - b))
    expect(versions).toHaveLength(4)
  } finally {
    await db.destroy()
    await drop()
  }
})
