import pg from 'pg'
import { afterEach, describe, expect, it } from 'vitest'
import { runProgram } from '../testing/built-program.ts'
import {
  buildRegistration,
  type Cookies,
  cleanUpServers,
  createTempFolder,
  type ServerProcess,
  serverEnvironment,
  startServer,
} from '../testing/server-process.ts'
import { createEmptyDatabase } from '../testing/test-database.ts'

const { TEST_DATABASE_URL } = process.env
const POSTGRES_SKIP_REASON = 'Skipped: TEST_DATABASE_URL names no PostgreSQL.'

const cleanups: (() => Promise<void>)[] = []
afterEach(async () => {
  await cleanUpServers()
  for (const drop of cleanups.splice(0)) await drop()
})

async function startupErrorOf(url: string): Promise<string> {
  const env = { ...serverEnvironment(createTempFolder()), DATABASE_URL: url }
  const { code, output } = await runProgram('main', { cwd: createTempFolder(), env })
  expect(output).not.toContain('pa55word')
  expect(output).not.toMatch(/^\s+at /m)
  expect(code).toBe(1)
  return output
}

/** Ends every connection to a database, as a restart of PostgreSQL does, and returns how many there were. */
async function cutConnections(client: pg.Client, name: string): Promise<number> {
  const ended = await client.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1',
    [name],
  )
  return ended.rowCount ?? 0
}

/** The statuses that many who ask without a pause see meanwhile. */
async function collectStatuses(server: ServerProcess, cookies: Cookies, work: () => Promise<void>) {
  const over = new AbortController()
  const statuses = new Set<number>()
  const askers = Array.from({ length: 8 }, async () => {
    while (!over.signal.aborted) statuses.add((await server.browser(cookies).get('/api/whoami/')).status)
  })
  try {
    await work()
  } finally {
    over.abort()
    await Promise.all(askers)
  }
  return [...statuses]
}

describe('a PostgreSQL that cannot be reached', () => {
  it('is named at the start, without its password', async () => {
    expect(await startupErrorOf('postgres://league:pa55word@127.0.0.1:9/league')).toBe(
      'The PostgreSQL at 127.0.0.1:9/league cannot be reached: connect ECONNREFUSED 127.0.0.1:9. Check DATABASE_URL, and that it runs.\n',
    )
  })

  it('is named when its name leads nowhere', async () => {
    expect(await startupErrorOf('postgres://league:pa55word@no-such-host.invalid/league')).toMatch(
      /^The PostgreSQL at no-such-host\.invalid\/league cannot be reached: /,
    )
  })

  it('is named when it has no such database', async ({ skip }) => {
    if (TEST_DATABASE_URL === undefined) return skip(POSTGRES_SKIP_REASON)
    const url = new URL(TEST_DATABASE_URL)
    url.pathname = '/no_such_database'
    url.password = 'pa55word'
    expect(await startupErrorOf(url.toString())).toMatch(/cannot be reached: .*no_such_database/)
  })
})

describe('a PostgreSQL that goes away', () => {
  it('is missed honestly, and found again without a restart', async ({ skip }) => {
    if (TEST_DATABASE_URL === undefined) return skip(POSTGRES_SKIP_REASON)
    const { address, drop } = await createEmptyDatabase('postgres')
    cleanups.push(drop)
    if (address.engine !== 'postgres') throw new Error('not a PostgreSQL')
    const name = new URL(address.url).pathname.slice(1)
    const operator = new pg.Client({ connectionString: TEST_DATABASE_URL })
    await operator.connect()
    cleanups.unshift(() => operator.end())

    const server = await startServer(createTempFolder(), { env: { DATABASE_URL: address.url } })
    const ada: Cookies = new Map()
    await server.browser(ada).post('/api/register/', buildRegistration('ada'))

    const statuses = await collectStatuses(server, ada, async () => {
      let cut = 0
      for (let count = 0; count < 5; count += 1) {
        await new Promise((resolve) => setTimeout(resolve, 100))
        cut += await cutConnections(operator, name)
      }
      expect(cut).toBeGreaterThan(0)
      await operator.query(`alter database ${name} with allow_connections false`)
      await cutConnections(operator, name)
    })
    expect(statuses).toContain(200)
    expect(statuses.filter((status) => status !== 200 && status !== 503)).toEqual([])

    const gone = await server.browser(ada).get('/api/whoami/')
    expect(gone).toMatchObject({ status: 503, body: { code: 'not_ready' } })
    expect(gone.headers.get('retry-after')).toBe('5')
    expect(await server.browser().get('/readyz')).toMatchObject({ status: 503, body: { ok: false } })
    expect(await server.browser().get('/healthz')).toMatchObject({ status: 200 })

    await operator.query(`alter database ${name} with allow_connections true`)
    expect((await server.browser(ada).get('/api/whoami/')).body).toMatchObject({ username: 'ada' })
    expect((await server.browser().get('/readyz')).status).toBe(200)
    server.signal('SIGTERM')
    expect((await server.exited).code).toBe(0)
  })
})
