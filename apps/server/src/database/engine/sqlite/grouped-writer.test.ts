import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { GroupedWriter } from './sqlite-dialect.ts'
import { StatementCache } from './statement-cache.ts'

let database: DatabaseSync
let writer: GroupedWriter
beforeEach(() => {
  database = new DatabaseSync(':memory:')
  database.exec(`pragma foreign_keys = on; create table names (name text primary key);
    create table nicknames (name text references names (name) deferrable initially deferred)`)
  writer = new GroupedWriter(new StatementCache(database), `memory ${expect.getState().currentTestName}`)
})
afterEach(() => database.close())

const names = () =>
  database
    .prepare('select name from names order by name')
    .all()
    .map(({ name }) => name)

/** Adds a name in a transaction that executes further statements. */
async function add(name: string, ...statements: string[]): Promise<void> {
  const transaction = await writer.begin()
  try {
    transaction.run((connection) => connection.run('insert into names values (?)', [name]))
    for (const statement of statements) transaction.run((connection) => connection.exec(statement))
    await transaction.commit()
  } catch (error) {
    await transaction.rollback()
    throw error
  }
}

async function outcomesOf(transactions: readonly Promise<unknown>[]): Promise<string[]> {
  const outcomes = await Promise.allSettled(transactions)
  return outcomes.map((outcome) => (outcome.status === 'fulfilled' ? 'done' : String(outcome.reason)))
}

it('commits transactions that are ready at the same time together', async () => {
  const before = GroupedWriter.commitCount
  const single = writer.runInTransaction((connection) =>
    connection.run("insert into names values ('Dov')", []),
  )
  await Promise.all([add('Ada'), single, add('Greta')])
  expect(GroupedWriter.commitCount).toBe(before + 1)
  expect(names()).toEqual(['Ada', 'Dov', 'Greta'])
})

it('confirms no transaction before the group is committed', async () => {
  const isInGroup: boolean[] = []
  await Promise.all(
    ['Ada', 'Dov', 'Greta'].map(async (name) => {
      await add(name)
      isInGroup.push(database.isTransaction)
    }),
  )
  expect(isInGroup).toEqual([false, false, false])
})

it('rolls back one transaction without the others of its group', async () => {
  const outcomes = await outcomesOf([add('Ada'), add('Ada'), add('Greta')])
  expect(outcomes).toEqual(['done', expect.stringContaining('UNIQUE'), 'done'])
  expect(names()).toEqual(['Ada', 'Greta'])
})

it('rejects all transactions of a group that cannot be committed', async () => {
  const outcomes = await outcomesOf([
    add('Ada'),
    add('Dov', "insert into nicknames values ('nobody')"),
    add('Ada'),
    add('Greta'),
  ])
  expect(outcomes).toEqual(Array(4).fill(expect.stringContaining('FOREIGN KEY')))
  expect(names()).toEqual([])
  await add('Ines')
  expect(names()).toEqual(['Ines'])
})

it('rejects the transactions of a group that SQLite rolls back', async () => {
  const outcomes = await outcomesOf([
    add('Ada'),
    add('Dov', "insert or rollback into names values ('Ada')"),
    add('Greta'),
  ])
  expect(outcomes).toEqual([expect.stringContaining('UNIQUE'), expect.stringContaining('UNIQUE'), 'done'])
  expect(names()).toEqual(['Greta'])
})

it('executes nothing more in a transaction that SQLite has rolled back', async () => {
  const transaction = await writer.begin()
  const rollBack = () =>
    transaction.run((connection) => connection.exec("insert or rollback into names values ('Ada'), ('Ada')"))
  expect(rollBack).toThrow('UNIQUE')
  const insert = () => transaction.run((connection) => connection.exec("insert into names values ('Dov')"))
  expect(insert).toThrow('rolled back')
  await expect(transaction.commit()).rejects.toThrow('rolled back')
  await transaction.rollback()
  expect(names()).toEqual([])
})

it('commits the group before a statement that may not be part of a transaction', async () => {
  const added = add('Ada')
  await writer.runAlone((connection) => connection.exec('vacuum'))
  await added
  expect(names()).toEqual(['Ada'])
})

it('commits a group of limited size while others are ready to begin', async () => {
  const before = GroupedWriter.commitCount
  await Promise.all(Array.from({ length: 250 }, (_, index) => add(`Member ${index}`)))
  expect(GroupedWriter.commitCount).toBe(before + 3)
})

it('does not wait for a lock that another writer of the process holds', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'fieldhouse-test-'))
  const file = join(folder, 'names.db')
  const connections = [1, 2, 3].map(() => new DatabaseSync(file, { timeout: 0 }))
  connections[0]?.exec('pragma journal_mode = wal; create table names (name text)')
  const writers = connections.map((connection) => new GroupedWriter(new StatementCache(connection), file))
  const insertTwice = async (each: GroupedWriter) => {
    const transaction = await each.begin()
    transaction.run((connection) => connection.run("insert into names values ('Ada')", []))
    await Promise.resolve()
    await transaction.commit()
    await each.runInTransaction((connection) => connection.run("insert into names values ('Dov')", []))
  }
  expect(await outcomesOf(writers.map(insertTwice))).toEqual(['done', 'done', 'done'])
  expect(connections[0]?.prepare('select count(*) as count from names').get()).toEqual({ count: 6 })
  for (const each of writers) each.close()
  rmSync(folder, { recursive: true })
})
