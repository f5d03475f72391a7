import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { createLink, findLink, findPublicLeague } from '../../features/public-link/store.ts'
import { createEmptyDatabase, TEST_ENGINE } from '../../testing/test-database.ts'
import { connect, migrate } from '../engine/database.ts'

it('starts without public links, and gives each league of the previous release at most one', async () => {
  const { address, drop } = await createEmptyDatabase(TEST_ENGINE)
  const db = connect(address)
  const ada = { userId: 1, username: 'ada' }
  try {
    await migrate(db, '0077-inbox')
    await sql`insert into users (id, username, username_key, email, email_key, first_name, last_name, password_hash,
      is_admin, is_staff, created_at) values (1, 'ada', 'ada', '', null, '', '', '', 0, 0, 1000)`.execute(db)
    await sql`insert into leagues (id, name, name_key, espn_league_id, has_betslip, created_at)
      values (5, 'Sunday', 'sunday', 77, 0, 1000)`.execute(db)
    await migrate(db)
    expect(await findLink(db, 5)).toBeNull()
    const first = await createLink(db, 5, false, ada, new Date(2000))
    const second = await createLink(db, 5, true, ada, new Date(3000))
    const leagues = await Promise.all([first, second].map(({ code }) => findPublicLeague(db, code)))
    expect(leagues).toEqual([null, { id: 5, name: 'Sunday', showsOwners: true }])
    expect(await findLink(db, 5)).toEqual({ showsOwners: true, createdAt: new Date(3000), createdBy: 'ada' })
    await sql`delete from leagues where id = 5`.execute(db)
    expect(await findPublicLeague(db, second.code)).toBeNull()
  } finally {
    await db.destroy()
    await drop()
  }
})
