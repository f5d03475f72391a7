import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createTestDatabase, TEST_ENGINE, type TestDatabase } from '../../testing/test-database.ts'
import { type Db, inSnapshot } from './database.ts'
import { databaseFailureOf } from './database-errors.ts'

let database: TestDatabase
let db: Db
beforeEach(async () => {
  database = await createTestDatabase()
  db = database.db
})
afterEach(() => database.drop())

const USER = { email: '', email_key: null, first_name: '', last_name: '', password_hash: 'x' }

const addUser = (username: string) =>
  db
    .insertInto('users')
    .values({ ...USER, username, username_key: username, is_admin: 0, is_staff: 0, created_at: 0 })
    .execute()

const listUsernames = (reader: Pick<Db, 'selectFrom'>) =>
  reader
    .selectFrom('users')
    .select('username')
    .orderBy('id')
    .execute()
    .then((rows) => rows.map(({ username }) => username))

/** Takes some hundred milliseconds on either engine. */
const countSlowly = (reader: Db) =>
  sql<{ count: number }>`
    with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < 600000)
    select cast(count(*) as integer) as count from numbers`.execute(reader)

describe('a snapshot', () => {
  it('answers other requests while it reads', async () => {
    // On PostgreSQL, a connection for each, because opening one can take as long as the slow read.
    await Promise.all([listUsernames(db), listUsernames(db)])
    const order: string[] = []
    const slowRead = inSnapshot(db, async (snapshot) => {
      const { rows } = await countSlowly(snapshot)
      order.push(`slow read of ${rows[0]?.count}`)
    })
    for (let turn = 1; turn <= 3; turn += 1) {
      await listUsernames(db)
      await new Promise((resolve) => setImmediate(resolve))
      order.push(`turn ${turn}`)
    }
    await slowRead
    expect(order).toEqual(['turn 1', 'turn 2', 'turn 3', 'slow read of 600000'])
  })

  it('returns the same values as a read without a snapshot', async () => {
    const query = (reader: Db) =>
      sql`select 1 as "integer", 9007199254740991 as "largest", -0.1 as "fraction", null as "nothing",
        'Ünïcødé "quoted" \\ 🏈' as "text", cast('ab' as ${sql.raw(TEST_ENGINE === 'postgres' ? 'bytea' : 'blob')}) as "bytes"`
        .execute(reader)
        .then(({ rows }) => rows)
    const rows = await query(db)
    expect(await inSnapshot(db, query)).toEqual(rows)
    expect((rows[0] as { bytes: unknown }).bytes).toBeInstanceOf(Uint8Array)
    expect(await inSnapshot(db, (snapshot) => listUsernames(snapshot))).toEqual([])
  })

  it('sees the data as of its first query, also next to other snapshots', async () => {
    await addUser('ada')
    const names = await inSnapshot(db, async (first) => {
      const before = await listUsernames(first)
      await addUser('bo')
      const others = await Promise.all(
        Array.from({ length: 6 }, () => inSnapshot(db, (snapshot) => listUsernames(snapshot))),
      )
      return { before, after: await listUsernames(first), others }
    })
    expect(names).toEqual({
      before: ['ada'],
      after: ['ada'],
      others: Array.from({ length: 6 }, () => ['ada', 'bo']),
    })
  })

  it('reports why a statement failed, and does not write', async () => {
    const failure = inSnapshot(db, (snapshot) => sql`select * from no_such_table`.execute(snapshot))
    await expect(failure).rejects.toThrow('no_such_table')
    const write = inSnapshot(db, (snapshot) => snapshot.deleteFrom('users').execute()).catch(
      databaseFailureOf,
    )
    expect(await write).toBe('read_only')
  })
})

it('rejects the reads of a snapshot of a SQLite file that has been closed', async () => {
  const { db: file, drop } = await createTestDatabase('sqlite')
  const reading = inSnapshot(file, async (snapshot) => {
    await listUsernames(snapshot)
    await file.destroy()
    return listUsernames(snapshot)
  })
  await expect(reading).rejects.toThrow('the snapshot has ended')
  await expect(inSnapshot(file, (snapshot) => listUsernames(snapshot))).rejects.toThrow('destroyed')
  await drop()
})
