import { sql } from 'kysely'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { chainNext, verifyChain } from '../../repositories/audit/audit-chain.ts'
import { createEmptyDatabase, TEST_ENGINE } from '../../testing/test-database.ts'
import { connect, type Db, migrate } from '../engine/database.ts'

let db: Db
let drop: () => Promise<void>
beforeEach(async () => {
  const database = await createEmptyDatabase(TEST_ENGINE)
  db = connect(database.address)
  drop = database.drop
  await migrate(db, '0044-data-versions')
})
afterEach(async () => {
  await db.destroy()
  await drop()
})

it('keeps the entries of earlier releases, protects them and lets them be chained', async () => {
  await sql`insert into audit_log (at, actor_id, actor_name, action, league_id, detail) values
    (5, null, 'ada', 'account.login', null, '{}'), (3, null, '', 'league.export', 8, '{"a":1}')`.execute(db)
  const read = () => db.selectFrom('audit_log').select(['at', 'actor_name', 'detail']).orderBy('id').execute()
  const before = await read()
  await migrate(db)
  expect(await read()).toEqual(before)
  await expect(sql`delete from audit_log`.execute(db)).rejects.toThrow('append-only')
  expect(await chainNext(db)).toMatchObject({ sequence: 2 })
  expect(await verifyChain(db, [])).toMatchObject({ checked: 2, broken: null })
})

it('accepts entries of the previous release, which knows no chain', async () => {
  await migrate(db)
  await sql`insert into audit_log (at, actor_id, actor_name, action, league_id, detail) values
    (5, null, 'ada', 'account.login', null, '{}')`.execute(db)
  expect(await verifyChain(db, [])).toMatchObject({ checked: 0, unchained: { count: 1 } })
})
