import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { createEmptyDatabase, TEST_ENGINE } from '../../testing/test-database.ts'
import { connect, migrate } from '../engine/database.ts'

it('keeps proposals, lets rules name them, and changes the version of the feed with the rules', async () => {
  const { address, drop } = await createEmptyDatabase(TEST_ENGINE)
  const db = connect(address)
  const feedVersion = async () => {
    const { rows } = await sql<{
      version: number
    }>`select version from data_versions where kind = 'feed'`.execute(db)
    return rows.map(({ version }) => String(version)).join(' ')
  }
  try {
    await migrate(db, '0141-new-transactions')
    await sql`insert into users (id, username, username_key, email, email_key, first_name, last_name, password_hash,
      is_admin, is_staff, created_at) values (1, 'ada', 'ada', '', null, '', '', '', 0, 0, 1000)`.execute(db)
    await sql`insert into leagues (id, name, name_key, espn_league_id, has_betslip, created_at)
      values (5, 'Sunday', 'sunday', 77, 0, 1000)`.execute(db)
    await sql`insert into feed_items (id, league_id, type, user_id, is_pinned, created_at)
      values (9, 5, 'proposal', 1, 0, 1000)`.execute(db)
    await sql`insert into feed_proposals (item_id, question) values (9, 'Two flex spots?')`.execute(db)
    await migrate(db)
    const before = await feedVersion()
    await db
      .insertInto('rule_versions')
      .values({ league_id: 5, version: 1, user_id: 1, saved_at: 2000, note: '', restored_from: null })
      .execute()
    expect(await feedVersion()).not.toBe(before)
    await db
      .insertInto('rule_sections')
      .values({
        league_id: 5,
        version: 1,
        position: 0,
        section: 1,
        heading: 'Flex',
        body: '',
        proposal_id: 9,
      })
      .execute()
    await sql`delete from feed_items where id = 9`.execute(db)
    expect(await db.selectFrom('rule_sections').select(['heading', 'proposal_id']).execute()).toEqual([
      { heading: 'Flex', proposal_id: null },
    ])
    await sql`delete from leagues where id = 5`.execute(db)
    expect(await db.selectFrom('rule_sections').selectAll().execute()).toEqual([])
  } finally {
    await db.destroy()
    await drop()
  }
})
