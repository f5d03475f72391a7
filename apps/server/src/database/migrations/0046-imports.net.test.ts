import { sql } from 'kysely'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createEmptyDatabase, TEST_ENGINE } from '../../testing/test-database.ts'
import { connect, type Db, migrate } from '../engine/database.ts'

let db: Db
let drop: () => Promise<void>
beforeEach(async () => {
  const database = await createEmptyDatabase(TEST_ENGINE)
  db = connect(database.address)
  drop = database.drop
  await migrate(db, '0045-audit-chain')
  await sql`insert into users (id, username, username_key, email, first_name, last_name, password_hash, is_admin,
    is_staff, created_at) values (1, 'ada', 'ada', '', '', '', '', 0, 0, 1)`.execute(db)
  await sql`insert into leagues (id, name, name_key, espn_league_id, has_betslip, created_at)
    values (4, 'Harbour', 'harbour', 1, 1, 1)`.execute(db)
  await sql`insert into memberships (league_id, user_id, role, created_at) values (4, 1, 'player', 1)`.execute(
    db,
  )
  await sql`insert into feed_items (id, league_id, type, user_id, is_pinned, created_at)
    values (7, 4, 'post', 1, 0, 1)`.execute(db)
})
afterEach(async () => {
  await db.destroy()
  await drop()
})

it('keeps existing rows, and marks none of them as imported', async () => {
  await migrate(db)
  expect(await db.selectFrom('memberships').select(['role', 'imported_person_id']).execute()).toEqual([
    { role: 'player', imported_person_id: null },
  ])
  expect(await db.selectFrom('feed_items').select(['id', 'imported_person_id']).execute()).toEqual([
    { id: 7, imported_person_id: null },
  ])
  expect(await db.selectFrom('league_imports').selectAll().execute()).toEqual([])
})

it('removes what is known about an import together with its league', async () => {
  await migrate(db)
  await db.insertInto('league_imports').values({ league_id: 4, imported_at: 2, imported_by: null }).execute()
  const person = { league_id: 4, user_id: 1, username: 'ada', username_key: 'ada' }
  await db.insertInto('imported_people').values(person).execute()
  const entry = { league_id: 4, at: 1, actor_name: 'ada', action: 'league.create', detail: '{}' }
  await db.insertInto('imported_audit_log').values(entry).execute()
  await db.deleteFrom('leagues').where('id', '=', 4).execute()
  for (const table of ['league_imports', 'imported_people', 'imported_audit_log'] as const)
    expect([table, await db.selectFrom(table).selectAll().execute()]).toEqual([table, []])
})
