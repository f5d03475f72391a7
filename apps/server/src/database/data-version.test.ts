import { expect, it } from 'vitest'
import { emptyDatabase } from '../testing/test-database.ts'
import { connect, dataVersion, migrate } from './database.ts'

it('differs after every commit, whoever made it, and only then', async () => {
  const { address, drop } = await emptyDatabase('sqlite')
  const db = connect(address)
  const other = connect(address)
  try {
    expect(dataVersion(db)).toBe(null)
    await migrate(db)
    const seen = [dataVersion(db)]
    const write = (name: string) => ({ name, due_at: 0 })

    await db.insertInto('scheduled_jobs').values(write('first')).execute()
    seen.push(dataVersion(db))
    await other.insertInto('scheduled_jobs').values(write('by another')).execute()
    seen.push(dataVersion(db))
    await db.transaction().execute(async (transaction) => {
      await transaction.insertInto('scheduled_jobs').values(write('in a transaction')).execute()
      expect(dataVersion(db)).toBe(seen.at(-1))
    })
    seen.push(dataVersion(db))
    expect(new Set(seen).size).toBe(4)

    await db.selectFrom('scheduled_jobs').selectAll().execute()
    await db
      .transaction()
      .execute(async (transaction) => {
        await transaction.deleteFrom('scheduled_jobs').execute()
        throw new Error('rolled back')
      })
      .catch(() => undefined)
    expect(dataVersion(db)).toBe(seen.at(-1))
  } finally {
    await Promise.all([db.destroy(), other.destroy()])
    await drop()
  }
})
