import { once } from 'node:events'
import { type AddressInfo, createServer, connect as dial, type Socket } from 'node:net'
import { Kysely, sql } from 'kysely'
import { afterEach, describe, expect, it } from 'vitest'
import { createEmptyDatabase, TEST_ENGINE } from '../../testing/test-database.ts'
import { DatabaseUnreachableError } from './database-errors.ts'
import { postgresDialect } from './postgres.ts'

const TIMEOUTS = { connectTimeoutMs: 1000, probeAfterMs: 100, probeTimeoutMs: 400 }

const cleanUps: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).toReversed()) await cleanUp()
})

/** A TCP proxy in front of PostgreSQL that can stop forwarding data without closing the connections. */
async function startBlockableProxy(url: URL) {
  const sockets = new Set<Socket>()
  let isBlocked = false
  const proxy = createServer((socket) => {
    const upstream = dial(Number(url.port), url.hostname)
    for (const [from, to] of [
      [socket, upstream],
      [upstream, socket],
    ] as const) {
      sockets.add(from)
      from.on('error', () => undefined).on('close', () => to.destroy())
      from.on('data', (bytes) => to.write(bytes))
    }
    if (isBlocked) for (const each of [socket, upstream]) each.pause()
  }).listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  cleanUps.push(async () => {
    for (const socket of sockets) socket.destroy()
    proxy.close()
  })
  const proxyUrl = new URL(url)
  proxyUrl.hostname = '127.0.0.1'
  proxyUrl.port = String((proxy.address() as AddressInfo).port)
  return {
    url: proxyUrl.toString(),
    block() {
      isBlocked = true
      for (const socket of sockets) socket.pause()
    },
    unblock() {
      isBlocked = false
      for (const socket of sockets) socket.resume()
    },
  }
}

async function createDatabase() {
  const { address, drop } = await createEmptyDatabase(TEST_ENGINE)
  cleanUps.push(drop)
  if (!('url' in address)) throw new Error('this test requires PostgreSQL')
  const proxy = await startBlockableProxy(new URL(address.url))
  const db = new Kysely<{ notes: { text: string } }>({ dialect: postgresDialect(proxy.url, TIMEOUTS) })
  cleanUps.push(() => db.destroy())
  await db.schema.createTable('notes').addColumn('text', 'text').execute()
  return { db, proxy }
}

describe.runIf(TEST_ENGINE === 'postgres')('an unresponsive PostgreSQL server', () => {
  it('fails statements and transactions, and is used again when it responds', async () => {
    const { db, proxy } = await createDatabase()
    const transaction = db.transaction().execute(async (open) => {
      await open.insertInto('notes').values({ text: 'half' }).execute()
      proxy.block()
      await open.insertInto('notes').values({ text: 'done' }).execute()
    })
    await expect(transaction).rejects.toThrow(DatabaseUnreachableError)
    await expect(db.selectFrom('notes').selectAll().execute()).rejects.toThrow(DatabaseUnreachableError)
    proxy.unblock()
    expect(await db.selectFrom('notes').selectAll().execute()).toEqual([])
  })

  it('does not interrupt a slow statement while the server responds to probes', async () => {
    const { db } = await createDatabase()
    const { rows } = await sql<{ is_done: number }>`select 1 as is_done from pg_sleep(0.6)`.execute(db)
    expect(rows).toEqual([{ is_done: 1 }])
  })
})
