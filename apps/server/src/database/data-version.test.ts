import { expect, it } from 'vitest'
import { createEmptyDatabase, TEST_ENGINE } from '../testing/test-database.ts'
import { connect, dataVersion, migrate } from './database.ts'
import { postgresDataVersion } from './postgres-data-version.ts'

it('differs after every commit, whoever made it, and stays otherwise', async () => {
  const { address, drop } = await createEmptyDatabase(TEST_ENGINE)
  const db = connect(address)
  const other = connect(address)
  try {
    await migrate(db)
    const seen = [await dataVersion(db)]
    const write = (name: string) => ({ name, due_at: 0 })

    await db.insertInto('scheduled_jobs').values(write('first')).execute()
    seen.push(await dataVersion(db))
    await other.insertInto('scheduled_jobs').values(write('by another')).execute()
    seen.push(await dataVersion(db))
    await db.transaction().execute(async (transaction) => {
      await transaction.insertInto('scheduled_jobs').values(write('in a transaction')).execute()
      seen.push(await dataVersion(other))
    })
    seen.push(await dataVersion(other), await dataVersion(db))
    expect(seen).not.toContain(null)
    expect(new Set([seen[0], seen[1], seen[2], seen[5]]).size).toBe(4)

    // The databases of one PostgreSQL count together, and other tests write to theirs.
    await expect
      .poll(async () => {
        const before = await dataVersion(db)
        await db.selectFrom('scheduled_jobs').selectAll().execute()
        return (await dataVersion(db)) === before
      })
      .toBe(true)
  } finally {
    await Promise.all([db.destroy(), other.destroy()])
    await drop()
  }
})

it.runIf(TEST_ENGINE === 'sqlite')('is the same after what was rolled back', async () => {
  const { address, drop } = await createEmptyDatabase('sqlite')
  const db = connect(address)
  expect(dataVersion(db)).toBe(null)
  await migrate(db)
  const before = dataVersion(db)
  const work = db.transaction().execute(async (transaction) => {
    await transaction.insertInto('scheduled_jobs').values({ name: 'never', due_at: 0 }).execute()
    throw new Error('rolled back')
  })
  await expect(work).rejects.toThrow('rolled back')
  expect(dataVersion(db)).toBe(before)
  await db.destroy()
  await drop()
})

it('is one question for all who ask at the same time', async () => {
  const versions = postgresDataVersion('postgres://nobody@127.0.0.1:1/nothing')
  const first = versions.read()
  expect(versions.read()).toBe(first)
  expect(await first).toBe(null)
  const second = versions.read()
  expect(second).not.toBe(first)
  expect(await second).toBe(null)
  await versions.close()
})
