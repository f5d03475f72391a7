import { afterAll, beforeAll, expect, it } from 'vitest'
import { connect } from '../database/engine/database.ts'
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { createTwoSeasons } from '../testing/two-seasons-fixture.ts'

type Fixture = Awaited<ReturnType<typeof createTwoSeasons>>

let database: TestDatabase
let fixture: Fixture
const statements: string[] = []
beforeAll(async () => {
  const { db, ...rest } = await createTestDatabase()
  await db.destroy()
  database = { db: connect(rest.address, ({ sql }) => statements.push(sql)), ...rest }
  fixture = await createTwoSeasons({}, { database })
})
afterAll(async () => {
  await fixture.testApp.close()
  await database.db.destroy()
  await database.drop()
})

it('reads the transactions of a season once for all of its pages and filters', async () => {
  statements.length = 0
  const read = async (query: string) => (await fixture.player.get(`/api/league/Harbour/${query}`)).body
  const first = await read('transactions/?limit=1')
  expect(first.next).not.toBeNull()
  await read(`transactions/?limit=1&before=${first.next}`)
  await read('transactions/?kind=trade')
  await read('trades/2026/trade/')
  expect(statements.filter((sql) => sql.includes('from "transaction_weeks"'))).toHaveLength(1)
})
