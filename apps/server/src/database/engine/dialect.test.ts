import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { inTransaction } from './database.ts'
import { executeTogether, isOneOf } from './dialect.ts'

const BYES = [
  { season: 2026, team_id: 1, week: 5 },
  { season: 2026, team_id: 2, week: 6 },
  { season: 2026, team_id: 3, week: 7 },
]

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
  await database.db.insertInto('nfl_byes').values(BYES).execute()
})
afterAll(() => database.drop())

it('executes queries together in their order', async () => {
  const byesOf = (teamId: number) => database.db.selectFrom('nfl_byes').where('team_id', '=', teamId)
  const selectWeek = (teamId: number) => byesOf(teamId).select('week').compile()
  const setWeek = database.db.updateTable('nfl_byes').set({ week: 9 }).where('team_id', '=', 2).compile()
  const rows = await inTransaction(database.db, (transaction) =>
    executeTogether(transaction, [selectWeek(2), setWeek, selectWeek(2), selectWeek(3)]),
  )
  expect(rows).toEqual([[{ week: 6 }], [], [{ week: 9 }], [{ week: 7 }]])
})

it('rolls back a transaction when one of the queries that are executed together fails', async () => {
  const addBye = (teamId: number) =>
    database.db.insertInto('nfl_byes').values({ season: 2030, team_id: teamId, week: 5 }).compile()
  const added = inTransaction(database.db, (transaction) =>
    executeTogether(transaction, [addBye(1), addBye(1), addBye(2)]),
  )
  await expect(added).rejects.toThrow(/unique/i)
  expect(await database.db.selectFrom('nfl_byes').selectAll().where('season', '=', 2030).execute()).toEqual(
    [],
  )
})

it('compares texts with a list of texts', async () => {
  const rows = await database.db
    .selectFrom('kysely_migration' as 'nfl_byes')
    .select('name' as 'week')
    .where(isOneOf(database.db, 'name', ['0001-accounts', 'none'], 'text'))
    .execute()
  expect(rows).toEqual([{ name: '0001-accounts' }])
})
