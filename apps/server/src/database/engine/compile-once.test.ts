import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { compileOnce, isOneOf, type ValueOf } from './compile-once.ts'
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
