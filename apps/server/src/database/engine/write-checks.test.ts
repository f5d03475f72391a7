import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { inTransaction } from './database.ts'
import { executeTogether } from './dialect.ts'
import { addWriteCheck, withoutWriteChecks, withWriteCheck } from './write-checks.ts'

let database: TestDatabase

beforeEach(async () => {
  database = await createTestDatabase()
})
afterEach(() => database.drop())

const add = (bucket: string, db: Pick<TestDatabase['db'], 'insertInto'> = database.db) =>
  db.insertInto('attempts').values({ bucket, at: 1 }).execute()

async function listBuckets(): Promise<string[]> {
  const rows = await database.db.selectFrom('attempts').select('bucket').orderBy('id').execute()
  return rows.map(({ bucket }) => bucket)
}

const reject = async () => {
  throw new Error('rejected')
}

describe('the check of writes', () => {
  it('rejects a write outside of a transaction', async () => {
    await expect(withWriteCheck(reject, () => add('a'))).rejects.toThrow('rejected')
    expect(await listBuckets()).toEqual([])
  })

  it('rolls back a transaction, and is done once in each', async () => {
    let checks = 0
    const check = async () => {
      checks += 1
      if (checks > 1) throw new Error('rejected')
    }
    const addTwo = () =>
      inTransaction(database.db, async (transaction) => {
        await add('a', transaction)
        await add('b', transaction)
      })
    await withWriteCheck(check, async () => {
      await addTwo()
      await expect(addTwo()).rejects.toThrow('rejected')
    })
    expect([checks, await listBuckets()]).toEqual([2, ['a', 'b']])
  })

  it('reads in the transaction of the write, and sees what it has read so far unchanged', async () => {
    const seen: string[][] = []
    await withWriteCheck(
      async (run) => {
        const rows = await run(database.db.selectFrom('attempts').select('bucket').compile())
        seen.push(rows.map(({ bucket }) => bucket))
      },
      async () => {
        await add('a')
        await inTransaction(database.db, (transaction) => add('b', transaction))
      },
    )
    expect(seen).toEqual([[], ['a']])
  })

  it('allows reads, and writes outside of the request', async () => {
    const rows = await withWriteCheck(reject, async () => {
      await listBuckets()
      await inTransaction(database.db, (transaction) =>
        transaction.selectFrom('users').select('id').execute(),
      )
      return withoutWriteChecks(() => add('a'))
    })
    expect([rows.length, await listBuckets()]).toEqual([1, ['a']])
  })

  it('rejects a transaction that reads what it decides by, even if it then writes nothing', async () => {
    const locked = withWriteCheck(reject, () =>
      inTransaction(database.db, (transaction) =>
        executeTogether(transaction, [transaction.selectFrom('users').select('id').compile()]),
      ),
    )
    await expect(locked).rejects.toThrow('rejected')
  })

  it('includes checks that are added later', async () => {
    const allow = async () => {}
    await withWriteCheck(allow, async () => {
      await add('a')
      addWriteCheck(reject)
      await expect(add('b')).rejects.toThrow('rejected')
    })
    await add('c')
    expect(await listBuckets()).toEqual(['a', 'c'])
  })
})
