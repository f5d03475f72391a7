import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { listItems } from '../../features/inbox/store.ts'
import { createEmptyDatabase, TEST_ENGINE } from '../../testing/test-database.ts'
import { connect, migrate } from '../engine/database.ts'

it('keeps stored notifications, each once per league, and accepts some without a league', async () => {
  const { address, drop } = await createEmptyDatabase(TEST_ENGINE)
  const db = connect(address)
  const add = (leagueId: number | null, key: string) =>
    sql`insert into notifications (user_id, league_id, key, kind, title, body, created_at, expires_at, in_inbox)
      values (1, ${leagueId}, ${key}, 'access', ${key}, '', 1000, 9000, 1) on conflict do nothing`.execute(db)
  const listTitles = async () => (await listItems(db, 1, null, 10)).map(({ title }) => title)
  try {
    await migrate(db, '0084-public-links')
    await sql`insert into users (id, username, username_key, email, email_key, first_name, last_name, password_hash,
      is_admin, is_staff, created_at) values (1, 'mia', 'mia', '', null, '', '', '', 0, 0, 1000)`.execute(db)
    await sql`insert into leagues (id, name, name_key, espn_league_id, has_betslip, created_at)
      values (5, 'Sunday', 'sunday', 77, 0, 1000)`.execute(db)
    await sql`insert into notifications (id, user_id, league_id, key, kind, title, body, created_at, expires_at)
      values (70, 1, 5, 'deleted', 'access', '', '', 1000, 9000)`.execute(db)
    await sql`delete from notifications`.execute(db)
    await add(5, 'rejected 1')
    await migrate(db)
    await add(5, 'rejected 1')
    await add(null, 'rejected 2')
    await add(null, 'rejected 2')
    expect(await listTitles()).toEqual(['rejected 2', 'rejected 1'])
    const ids = await db.selectFrom('notifications').select('id').orderBy('id').execute()
    if (TEST_ENGINE === 'sqlite') expect(ids[0]?.id).toBe(71)
    expect(new Set(ids.map(({ id }) => id)).size).toBe(2)
    await sql`delete from leagues where id = 5`.execute(db)
    expect(await listTitles()).toEqual(['rejected 2'])
  } finally {
    await db.destroy()
    await drop()
  }
})
