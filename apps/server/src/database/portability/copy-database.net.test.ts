import { type Kysely, sql } from 'kysely'
import { afterEach, describe, expect, it } from 'vitest'
import { jobStore } from '../../jobs/job-store.ts'
import { allRowsAsText, fillEveryTable } from '../../testing/edge-case-rows.ts'
import { createEmptyDatabase, createTestDatabase, TEST_ENGINE } from '../../testing/test-database.ts'
import { connect, type DatabaseEngine, type Db } from '../engine/database.ts'
import { CopyRefusedError, copyDatabase } from './table-rows.ts'

const cleanUps: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0)) await cleanUp()
})

async function createDatabase(engine: DatabaseEngine = TEST_ENGINE): Promise<Db> {
  const { db, drop } = await createTestDatabase(engine)
  cleanUps.push(drop)
  return db
}

async function createFilledDatabase(): Promise<Db> {
  const db = await createDatabase('sqlite')
  await fillEveryTable(db)
  return db
}

function rowCount(rows: Record<string, string[]>): number {
  return Object.values(rows).flat().length
}

describe('copyDatabase', () => {
  it('copies every row of every table from SQLite to PostgreSQL and back', async ({ skip }) => {
    skip(process.env['TEST_DATABASE_URL'] === undefined, 'Skipped: TEST_DATABASE_URL names no PostgreSQL.')
    const [first, second, third] = [
      await createFilledDatabase(),
      await createDatabase('postgres'),
      await createDatabase('sqlite'),
    ]
    const original = await allRowsAsText(first)
    for (const rows of Object.values(original)) expect(rows.length).toBeGreaterThanOrEqual(2)
    expect(Object.keys(original)).toContain('provider_responses')

    const reportedCounts: Record<string, number> = {}
    const onTable = (table: string, rows: number) => {
      reportedCounts[table] = rows
    }
    await copyDatabase({ from: first, to: second, onTable })
    expect(await allRowsAsText(second)).toEqual(original)
    expect(reportedCounts).toEqual(
      Object.fromEntries(Object.entries(original).map(([table, rows]) => [table, rows.length])),
    )
    await copyDatabase({ from: second, to: third })
    expect(await allRowsAsText(third)).toEqual(original)
    expect(await allRowsAsText(first)).toEqual(original)
  })

  it('continues ids after the highest id that the source ever generated', async () => {
    const [from, to] = [await createFilledDatabase(), await createDatabase()]
    const attempt = { bucket: 'x', at: 1 }
    const { id: last } = await from
      .insertInto('attempts')
      .values(attempt)
      .returning('id')
      .executeTakeFirstOrThrow()
    await from.deleteFrom('attempts').where('id', '=', last).execute()
    await copyDatabase({ from, to })
    const { id: next } = await to
      .insertInto('attempts')
      .values(attempt)
      .returning('id')
      .executeTakeFirstOrThrow()
    expect(next).toBe(last + 1)
    const second = await createDatabase()
    await copyDatabase({ from: to, to: second })
    expect(
      await second.insertInto('attempts').values(attempt).returning('id').executeTakeFirstOrThrow(),
    ).toEqual({
      id: next + 1,
    })
  })

  it('copies tables with more rows than fit into one statement', async () => {
    const [from, to] = [await createDatabase(), await createDatabase()]
    const attempts = Array.from({ length: 1001 }, (_, at) => ({ bucket: `bucket ${at % 7}`, at }))
    await from.insertInto('attempts').values(attempts).execute()
    await copyDatabase({ from, to })
    expect(await to.selectFrom('attempts').select(['bucket', 'at']).orderBy('id').execute()).toEqual(attempts)
  })

  it('copies rows that refer to later rows of their own table', async () => {
    const [from, to] = [await createDatabase('sqlite'), await createDatabase()]
    for (const db of [from, to]) {
      await sql`create table replies (id integer primary key, answers integer references replies (id))`.execute(
        db,
      )
    }
    await sql`insert into replies values (1, null), (2, 1)`.execute(from)
    await sql`update replies set answers = 2 where id = 1`.execute(from)
    await copyDatabase({ from, to })
    expect((await allRowsAsText(to))['replies']).toEqual([
      '{"answers":"1","id":"2"}',
      '{"answers":"2","id":"1"}',
    ])
    await expect(sql`insert into replies values (3, 4711)`.execute(to)).rejects.toThrow(/foreign key/i)
  })

  it('copies a snapshot while others write to the source', async () => {
    const [from, to] = [await createFilledDatabase(), await createDatabase()]
    const before = rowCount(await allRowsAsText(from))
    let isFirst = true
    const writes: Promise<unknown>[] = []
    const onTable = () => {
      if (isFirst) writes.push(from.insertInto('attempts').values({ bucket: 'late', at: 1 }).execute())
      isFirst = false
    }
    await copyDatabase({ from, to, onTable })
    await Promise.all(writes)
    expect(rowCount(await allRowsAsText(to))).toBe(before)
    expect(rowCount(await allRowsAsText(from))).toBe(before + 1)
  })
})

it('copies to a database on which a server was started once', async () => {
  const [from, to] = [await createFilledDatabase(), await createDatabase()]
  await jobStore(to).register('a job of this release', new Date(1), new Date(0))
  await copyDatabase({ from, to })
  expect(await allRowsAsText(to)).toEqual(await allRowsAsText(from))
})

it('leaves out the tables that Litestream keeps in a SQLite file', async () => {
  const [from, to] = [await createFilledDatabase(), await createDatabase('sqlite')]
  const rows = await allRowsAsText(from)
  for (const db of [from, to]) {
    await sql`create table _litestream_seq (id integer primary key, seq integer)`.execute(db)
    await sql`insert into _litestream_seq values (1, 7)`.execute(db)
    await sql`create table _litestream_lock (id integer)`.execute(db)
  }
  await copyDatabase({ from, to })
  expect(await allRowsAsText(to)).toEqual(rows)
})

describe('copyDatabase with unsuitable databases', () => {
  it('rejects a target with rows and does not change it', async () => {
    const [from, to] = [await createFilledDatabase(), await createDatabase()]
    await to.insertInto('attempts').values({ bucket: 'mine', at: 1 }).execute()
    const copy = copyDatabase({ from, to })
    await expect(copy).rejects.toThrow(CopyRefusedError)
    await expect(copy).rejects.toThrow(
      'The target database is not empty. Tables with rows: attempts. Use an empty database.',
    )
    expect(await to.selectFrom('attempts').select('bucket').execute()).toEqual([{ bucket: 'mine' }])
  })

  it.each(['from', 'to'] as const)(
    'rejects different releases when the newer database is the one to copy %s',
    async (which) => {
      const options = { from: await createFilledDatabase(), to: await createDatabase() }
      await sql`insert into kysely_migration (name, timestamp) values ('9999-later', '2030-01-01')`.execute(
        options[which],
      )
      await expect(copyDatabase(options)).rejects.toThrow(
        'The databases were not written by the same release of Fieldhouse (migrations in only one of them: 9999-later). Start this release on both databases once, then copy again.',
      )
    },
  )

  it('rejects databases without tables', async () => {
    const { address, drop } = await createEmptyDatabase(TEST_ENGINE)
    const [empty, to] = [connect(address), await createDatabase()]
    cleanUps.unshift(() => empty.destroy(), drop)
    await expect(copyDatabase({ from: empty, to })).rejects.toThrow('not written by the same release')
    await expect(copyDatabase({ from: empty, to: empty })).rejects.toThrow('not written by the same release')
  })

  it('rejects tables with different columns', async () => {
    const [from, to] = [await createFilledDatabase(), await createDatabase()]
    await sql`alter table attempts add column why text`.execute(to)
    await expect(copyDatabase({ from, to })).rejects.toThrow(
      'The tables of the two databases differ: attempts.',
    )
  })

  it('rolls back when rows are missing in the target', async () => {
    const [from, to] = [await createFilledDatabase(), await createDatabase()]
    await discardInsertsInto(to, 'audit_log')
    await expect(copyDatabase({ from, to })).rejects.toThrow(
      'Only 0 of 3 rows of audit_log were copied. The copy was rolled back.',
    )
    expect(rowCount(await allRowsAsText(to))).toBe(0)
  })

  it('rolls back when it fails halfway', async () => {
    const [from, to] = [await createFilledDatabase(), await createDatabase()]
    let tableCount = 0
    const onTable = () => {
      tableCount += 1
      if (tableCount === 5) throw new Error('copy failure')
    }
    await expect(copyDatabase({ from, to, onTable })).rejects.toThrow('copy failure')
    expect(rowCount(await allRowsAsText(to))).toBe(0)
    await copyDatabase({ from, to })
    expect(await allRowsAsText(to)).toEqual(await allRowsAsText(from))
  })
})

/** Makes the database silently ignore inserts into a table. */
async function discardInsertsInto(db: Kysely<never> | Db, table: string): Promise<void> {
  if (TEST_ENGINE === 'sqlite') {
    await sql`create trigger swallow before insert on ${sql.table(table)} begin select raise(ignore); end`.execute(
      db,
    )
    return
  }
  await sql`create function swallow() returns trigger language plpgsql as 'begin return null; end'`.execute(
    db,
  )
  await sql`create trigger swallow before insert on ${sql.table(table)} for each row execute function swallow()`.execute(
    db,
  )
}
