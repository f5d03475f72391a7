import { expect, it } from 'vitest'
import { createEmptyDatabase, TEST_ENGINE } from '../../testing/test-database.ts'
import { connect, dataVersion, migrate } from './database.ts'
import { postgresDataVersion } from './postgres-data-version.ts'

const jobRow = (kind: string) =>
  ({ kind, payload: 'null', status: 'queued', priority: 1, run_at: 0, created_at: 0 }) as const

it('changes after every commit on any connection, and only then', async () => {
  const { address, drop } = await createEmptyDatabase(TEST_ENGINE)
  const db = connect(address)
  const otherConnection = connect(address)
  try {
    await migrate(db)
    const versions = [await dataVersion(db)]

    await db.insertInto('jobs').values(jobRow('first')).execute()
    versions.push(await dataVersion(db))
    await otherConnection.insertInto('jobs').values(jobRow('other connection')).execute()
    versions.push(await dataVersion(db))
    await db.transaction().execute(async (transaction) => {
      await transaction.insertInto('jobs').values(jobRow('in a transaction')).execute()
      versions.push(await dataVersion(otherConnection))
    })
    versions.push(await dataVersion(otherConnection), await dataVersion(db))
    expect(versions).not.toContain(null)
    expect(new Set([versions[0], versions[1], versions[2], versions[5]]).size).toBe(4)

    // All databases of a PostgreSQL server share the version, and other tests write to theirs.
    await expect
      .poll(async () => {
        const before = await dataVersion(db)
        await db.selectFrom('jobs').selectAll().execute()
        return (await dataVersion(db)) === before
      })
      .toBe(true)
  } finally {
    await Promise.all([db.destroy(), otherConnection.destroy()])
    await drop()
  }
})

it.runIf(TEST_ENGINE === 'sqlite')('does not change after a rollback', async () => {
  const { address, drop } = await createEmptyDatabase('sqlite')
  const db = connect(address)
  expect(dataVersion(db)).toBe(null)
  await migrate(db)
  const before = dataVersion(db)
  const transaction = db.transaction().execute(async (open) => {
    await open.insertInto('jobs').values(jobRow('never')).execute()
    throw new Error('rolled back')
  })
  await expect(transaction).rejects.toThrow('rolled back')
  expect(dataVersion(db)).toBe(before)
  await db.destroy()
  await drop()
})

it('shares one query among simultaneous callers', async () => {
  const versions = postgresDataVersion('postgres://nobody@127.0.0.1:1/nothing')
  const first = versions.read()
  expect(versions.read()).toBe(first)
  expect(await first).toBe(null)
  const second = versions.read()
  expect(second).not.toBe(first)
  expect(await second).toBe(null)
  await versions.close()
})
