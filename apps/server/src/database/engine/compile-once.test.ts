import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { compileOnce, executeTogether, isOneOf, type ValueOf } from './compile-once.ts'
import { inTransaction } from './transaction.ts'

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

it('builds a query once and executes it with different values', async () => {
  let buildCount = 0
  const selectWeeks = compileOnce((db, value: ValueOf<{ season: number; teamIds: string }>) => {
    buildCount += 1
    return db
      .selectFrom('nfl_byes')
      .select('week')
      .where('season', '=', value('season'))
      .where(isOneOf(db, 'team_id', value('teamIds')))
      .orderBy('week')
  })
  expect(await selectWeeks(database.db, { season: 2026, teamIds: '[1,3]' })).toEqual([
    { week: 5 },
    { week: 7 },
  ])
  expect(await selectWeeks(database.db, { season: 2026, teamIds: '[]' })).toEqual([])
  expect(await selectWeeks(database.db, { season: 2025, teamIds: '[1,2,3]' })).toEqual([])
  expect(buildCount).toBe(1)
})

it('executes a query in a transaction', async () => {
  const deleteBye = compileOnce((db, value: ValueOf<{ teamId: number }>) =>
    db.deleteFrom('nfl_byes').where('team_id', '=', value('teamId')).returning('week'),
  )
  const rollback = inTransaction(database.db, async (transaction) => {
    expect(await deleteBye(transaction, { teamId: 1 })).toEqual([{ week: 5 }])
    throw new Error('rolled back')
  })
  await expect(rollback).rejects.toThrow('rolled back')
  expect(await deleteBye(database.db, { teamId: 1 })).toEqual([{ week: 5 }])
})

it('executes queries together in their order', async () => {
  const selectWeek = compileOnce((db, value: ValueOf<{ teamId: number }>) =>
    db.selectFrom('nfl_byes').select('week').where('team_id', '=', value('teamId')),
  )
  const setWeek = compileOnce((db, value: ValueOf<{ teamId: number; week: number }>) =>
    db
      .updateTable('nfl_byes')
      .set({ week: value('week') })
      .where('team_id', '=', value('teamId')),
  )
  const rows = await inTransaction(database.db, (transaction) =>
    executeTogether(transaction, [
      selectWeek.with(transaction, { teamId: 2 }),
      setWeek.with(transaction, { teamId: 2, week: 9 }),
      selectWeek.with(transaction, { teamId: 2 }),
      selectWeek.with(transaction, { teamId: 3 }),
    ]),
  )
  expect(rows).toEqual([[{ week: 6 }], [], [{ week: 9 }], [{ week: 7 }]])
})

it('rolls back a transaction when one of the queries that are executed together fails', async () => {
  const addBye = compileOnce((db, value: ValueOf<{ teamId: number }>) =>
    db.insertInto('nfl_byes').values({ season: 2030, team_id: value('teamId'), week: 5 }),
  )
  const added = inTransaction(database.db, (transaction) =>
    executeTogether(transaction, [
      addBye.with(transaction, { teamId: 1 }),
      addBye.with(transaction, { teamId: 1 }),
      addBye.with(transaction, { teamId: 2 }),
    ]),
  )
  await expect(added).rejects.toThrow(/unique/i)
  expect(await database.db.selectFrom('nfl_byes').selectAll().where('season', '=', 2030).execute()).toEqual(
    [],
  )
})

it('compares texts with a list of texts', async () => {
  const selectKinds = compileOnce((db, value: ValueOf<{ names: string }>) =>
    db
      .selectFrom('kysely_migration' as 'nfl_byes')
      .select('name' as 'week')
      .where(isOneOf(db, 'name', value('names'), 'text')),
  )
  const rows = await selectKinds(database.db, { names: JSON.stringify(['0001-accounts', 'none']) })
  expect(rows).toEqual([{ name: '0001-accounts' }])
})
