import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import { afterEach, describe, expect, it } from 'vitest'
import { createEmptyDatabase, createTestDatabase, TEST_ENGINE } from '../../testing/test-database.ts'
import { createVersionTriggers, dropVersionTriggers } from '../schema/version-triggers.ts'
import {
  appliedMigrations,
  connect,
  type Db,
  IncompatibleDataError,
  inTransaction,
  isMigrated,
  migrate,
} from './database.ts'
import { isUniqueViolation } from './database-errors.ts'
import { hasTable } from './dialect.ts'

const cleanUps: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0)) await cleanUp()
})

async function createDatabase(): Promise<Db> {
  const { db, drop } = await createTestDatabase()
  cleanUps.push(drop)
  return db
}

const ADA = {
  username: 'Ada',
  username_key: 'ada',
  email: '',
  email_key: null,
  email_verified_at: null,
  email_claim_key: null,
  email_claimed_at: null,
  first_name: 'Ada',
  last_name: 'Okafor',
  password_hash: 'x',
  is_admin: 0,
  is_staff: 0,
  created_at: 1_800_000_000_000,
  disabled_at: null,
  deleted_at: null,
}

describe('migrations', () => {
  it('create all tables and can run again', async () => {
    const { address, drop } = await createEmptyDatabase(TEST_ENGINE)
    const db = connect(address)
    cleanUps.push(drop, () => db.destroy())
    cleanUps.reverse()
    expect(await isMigrated(db)).toBe(false)
    await migrate(db)
    await migrate(db)
    expect(await isMigrated(db)).toBe(true)
    expect(await db.selectFrom('seasons').selectAll().execute()).toEqual([])
  })

  it('leave nothing behind when one fails, and can be repeated', async () => {
    const { address, drop } = await createEmptyDatabase(TEST_ENGINE)
    const db = connect(address)
    cleanUps.push(drop, () => db.destroy())
    cleanUps.reverse()
    await migrate(db, '0020-denied-leagues')
    // The migration after it creates this table last.
    await sql`create table data_versions (id integer)`.execute(db)
    await expect(migrate(db)).rejects.toThrow('already exists')
    expect(await hasTable(db, 'jobs')).toBe(false)
    await sql`drop table data_versions`.execute(db)
    await migrate(db)
    expect(await isMigrated(db)).toBe(true)
  })

  it('refuse the data of a newer release', async () => {
    const db = await createDatabase()
    await sql`insert into kysely_migration (name, timestamp) values ('9999-later', '2030-01-01')`.execute(db)
    await expect(migrate(db)).rejects.toThrow(IncompatibleDataError)
    await expect(migrate(db)).rejects.toThrow('newer release')
  })

  it.each([
    ['between two releases', '0020-denied-leagues', '0021-jobs'],
    [
      'that had an earlier form of the newest migration',
      '0020-denied-leagues',
      '0021-release-0-2-0-abcdef12',
    ],
    ['before the first release', '0019-ways-to-rows', null],
  ])('refuse the data of a development build %s, and say how to move it', async (_, last, next) => {
    const db = await createDatabase()
    await sql`delete from kysely_migration where name > ${last}`.execute(db)
    if (next !== null)
      await sql`insert into kysely_migration (name, timestamp) values (${next}, '2026-11-23')`.execute(db)
    await expect(migrate(db)).rejects.toThrow(IncompatibleDataError)
    await expect(migrate(db)).rejects.toThrow(
      /development build.*export-league.*import-league.*restore a backup/,
    )
    expect(await appliedMigrations(db)).toContain(next ?? last)
  })

  it('exchange the triggers of an earlier release for those of this one', async () => {
    const db = await createDatabase()
    const names = async () => {
      const { rows } = await sql<{ name: string }>`${sql.raw(
        TEST_ENGINE === 'postgres'
          ? "select tgname as name from pg_trigger where tgname like 'version\\_%' order by 1"
          : "select name from sqlite_master where type = 'trigger' and name like 'version\\_%' escape '\\' order by 1",
      )}`.execute(db)
      return rows.map(({ name }) => name)
    }
    const triggers = await names()
    await dropVersionTriggers(db)
    expect(await names()).toEqual([])
    await createVersionTriggers(db)
    expect(await names()).toEqual(triggers)
  })
})

describe('a database', () => {
  it('returns integers, timestamps, text and bytes as they were stored', async () => {
    const db = await createDatabase()
    const user = await db.insertInto('users').values(ADA).returningAll().executeTakeFirstOrThrow()
    expect(user).toEqual({ id: expect.any(Number), ...ADA })
    const league = await db
      .insertInto('leagues')
      .values({
        name: 'Żubr 🏈',
        name_key: 'żubr 🏈',
        espn_league_id: 99_999_999_999,
        sheet_id: null,
        sheet_gid: null,
        has_betslip: 0,
        created_at: 1,
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    expect(league).toMatchObject({ name: 'Żubr 🏈', espn_league_id: 99_999_999_999 })
    const body = new Uint8Array([0, 1, 254, 255])
    await db
      .insertInto('provider_responses')
      .values({ league_id: league.id, season: 2024, request: '/', fetched_at: 1, sha256: '', body })
      .execute()
    const response = await db.selectFrom('provider_responses').select('body').executeTakeFirstOrThrow()
    expect(new Uint8Array(response.body)).toEqual(body)
  })

  it.each([
    ['a Date', new Date()],
    ['not a number', Number.NaN],
    ['text with a null character', 'a\0b'],
    ['an object', {}],
    ['undefined', undefined],
  ])('rejects %s instead of storing a different value', async (_, value) => {
    const db = await createDatabase()
    await expect(sql`insert into attempts (bucket, at) values (${value}, 1)`.execute(db)).rejects.toThrow(
      TypeError,
    )
    expect(await db.selectFrom('attempts').selectAll().execute()).toEqual([])
  })

  it('stores booleans as 0 and 1', async () => {
    const db = await createDatabase()
    await sql`insert into attempts (bucket, at) values ('x', ${true})`.execute(db)
    expect((await db.selectFrom('attempts').select('at').executeTakeFirstOrThrow()).at).toBe(1)
  })

  it('enforces primary, unique and foreign keys', async () => {
    const db = await createDatabase()
    await db.insertInto('users').values(ADA).execute()
    const duplicate = await db
      .insertInto('users')
      .values(ADA)
      .execute()
      .catch((error: unknown) => error)
    expect(isUniqueViolation(duplicate)).toBe(true)
    const returning = db.insertInto('users').values(ADA).returning('id').executeTakeFirst()
    expect(isUniqueViolation(await returning.catch((error: unknown) => error))).toBe(true)
    const orphan = db
      .insertInto('sessions')
      .values({ token_hash: 'x', user_id: 4711, created_at: 1, seen_at: 1, expires_at: 1 })
    const foreignKeyError = await orphan.execute().catch((error: unknown) => error)
    expect(foreignKeyError).toBeInstanceOf(Error)
    expect(isUniqueViolation(foreignKeyError)).toBe(false)
  })
})

it('closes a SQLite file at once while another program reads it', async () => {
  const { address, drop } = await createEmptyDatabase('sqlite')
  const file = address.engine === 'sqlite' ? address.file : ''
  const db = connect(address)
  await sql`create table notes (text text)`.execute(db)
  const reader = new DatabaseSync(file)
  cleanUps.push(async () => reader.close(), drop)
  reader.exec('begin')
  reader.prepare('select * from notes').all()
  await sql`insert into notes values ('written after the read began')`.execute(db)
  const started = performance.now()
  await db.destroy()
  expect(performance.now() - started).toBeLessThan(2000)
  reader.exec('commit')
  expect(reader.prepare('select * from notes').all()).toHaveLength(1)
})

describe('a transaction', () => {
  it('stores nothing when it fails', async () => {
    const db = await createDatabase()
    const failed = inTransaction(db, async (transaction) => {
      await transaction.insertInto('users').values(ADA).execute()
      throw new Error('failed on purpose')
    })
    await expect(failed).rejects.toThrow('failed on purpose')
    expect(await db.selectFrom('users').selectAll().execute()).toEqual([])
  })

  it('does not block readers, which do not see its changes before the commit', async () => {
    const db = await createDatabase()
    let visibleDuring: number | undefined
    await inTransaction(db, async (transaction) => {
      await transaction.insertInto('users').values(ADA).execute()
      visibleDuring = (await db.selectFrom('users').selectAll().execute()).length
    })
    expect(visibleDuring).toBe(0)
    expect(await db.selectFrom('users').selectAll().execute()).toHaveLength(1)
  })

  it('is serialized with other writing transactions', async () => {
    const db = await createDatabase()
    await db.insertInto('attempts').values({ bucket: 'sum', at: 0 }).execute()
    const addOne = () =>
      inTransaction(db, async (transaction) => {
        await transaction
          .updateTable('attempts')
          .set((eb) => ({ at: eb('at', '+', 1) }))
          .execute()
        await new Promise((resolve) => setTimeout(resolve, 1))
      })
    await Promise.all(Array.from({ length: 20 }, addOne))
    expect((await db.selectFrom('attempts').select('at').executeTakeFirstOrThrow()).at).toBe(20)
  })
})
