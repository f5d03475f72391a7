import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { listRequestsOf } from '../../features/leagues/members.ts'
import { createEmptyDatabase, TEST_ENGINE } from '../../testing/test-database.ts'
import { connect, migrate } from '../engine/database.ts'

it('keeps stored join requests, which ask for no team, and accepts new ones of the previous release', async () => {
  const { address, drop } = await createEmptyDatabase(TEST_ENGINE)
  const db = connect(address)
  const addRequest = (message: string, status: string) =>
    sql`insert into join_requests (user_id, league_id, message, status, created_at)
      values (1, null, ${message}, ${status}, 2000)`.execute(db)
  try {
    await migrate(db, '0065-logo-colors')
    await sql`insert into users (id, username, username_key, email, email_key, first_name, last_name, password_hash,
      is_admin, is_staff, created_at) values (1, 'mia', 'mia', '', null, '', '', '', 0, 0, 1000)`.execute(db)
    await addRequest('Before', 'rejected')
    await migrate(db)
    await addRequest('After', 'pending')
    const requests = await db
      .selectFrom('join_requests')
      .select(['message', 'team_id'])
      .orderBy('id')
      .execute()
    expect(requests).toEqual([
      { message: 'Before', team_id: null },
      { message: 'After', team_id: null },
    ])
    expect((await listRequestsOf(db, 1)).map(({ status }) => status)).toEqual(['pending', 'rejected'])
  } finally {
    await db.destroy()
    await drop()
  }
})
