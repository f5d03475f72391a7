import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { inject } from 'vitest'
import { connect, type DatabaseAddress, type Db, type Engine, migrate } from '../database/database.ts'

/** The engine that this run tests. */
export const TEST_ENGINE: Engine = process.env['TEST_ENGINE'] === 'postgres' ? 'postgres' : 'sqlite'

type EmptyDatabase = { address: DatabaseAddress; drop: () => Promise<void> }

export type TestDatabase = { db: Db; address: DatabaseAddress; drop: () => Promise<void> }

declare module 'vitest' {
  interface ProvidedContext {
    template: DatabaseAddress
  }
}

let made = 0

/** A migrated database of one's own, copied from the template that the real migrations made for this run. */
export async function testDatabase(engine: Engine = TEST_ENGINE): Promise<TestDatabase> {
  return opened(await (engine === TEST_ENGINE ? copyOf(inject('template')) : migratedDatabase(engine)))
}

/** A database of one's own as the migrations leave it. */
export async function migratedDatabase(engine: Engine): Promise<EmptyDatabase> {
  const database = await emptyDatabase(engine)
  const db = connect(database.address)
  await migrate(db)
  await db.destroy()
  return database
}

/** A database of one's own without any table. */
export async function emptyDatabase(engine: Engine): Promise<EmptyDatabase> {
  if (engine === 'sqlite') return sqliteFile()
  const name = newName()
  await onServer(`create database ${name}`)
  return {
    address: { engine, url: urlOf(name) },
    drop: () => onServer(`drop database if exists ${name} with (force)`),
  }
}

async function copyOf(source: DatabaseAddress): Promise<EmptyDatabase> {
  if (source.engine === 'sqlite') {
    const copy = sqliteFile()
    copyFileSync(source.file, copy.address.file)
    return copy
  }
  const name = newName()
  await onServer(`create database ${name} template ${new URL(source.url).pathname.slice(1)}`)
  return {
    address: { engine: 'postgres', url: urlOf(name) } as const,
    drop: () => onServer(`drop database if exists ${name} with (force)`),
  }
}

function opened({ address, drop }: EmptyDatabase): TestDatabase {
  const db = connect(address)
  return {
    db,
    address,
    drop: async () => {
      await db.destroy()
      await drop()
    },
  }
}

function sqliteFile() {
  const folder = mkdtempSync(join(tmpdir(), 'fieldhouse-test-'))
  return {
    address: { engine: 'sqlite', file: join(folder, 'fieldhouse.db') } as const,
    drop: async () => rmSync(folder, { recursive: true, force: true }),
  }
}

function newName(): string {
  made += 1
  return `fieldhouse_${process.pid}_${Date.now().toString(36)}_${made}`
}

function urlOf(name: string): string {
  const url = new URL(serverUrl())
  url.pathname = `/${name}`
  return url.toString()
}

function serverUrl(): string {
  const url = process.env['TEST_DATABASE_URL']
  if (url === undefined)
    throw new Error('TEST_DATABASE_URL is not set: npm test finds or starts a PostgreSQL')
  return url
}

async function onServer(sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl() })
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}
