import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { findFeedItem } from '../../features/feed/items/item-store.ts'
import { createEmptyDatabase, TEST_ENGINE } from '../../testing/test-database.ts'
import { connect, migrate } from '../engine/database.ts'

it('starts the items of the previous release at version 1, and still accepts items that it adds', async () => {
  const { address, drop } = await createEmptyDatabase(TEST_ENGINE)
  const db = connect(address)
  try {
    await migrate(db, '0141-new-transactions')
    await sql`insert into leagues (id, name, name_key, espn_league_id, has_betslip, created_at)
      values (5, 'Sunday', 'sunday', 77, 1, 1000)`.execute(db)
    const addItem = (id: number) =>
      sql`insert into feed_items (id, league_id, type, user_id, is_pinned, created_at)
        values (${id}, 5, 'post', null, 0, 2000)`.execute(db)
    await addItem(1)
    await migrate(db)
    await addItem(2)
    for (const id of [1, 2]) expect(await findFeedItem(db, 5, 'post', id)).toMatchObject({ id, version: 1 })
  } finally {
    await db.destroy()
    await drop()
  }
})
