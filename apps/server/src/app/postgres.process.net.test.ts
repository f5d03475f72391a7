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
const POSTGRES_SKIP_REASON = 'Skipped: TEST_DATABASE_URL is not set.'

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

/** Terminates every connection to a database, as a restart of PostgreSQL does. Returns their number. */
async function terminateConnections(client: pg.Client, name: string): Promise<number> {
  const terminated = await client.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1',
    [name],
  )
  return terminated.rowCount ?? 0
}

/** The statuses that eight clients receive, requesting continuously while `work` runs. */
async function collectStatuses(server: ServerProcess, cookies: Cookies, work: () => Promise<void>) {
  const stop = new AbortController()
  const statuses = new Set<number>()
  const pollers = Array.from({ length: 8 }, async () => {
    while (!stop.signal.aborted) statuses.add((await server.browser(cookies).get('/api/whoami/')).status)
  })
  try {
    await work()
  } finally {
    stop.abort()
    await Promise.all(pollers)
  }
  return [...statuses]
}

describe('starting with an unreachable PostgreSQL', () => {
  it('reports the host and database, without the password', async () => {
    expect(await startupErrorOf('postgres://league:pa55word@127.0.0.1:9/league')).toBe(
      'The PostgreSQL server at 127.0.0.1:9/league cannot be reached: connect ECONNREFUSED 127.0.0.1:9. Check DATABASE_URL, and that the server is running.\n',
    )
  })

  it('reports a host name that does not resolve', async () => {
    expect(await startupErrorOf('postgres://league:pa55word@no-such-host.invalid/league')).toMatch(
      /^The PostgreSQL server at no-such-host\.invalid\/league cannot be reached: /,
    )
  })

  it('reports a database that does not exist', async ({ skip }) => {
    if (TEST_DATABASE_URL === undefined) return skip(POSTGRES_SKIP_REASON)
    const url = new URL(TEST_DATABASE_URL)
    url.pathname = '/no_such_database'
    url.password = 'pa55word'
    expect(await startupErrorOf(url.toString())).toMatch(/cannot be reached: .*no_such_database/)
  })
})

describe('losing PostgreSQL while the server runs', () => {
  it('returns 503, and recovers without a restart', async ({ skip }) => {
    if (TEST_DATABASE_URL === undefined) return skip(POSTGRES_SKIP_REASON)
    const { address, drop } = await createEmptyDatabase('postgres')
    cleanups.push(drop)
    if (address.engine !== 'postgres') throw new Error('expected a PostgreSQL database')
    const name = new URL(address.url).pathname.slice(1)
    const operator = new pg.Client({ connectionString: TEST_DATABASE_URL })
    await operator.connect()
    cleanups.unshift(() => operator.end())

    const server = await startServer(createTempFolder(), { env: { DATABASE_URL: address.url } })
    const ada: Cookies = new Map()
    await server.browser(ada).post('/api/register/', buildRegistration('ada'))

    const statuses = await collectStatuses(server, ada, async () => {
      let terminated = 0
      for (let count = 0; count < 5; count += 1) {
        await new Promise((resolve) => setTimeout(resolve, 100))
        terminated += await terminateConnections(operator, name)
      }
      expect(terminated).toBeGreaterThan(0)
      await operator.query(`alter database ${name} with allow_connections false`)
      await terminateConnections(operator, name)
    })
    expect(statuses).toContain(200)
    expect(statuses.filter((status) => status !== 200 && status !== 503)).toEqual([])

    // A connection that was being opened is listed only afterwards.
    await terminateConnections(operator, name)
    const unavailable = await server.browser(ada).get('/api/whoami/')
    expect(unavailable).toMatchObject({ status: 503, body: { code: 'not_ready' } })
    expect(unavailable.headers.get('retry-after')).toBe('5')
    expect(await server.browser().get('/readyz')).toMatchObject({ status: 503, body: { ok: false } })
    expect(await server.browser().get('/healthz')).toMatchObject({ status: 200 })

    await operator.query(`alter database ${name} with allow_connections true`)
    expect((await server.browser(ada).get('/api/whoami/')).body).toMatchObject({ username: 'ada' })
    expect((await server.browser().get('/readyz')).status).toBe(200)
    server.signal('SIGTERM')
    expect((await server.exited).code).toBe(0)
  })
})
