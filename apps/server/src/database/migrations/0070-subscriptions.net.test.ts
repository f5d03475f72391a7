import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { createSubscription, findSubscriber, listSubscriptions } from '../../features/subscriptions/store.ts'
import { createEmptyDatabase, TEST_ENGINE } from '../../testing/test-database.ts'
import { connect, migrate } from '../engine/database.ts'

it('lets people of the previous release create addresses, one of each kind', async () => {
  const { address, drop } = await createEmptyDatabase(TEST_ENGINE)
  const db = connect(address)
  try {
    await migrate(db, '0065-logo-colors')
    await sql`insert into users (id, username, username_key, email, email_key, first_name, last_name, password_hash,
      is_admin, is_staff, created_at) values (1, 'mia', 'mia', '', null, '', '', '', 0, 0, 1000)`.execute(db)
    await migrate(db)
    const first = await createSubscription(db, { userId: 1, username: 'mia' }, 'calendar', new Date(2000))
    const second = await createSubscription(db, { userId: 1, username: 'mia' }, 'calendar', new Date(3000))
    const users = await Promise.all([first, second].map((code) => findSubscriber(db, 'calendar', code)))
    expect(users).toEqual([null, 1])
    expect(await listSubscriptions(db, 1)).toEqual([{ kind: 'calendar', createdAt: new Date(3000) }])
    const other = sql`insert into subscriptions (user_id, kind, code_hash, created_at) values (1, 'scores', 'x', 1)`
    await expect(other.execute(db)).rejects.toThrow(/check|constraint/i)
  } finally {
    await db.destroy()
    await drop()
  }
})
