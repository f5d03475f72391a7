import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { createEmptyDatabase, TEST_ENGINE } from '../../testing/test-database.ts'
import { connect, migrate } from '../engine/database.ts'

it('keeps choices and notifications, adds the inbox to them, and marks what is there as seen', async () => {
  const { address, drop } = await createEmptyDatabase(TEST_ENGINE)
  const db = connect(address)
  try {
    await migrate(db, '0065-logo-colors')
    await sql`insert into users (id, username, username_key, email, first_name, last_name, password_hash, is_admin,
      is_staff, created_at) values (7, 'rosa', 'rosa', '', '', '', '', 0, 0, 0)`.execute(db)
    await sql`insert into leagues (id, name, name_key, espn_league_id, has_betslip, created_at)
      values (1, 'Harbour', 'harbour', 1, 0, 0)`.execute(db)
    await sql`insert into memberships (league_id, user_id, role, created_at) values (1, 7, 'player', 0)`.execute(
      db,
    )
    await sql`insert into notification_choices (user_id, kind, by_push, by_mail)
      values (7, 'comment', 0, 1)`.execute(db)
    await sql`insert into notifications (id, user_id, league_id, key, kind, title, body, created_at, expires_at)
      values (5, 7, 1, 'pick 2026 5', 'pick', 'Title', 'Body', 1000, 2000)`.execute(db)
    await migrate(db)
    expect(await db.selectFrom('notification_choices').selectAll().execute()).toEqual([
      { user_id: 7, kind: 'comment', by_push: 0, by_mail: 1, by_inbox: 1 },
    ])
    expect(await db.selectFrom('notifications').selectAll().executeTakeFirst()).toMatchObject({
      id: 5,
      key: 'pick 2026 5',
      kind: 'pick',
      in_inbox: 0,
      read_at: null,
    })
    const visits = await db.selectFrom('tab_visits').select(['league_id', 'tab']).orderBy('tab').execute()
    expect(visits).toEqual([
      { league_id: 1, tab: 'betslip' },
      { league_id: 1, tab: 'league social' },
    ])
    await db
      .insertInto('notification_choices')
      .values({ user_id: 7, kind: 'like', by_push: 0, by_mail: 0 })
      .execute()
    await db.deleteFrom('users').where('id', '=', 7).execute()
    expect(await db.selectFrom('notification_choices').selectAll().execute()).toEqual([])
  } finally {
    await db.destroy()
    await drop()
  }
})
