import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { listAccessDecisions } from '../../features/notifications/access-activity.ts'
import { createEmptyDatabase, TEST_ENGINE } from '../../testing/test-database.ts'
import { connect, type Db, migrate } from '../engine/database.ts'

/** How the database finds the rows of a query, as text. */
async function explain(db: Db, query: string): Promise<string> {
  const prefix = TEST_ENGINE === 'sqlite' ? 'explain query plan' : 'explain'
  return JSON.stringify((await sql.raw(`${prefix} ${query}`).execute(db)).rows)
}

it('finds new decisions by their time, and keeps those that are stored', async () => {
  const { address, drop } = await createEmptyDatabase(TEST_ENGINE)
  const db = connect(address)
  try {
    await migrate(db, '0086-answers-without-league')
    for (const id of [1, 2])
      await sql`insert into users (id, username, username_key, email, email_key, first_name, last_name, password_hash,
        is_admin, is_staff, created_at) values (${id}, ${`user${id}`}, ${`user${id}`}, '', null, '', '', '', 0, 0, 1)`.execute(
        db,
      )
    await sql`insert into leagues (id, name, name_key, espn_league_id, has_betslip, created_at)
      values (5, 'Sunday', 'sunday', 77, 0, 1000)`.execute(db)
    await sql`insert into join_requests (user_id, league_id, message, status, created_at, decided_at)
      values (1, 5, '', 'approved', 1000, 2000), (2, 5, '', 'rejected', 1000, 4000)`.execute(db)
    await sql`insert into invite_links (id, league_id, code_hash, created_at, expires_at, uses, needs_approval)
      values (3, 5, 'hash', 1000, 9000, 2, 0)`.execute(db)
    await sql`insert into invite_uses (link_id, user_id, used_at, has_joined, claimed_at, undone_at)
      values (3, 1, 1000, 1, 1000, 5000), (3, 2, 1000, 1, 1000, null)`.execute(db)
    // Small tables are read as a whole, whatever indexes there are.
    const old = { user_id: 1, league_id: 5, created_at: 1000, decided_at: 2000 }
    const requests = Array.from({ length: 500 }, () => ({ ...old, message: '', status: 'approved' as const }))
    for (let batch = 0; batch < 6; batch += 1) await db.insertInto('join_requests').values(requests).execute()
    for (let batch = 0; batch < 6; batch += 1)
      await sql`insert into invite_links (id, league_id, code_hash, created_at, expires_at, uses, needs_approval)
        select id * 10 + ${batch}, 5, 'hash' || ${`${batch} `} || id, 1000, 9000, 2, 0 from join_requests`.execute(
        db,
      )
    await sql`insert into invite_uses (link_id, user_id, used_at, has_joined, undone_at)
      select id, 2, 1000, 1, 2000 from invite_links where id > 3`.execute(db)
    const activities = () => listAccessDecisions(db, new Date(3000))
    const before = await activities()
    expect(before).toHaveLength(2)
    await migrate(db)
    await sql`analyze`.execute(db)
    expect((await activities()).map(({ toNotification }) => toNotification('Sunday'))).toEqual(
      before.map(({ toNotification }) => toNotification('Sunday')),
    )
    expect(
      await explain(
        db,
        "select id from join_requests where status in ('approved', 'rejected') and decided_at > 3000 and league_id is not null order by id",
      ),
    ).toContain('join_requests_by_decision')
    expect(
      await explain(
        db,
        'select link.id from invite_uses as used join invite_links as link on link.id = used.link_id where used.undone_at > 3000',
      ),
    ).toContain('invite_uses_by_undoing')
  } finally {
    await db.destroy()
    await drop()
  }
})
