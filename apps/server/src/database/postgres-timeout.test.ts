import { once } from 'node:events'
import { type AddressInfo, createServer, connect as dial, type Socket } from 'node:net'
import { Kysely, sql } from 'kysely'
import { afterEach, describe, expect, it } from 'vitest'
import { createEmptyDatabase, TEST_ENGINE } from '../testing/test-database.ts'
import { DatabaseUnreachableError } from './database-errors.ts'
import { postgresDialect } from './postgres.ts'

const TIMEOUTS = { connectTimeoutMs: 1000, probeAfterMs: 100, probeTimeoutMs: 400 }

const cleanUps: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).toReversed()) await cleanUp()
})

/** A way to a PostgreSQL on which nothing gets through for a while, and no connection breaks. */
async function startBlockableProxy(url: URL) {
  const sockets = new Set<Socket>()
  let isBlocked = false
  const way = createServer((socket) => {
    const beyond = dial(Number(url.port), url.hostname)
    for (const [from, to] of [
      [socket, beyond],
      [beyond, socket],
    ] as const) {
      sockets.add(from)
      from.on('error', () => undefined).on('close', () => to.destroy())
      from.on('data', (bytes) => to.write(bytes))
    }
    if (isBlocked) for (const each of [socket, beyond]) each.pause()
  }).listen(0, '127.0.0.1')
  await once(way, 'listening')
  cleanUps.push(async () => {
    for (const socket of sockets) socket.destroy()
    way.close()
  })
  const through = new URL(url)
  through.hostname = '127.0.0.1'
  through.port = String((way.address() as AddressInfo).port)
  return {
    url: through.toString(),
    block() {
      isBlocked = true
      for (const socket of sockets) socket.pause()
    },
    open() {
      isBlocked = false
      for (const socket of sockets) socket.resume()
    },
  }
}

async function createDatabase() {
  const { address, drop } = await createEmptyDatabase(TEST_ENGINE)
  cleanUps.push(drop)
  if (!('url' in address)) throw new Error('this is about PostgreSQL')
  const way = await startBlockableProxy(new URL(address.url))
  const db = new Kysely<{ notes: { text: string } }>({ dialect: postgresDialect(way.url, TIMEOUTS) })
  cleanUps.push(() => db.destroy())
  await db.schema.createTable('notes').addColumn('text', 'text').execute()
  return { db, way }
}

describe.runIf(TEST_ENGINE === 'postgres')('a PostgreSQL that says nothing', () => {
  it('counts as away, to a statement as to a whole transaction, and is used again when it is back', async () => {
    const { db, way } = await createDatabase()
    const transaction = db.transaction().execute(async (open) => {
      await open.insertInto('notes').values({ text: 'half' }).execute()
      way.block()
      await open.insertInto('notes').values({ text: 'done' }).execute()
    })
    await expect(transaction).rejects.toThrow(DatabaseUnreachableError)
    await expect(db.selectFrom('notes').selectAll().execute()).rejects.toThrow(DatabaseUnreachableError)
    way.open()
    expect(await db.selectFrom('notes').selectAll().execute()).toEqual([])
  })

  it('is waited for while it works on what takes long', async () => {
    const { db } = await createDatabase()
    const { rows } = await sql<{ is_over: number }>`select 1 as is_over from pg_sleep(0.6)`.execute(db)
    expect(rows).toEqual([{ is_over: 1 }])
  })
})
