import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { playerListStore } from '../../repositories/nfl/player-list-store.ts'
import { createEmptyDatabase, TEST_ENGINE } from '../../testing/test-database.ts'
import { connect, migrate } from '../engine/database.ts'

it('stores lists of players compressed, beside the data of the previous release', async () => {
  const { address, drop } = await createEmptyDatabase(TEST_ENGINE)
  const db = connect(address)
  try {
    await migrate(db, '0084-public-links')
    await sql`insert into leagues (id, name, name_key, espn_league_id, has_betslip, created_at)
      values (5, 'Sunday', 'sunday', 77, 1, 1000)`.execute(db)
    await migrate(db)
    const store = playerListStore(db)
    expect([await store.isNeeded('sleeper'), await store.find('sleeper')]).toEqual([false, null])
    const sleeper = { league_id: 5, provider: 'sleeper', provider_league_id: '9' } as const
    await db.insertInto('league_sources').values(sleeper).execute()
    expect(await store.isNeeded('sleeper')).toBe(true)
    const versions: (string | null)[] = [await store.findVersion('sleeper')]
    for (const text of ['{"1":{}}', 'x'.repeat(10_000)]) {
      await store.save('sleeper', text)
      versions.push(await store.findVersion('sleeper'))
      expect(await store.find('sleeper')).toEqual({ version: versions.at(-1), text })
    }
    expect(new Set(versions).size).toBe(3)
    const { players } = await db.selectFrom('player_lists').select('players').executeTakeFirstOrThrow()
    expect(players.length).toBeLessThan(200)
  } finally {
    await db.destroy()
    await drop()
  }
})
