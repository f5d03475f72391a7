import { type Kysely, sql } from 'kysely'
import { afterEach, describe, expect, it } from 'vitest'
import { allRowsAsText, fillEveryTable } from '../testing/edge-case-rows.ts'
import { createEmptyDatabase, createTestDatabase, TEST_ENGINE } from '../testing/test-database.ts'
import { CopyRefusedError, copyDatabase } from './copy-database.ts'
import { connect, type DatabaseEngine, type Db } from './database.ts'

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

describe('a copy of a database', () => {
  it('has every row of every table, from SQLite to PostgreSQL and back', async ({ skip }) => {
    skip(process.env['TEST_DATABASE_URL'] === undefined, 'Skipped: TEST_DATABASE_URL names no PostgreSQL.')
    const [first, second, third] = [
      await createFilledDatabase(),
      await createDatabase('postgres'),
      await createDatabase('sqlite'),
    ]
    const original = await allRowsAsText(first)
    for (const rows of Object.values(original)) expect(rows.length).toBeGreaterThanOrEqual(2)
    expect(Object.keys(original)).toContain('provider_answers')

    const told: Record<string, number> = {}
    const onTable = (table: string, rows: number) => {
      told[table] = rows
    }
    await copyDatabase({ from: first, to: second, onTable })
    expect(await allRowsAsText(second)).toEqual(original)
    expect(told).toEqual(
      Object.fromEntries(Object.entries(original).map(([table, rows]) => [table, rows.length])),
    )
    await copyDatabase({ from: second, to: third })
    expect(await allRowsAsText(third)).toEqual(original)
    expect(await allRowsAsText(first)).toEqual(original)
  })

  it('gives new rows numbers after those that the source ever gave', async () => {
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
    const again = await createDatabase()
    await copyDatabase({ from: to, to: again })
    expect(
      await again.insertInto('attempts').values(attempt).returning('id').executeTakeFirstOrThrow(),
    ).toEqual({
      id: next + 1,
    })
  })

  it('has tables with more rows than go into one statement', async () => {
    const [from, to] = [await createDatabase(), await createDatabase()]
    const attempts = Array.from({ length: 1001 }, (_, at) => ({ bucket: `bucket ${at % 7}`, at }))
    await from.insertInto('attempts').values(attempts).execute()
    await copyDatabase({ from, to })
    expect(await to.selectFrom('attempts').select(['bucket', 'at']).orderBy('id').execute()).toEqual(attempts)
  })

  it('has rows that refer to later rows of their own table', async () => {
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

  it('shows the source as it was when the copy began, and lets others write to it meanwhile', async () => {
    const [from, to] = [await createFilledDatabase(), await createDatabase()]
    const before = rowCount(await allRowsAsText(from))
    let isFirst = true
    const wrote: Promise<unknown>[] = []
    const onTable = () => {
      if (isFirst) wrote.push(from.insertInto('attempts').values({ bucket: 'late', at: 1 }).execute())
      isFirst = false
    }
    await copyDatabase({ from, to, onTable })
    await Promise.all(wrote)
    expect(rowCount(await allRowsAsText(to))).toBe(before)
    expect(rowCount(await allRowsAsText(from))).toBe(before + 1)
  })
})

it('goes into a database that a server was started on once', async () => {
  const [from, to] = [await createFilledDatabase(), await createDatabase()]
  await to.insertInto('scheduled_jobs').values({ name: 'a job of this release', due_at: 1 }).execute()
  await copyDatabase({ from, to })
  expect(await allRowsAsText(to)).toEqual(await allRowsAsText(from))
})

describe('a copy is refused', () => {
  it('when the target has rows, and leaves those alone', async () => {
    const [from, to] = [await createFilledDatabase(), await createDatabase()]
    await to.insertInto('attempts').values({ bucket: 'mine', at: 1 }).execute()
    const copy = copyDatabase({ from, to })
    await expect(copy).rejects.toThrow(CopyRefusedError)
    await expect(copy).rejects.toThrow(
      'The target is not empty: it has rows in attempts. Name a database that is empty.',
    )
    expect(await to.selectFrom('attempts').select('bucket').execute()).toEqual([{ bucket: 'mine' }])
  })

  it.each(['from', 'to'] as const)('when the database to copy %s is of another release', async (which) => {
    const options = { from: await createFilledDatabase(), to: await createDatabase() }
    await sql`insert into kysely_migration (name, timestamp) values ('9999-later', '2030-01-01')`.execute(
      options[which],
    )
    await expect(copyDatabase(options)).rejects.toThrow(
      'The two databases are not of the same release of Fieldhouse (only one has 9999-later). Start this release on both once, then copy.',
    )
  })

  it('when there are no tables of ours at all', async () => {
    const { address, drop } = await createEmptyDatabase(TEST_ENGINE)
    const [empty, to] = [connect(address), await createDatabase()]
    cleanUps.unshift(() => empty.destroy(), drop)
    await expect(copyDatabase({ from: empty, to })).rejects.toThrow('not of the same release')
    await expect(copyDatabase({ from: empty, to: empty })).rejects.toThrow('not of the same release')
  })

  it('when a table has other columns', async () => {
    const [from, to] = [await createFilledDatabase(), await createDatabase()]
    await sql`alter table attempts add column why text`.execute(to)
    await expect(copyDatabase({ from, to })).rejects.toThrow(
      'The two databases have not the same tables: look at attempts.',
    )
  })

  it('when rows do not arrive, and then nothing is kept', async () => {
    const [from, to] = [await createFilledDatabase(), await createDatabase()]
    await discardInsertsInto(to, 'audit_log')
    await expect(copyDatabase({ from, to })).rejects.toThrow(
      'Of the 3 rows of audit_log, 0 arrived. Nothing was kept.',
    )
    expect(rowCount(await allRowsAsText(to))).toBe(0)
  })

  it('when it breaks off in the middle, and then nothing is kept', async () => {
    const [from, to] = [await createFilledDatabase(), await createDatabase()]
    let tables = 0
    const onTable = () => {
      tables += 1
      if (tables === 5) throw new Error('the cable was pulled')
    }
    await expect(copyDatabase({ from, to, onTable })).rejects.toThrow('the cable was pulled')
    expect(rowCount(await allRowsAsText(to))).toBe(0)
    await copyDatabase({ from, to })
    expect(await allRowsAsText(to)).toEqual(await allRowsAsText(from))
  })
})

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
