import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { createEmptyDatabase, TEST_ENGINE } from '../../testing/test-database.ts'
import { connect, leagueVersionsOf, migrate } from './database.ts'
import { postgresDataVersion } from './postgres.ts'

const jobRow = (kind: string) =>
  ({ kind, payload: 'null', status: 'queued', priority: 1, run_at: 0, created_at: 0 }) as const

it('changes after every commit on any connection, and only then', async () => {
  const { address, drop } = await createEmptyDatabase(TEST_ENGINE)
  const db = connect(address)
  const otherConnection = connect(address)
  // The versions are another object after each commit.
  const [readHere, readThere] = [leagueVersionsOf(db), leagueVersionsOf(otherConnection)]
  try {
    await migrate(db)
    const versions = [await readHere(null)]

    await db.insertInto('jobs').values(jobRow('first')).execute()
    versions.push(await readHere(null))
    await otherConnection.insertInto('jobs').values(jobRow('other connection')).execute()
    versions.push(await readHere(null))
    await db.transaction().execute(async (transaction) => {
      await transaction.insertInto('jobs').values(jobRow('in a transaction')).execute()
      versions.push(await readThere(null))
    })
    versions.push(await readThere(null), await readHere(null))
    expect(versions).not.toContain(null)
    expect(new Set([versions[0], versions[1], versions[2], versions[5]]).size).toBe(4)

    // All databases of a PostgreSQL server share the version, and other tests write to theirs.
    await expect
      .poll(async () => {
        const before = await readHere(null)
        await db.selectFrom('jobs').selectAll().execute()
        return (await readHere(null)) === before
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
  const read = leagueVersionsOf(db)
  expect(read(null)).toBe(null)
  await migrate(db)
  const before = read(null)
  const transaction = db.transaction().execute(async (open) => {
    await open.insertInto('jobs').values(jobRow('never')).execute()
    throw new Error('rolled back')
  })
  await expect(transaction).rejects.toThrow('rolled back')
  expect(read(null)).toBe(before)
  await db.destroy()
  await drop()
})

it.runIf(TEST_ENGINE === 'postgres')(
  'changes for every league when a pooler continues the connection at another server',
  async () => {
    const { address, drop } = await createEmptyDatabase('postgres')
    if (address.engine !== 'postgres') throw new Error('expected a PostgreSQL database')
    const db = connect(address)
    const name = sql.id(new URL(address.url).pathname.slice(1))
    const startAt = (time: string) =>
      sql`create or replace function public.pg_postmaster_start_time() returns timestamptz language sql
        as ${sql.lit(`select timestamptz '${time}'`)}`.execute(db)
    await migrate(db)
    await sql`insert into data_versions (league_id, kind, version) values (0, 'people', 7)`.execute(db)
    // Stands in for the start of the server, which differs between a primary and its successor.
    await startAt('2026-10-11T18:30:00Z')
    await sql`alter database ${name} set search_path = public, pg_catalog`.execute(db)
    const versions = postgresDataVersion(address.url)
    try {
      const before = [await versions.dataVersion(), await versions.readVersions(0)]
      expect(await versions.readVersions(0)).toEqual(before[1])
      expect(before[1]).toHaveLength(1)
      await startAt('2026-10-11T18:31:00Z')
      expect(await versions.dataVersion()).not.toBe(before[0])
      expect(await versions.readVersions(0)).not.toEqual(before[1])
    } finally {
      await versions.close()
      await db.destroy()
      await drop()
    }
  },
)

it.runIf(TEST_ENGINE === 'postgres')(
  'changes for a league when an older transaction commits after a newer one',
  async () => {
    const { address, drop } = await createEmptyDatabase('postgres')
    if (address.engine !== 'postgres') throw new Error('expected a PostgreSQL database')
    const db = connect(address)
    await migrate(db)
    const versions = postgresDataVersion(address.url)
    const readTexts = async () => (await versions.readVersions(0))?.map(({ version }) => version)
    const commit = (transactionId: number) =>
      sql`insert into data_versions (league_id, kind, version) values (0, 'people', ${transactionId})`.execute(
        db,
      )
    try {
      await commit(7)
      const before = await readTexts()
      expect(before).toHaveLength(1)
      await commit(5)
      expect(await readTexts()).not.toEqual(before)
    } finally {
      await versions.close()
      await db.destroy()
      await drop()
    }
  },
)

it('shares one query among simultaneous callers', async () => {
  const versions = postgresDataVersion('postgres://nobody@127.0.0.1:1/nothing')
  const first = versions.dataVersion()
  expect(versions.dataVersion()).toBe(first)
  expect(await first).toBe(null)
  const second = versions.dataVersion()
  expect(second).not.toBe(first)
  expect(await second).toBe(null)
  await versions.close()
})
