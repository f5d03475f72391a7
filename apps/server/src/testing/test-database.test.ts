import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { createTestDatabase, TEST_ENGINE } from './test-database.ts'

it('creates IDs from 1, also after a test that has moved their sequence', async () => {
  for (const round of ['first', 'second']) {
    const { db, drop } = await createTestDatabase()
    const { id } = await db
      .insertInto('attempts')
      .values({ bucket: round, at: 1 })
      .returning('id')
      .executeTakeFirstOrThrow()
    expect([round, id]).toEqual([round, 1])
    if (TEST_ENGINE === 'postgres')
      await sql`alter table attempts alter column id restart with 4000`.execute(db)
    await drop()
  }
})

it('is not emptied for another test after one has changed what was migrated', async () => {
  const { db, empty, drop } = await createTestDatabase()
  expect(await empty()).toBe(true)
  await db.deleteFrom('kysely_migration' as never).execute()
  expect(await empty()).toBe(false)
  await drop()
})
