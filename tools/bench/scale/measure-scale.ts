import { sql } from 'kysely'
import { withDatabase } from '../../../apps/server/src/app/commands/with-database.ts'
import { clockOf } from '../../../apps/server/src/app/run-server.ts'
import { connect, type Db } from '../../../apps/server/src/database/engine/database.ts'
import { loadEnvironment, readSettings } from '../../../apps/server/src/settings.ts'
import { measureRequests } from './measure-requests.ts'
import { measureScheduled } from './measure-scheduled.ts'
import { multiplyLeague } from './multiply-league.ts'
import { signInPlayers } from './scale-league.ts'

/** The size of one league. `rows` counts all tables; `bytes` has the size of each table. */
type LeagueSize = { rows: number; answerBytes: number; seasons: number; bytes: Record<string, number> }

/** How many members of a league receive push notifications. */
const PUSH_SUBSCRIBERS = 3
const HALF_HOUR_MS = 30 * 60_000

const [, , command = '', argument = ''] = process.argv
const environment = loadEnvironment()
const settings = readSettings(environment)
const now = clockOf(settings)
const printJson = (line: unknown) => console.log(JSON.stringify(line))

/** The steps of the scale benchmark. They write to disposable databases, and each printed line is JSON. */
const COMMANDS: Record<string, () => Promise<void>> = {
  copy: () => copyDatabase(environment['DATABASE_URL'] ?? '', argument),
  prepare: () => withDatabase(async (db) => printJson(await prepareLeague(db, now()))),
  fill: () => withDatabase(async (db) => printJson(await multiplyLeague(db, Number(argument)))),
  calls: () => measureRequests({ urls: process.argv.slice(3), settings, now }, printJson),
  scheduled: () => measureScheduled(environment['DATABASE_URL'] ?? '', now(), printJson),
  readers: () =>
    withDatabase(async (db) => {
      for (const reader of await signInPlayers(db, Number(argument), now())) printJson(reader)
    }),
}

/**
 * Copies a PostgreSQL database to a new one on the same server, file by file. The source must have no other
 * connections.
 */
async function copyDatabase(sourceUrl: string, targetName: string): Promise<void> {
  const adminUrl = new URL(sourceUrl)
  const sourceName = adminUrl.pathname.slice(1)
  adminUrl.pathname = '/postgres'
  const db = connect({ engine: 'postgres', url: adminUrl.href })
  try {
    await sql`create database ${sql.id(targetName)} template ${sql.id(sourceName)}`.execute(db)
  } finally {
    await db.destroy()
  }
}

/**
 * Adds rows that the demo lacks to the only league of a database: push subscriptions, and a comment from half
 * an hour ago. Returns the size of the league.
 */
async function prepareLeague(db: Db, now: Date): Promise<LeagueSize> {
  const sessions = await db
    .selectFrom('sessions')
    .select(['user_id', (eb) => eb.fn.max('token_hash').as('token_hash')])
    .groupBy('user_id')
    .orderBy('user_id')
    .limit(PUSH_SUBSCRIBERS)
    .execute()
  await db
    .insertInto('push_subscriptions')
    .values(
      sessions.map(({ user_id, token_hash }) => ({
        user_id,
        endpoint: `https://push.example/${user_id}`,
        p256dh: '',
        auth: '',
        created_at: now.getTime(),
        session_hash: token_hash,
      })),
    )
    .execute()
  await db.updateTable('leagues').set({ has_betslip: 1 }).execute()
  const { id } = await db
    .selectFrom('post_comments')
    .select('id')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  await db
    .updateTable('post_comments')
    .set({ created_at: now.getTime() - HALF_HOUR_MS })
    .where('id', '=', id)
    .execute()
  return measureSize(db)
}

async function measureSize(db: Db): Promise<LeagueSize> {
  const { rows: tables } = await sql<{ name: string; rows: number; bytes: number }>`
    select relname as name, n_live_tup::int as rows,
      pg_total_relation_size(relid)::bigint as bytes from pg_stat_user_tables`.execute(db)
  const { answers } = await db
    .selectFrom('provider_answers')
    .select(sql<number>`sum(octet_length(body))::bigint`.as('answers'))
    .executeTakeFirstOrThrow()
  const { seasons } = await db
    .selectFrom('seasons')
    .select(({ fn }) => fn.countAll<number>().as('seasons'))
    .executeTakeFirstOrThrow()
  return {
    rows: tables.reduce((sum, table) => sum + table.rows, 0),
    answerBytes: answers,
    seasons,
    bytes: Object.fromEntries(tables.map(({ name, bytes }) => [name, bytes])),
  }
}

const runSelected = COMMANDS[command]
if (runSelected === undefined)
  throw new Error(`Unknown command. Use one of: ${Object.keys(COMMANDS).join(', ')}.`)
await runSelected()
