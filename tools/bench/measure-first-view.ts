import { join } from 'node:path'
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { clockOf } from '../../apps/server/src/app/run-server.ts'
import { SESSION_COOKIE } from '../../apps/server/src/auth/access.ts'
import { startSession } from '../../apps/server/src/auth/session-store.ts'
import { connect, type Db } from '../../apps/server/src/database/engine/database.ts'
import { StatementCache } from '../../apps/server/src/database/engine/sqlite/statement-cache.ts'
import { loadEnvironment, readSettings } from '../../apps/server/src/settings.ts'
import { buildMeasuredApp } from './measured-app.ts'

type Statement = { sql: string; values: readonly SQLInputValue[] }

/** Until the code is optimized. */
const WARM_UP_VIEWS = 1500
const VIEWS = 500
const ROUNDS = 5

/**
 * Measures the CPU time of a member's first view of a screen after a commit in the league, when nothing that the
 * server has in memory is valid. As a bound, the same statements are executed with the prepared statements of
 * `node:sqlite`, and the response is serialized. Both run in turn on the database of the demo league in DATA_DIR.
 * Usage: `node measure-first-view.ts PATH …`.
 */
async function measureFirstViews(): Promise<void> {
  const settings = readSettings(loadEnvironment())
  const now = clockOf(settings)
  const file = join(settings.dataDir, 'fieldhouse.db')
  const db = connect({ engine: 'sqlite', file })
  const app = await buildMeasuredApp(db, settings, now)
  const raw = new DatabaseSync(file, { readOnly: true })
  const token = await signIn(db, now())
  for (const path of process.argv.slice(2)) {
    const view = () => readPage(app, path, token)
    const body: unknown = JSON.parse(await view())
    const statements = await recordStatements(async () => {
      await commit(db)
      await view()
    })
    const bound = rawRead(raw, statements, body)
    await timeViews(WARM_UP_VIEWS, db, view)
    for (let turn = 0; turn < WARM_UP_VIEWS; turn += 1) bound()
    const micros: number[] = []
    const rawMicros: number[] = []
    for (let round = 0; round < ROUNDS; round += 1) {
      micros.push(await timeViews(VIEWS, db, view))
      rawMicros.push(timeBound(VIEWS, bound))
    }
    console.log(JSON.stringify({ path, statements: statements.length, micros, rawMicros }))
  }
  raw.close()
  await app.close()
  await db.destroy()
}

async function signIn(db: Db, now: Date): Promise<string> {
  const { user_id: userId } = await db
    .selectFrom('team_assignments')
    .select('user_id')
    .orderBy('user_id')
    .limit(1)
    .executeTakeFirstOrThrow()
  return startSession(db, { userId, userAgent: null, address: null, now })
}

async function readPage(app: FastifyInstance, url: string, token: string): Promise<string> {
  const response = await app.inject({ method: 'GET', url, cookies: { [SESSION_COOKIE]: token } })
  if (response.statusCode !== 200) throw new Error(`${url} returned ${response.statusCode}: ${response.body}`)
  return response.body
}

async function commit(db: Db): Promise<void> {
  await sql`update data_versions set version = version + 1 where league_id > 0`.execute(db)
}

async function recordStatements(work: () => Promise<void>): Promise<Statement[]> {
  const statements: Statement[] = []
  const all = Object.getOwnPropertyDescriptor(StatementCache.prototype, 'all')?.value as (
    ...args: Parameters<StatementCache['all']>
  ) => ReturnType<StatementCache['all']>
  StatementCache.prototype.all = function record(sql, values) {
    if (/^\s*(?:select|with)/i.test(sql)) statements.push({ sql, values })
    return all.call(this, sql, values)
  }
  try {
    await work()
  } finally {
    StatementCache.prototype.all = all
  }
  return statements
}

function rawRead(database: DatabaseSync, statements: readonly Statement[], body: unknown): () => void {
  const prepared = statements.map(({ sql, values }) => ({ statement: database.prepare(sql), values }))
  return () => {
    for (const { statement, values } of prepared) statement.all(...values)
    JSON.stringify(body)
  }
}

/** @returns microseconds of CPU time per view, without the commits */
async function timeViews(count: number, db: Db, view: () => Promise<unknown>): Promise<number> {
  let micros = 0
  for (let turn = 0; turn < count; turn += 1) {
    await commit(db)
    const before = process.cpuUsage()
    await view()
    micros += usedSince(before)
  }
  return micros / count
}

/** @returns microseconds of CPU time per turn */
function timeBound(count: number, run: () => void): number {
  const before = process.cpuUsage()
  for (let turn = 0; turn < count; turn += 1) run()
  return usedSince(before) / count
}

function usedSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before)
  return user + system
}

await measureFirstViews()
