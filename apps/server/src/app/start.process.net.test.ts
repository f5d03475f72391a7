import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connect } from '../database/engine/database.ts'
import { runProgram } from '../testing/built-program.ts'
import { createDataFolder } from '../testing/data-folder.ts'
import {
  ADMIN_CODE,
  buildRegistration,
  cleanUpServers,
  createTempFolder,
  type ServerProcess,
  serverEnvironment,
  startServer,
} from '../testing/server-process.ts'

afterAll(cleanUpServers)

/** The output of a start that fails. Expects exit code 1 and no stack trace. */
async function startupErrorOf(env: Record<string, string>): Promise<string> {
  const { code, output } = await runProgram('main', {
    cwd: createTempFolder(),
    env: { ...serverEnvironment(createDataFolder()), ...env },
  })
  expect(output).not.toMatch(/^\s+at /m)
  expect(code).toBe(1)
  return output
}

it('prints the admin signup code and the next steps at each start until the site has an admin', async () => {
  const folder = createTempFolder()
  const first = await startServer(folder)
  expect(first.baseUrl).toMatch(/^http:\/\/localhost:[1-9]\d+$/)
  const [, code = ''] = await first.waitForOutput(/^ {7}([^\s/]{12,})$/m)
  await first.waitForOutput(new RegExp(`^ {7}${first.baseUrl}/#admin-code=${code}$`, 'm'))
  await first.waitForOutput(/2\. Paste the address/)
  first.signal('SIGTERM')
  await first.exited

  const second = await startServer(folder)
  await second.waitForOutput(new RegExp(`^ {7}${code}$`, 'm'))
  const registered = await second
    .browser()
    .post('/api/register/', buildRegistration('boss', { role: 'admin', admin_code: code }))
  expect(registered.body).toMatchObject({ username: 'boss', is_admin: true })
  second.signal('SIGTERM')
  await second.exited

  const third = await startServer(folder)
  expect((await third.browser().get('/readyz')).status).toBe(200)
  third.signal('SIGTERM')
  const { output } = await third.exited
  expect(output).not.toContain('admin signup code')
  expect(output).not.toContain(code)
})

describe('a running server', () => {
  /** Of another process on this machine, which is running. */
  const RUNNING_EXPORT = `${hostname()}~${process.pid}~export`

  let folder: string
  let server: ServerProcess
  beforeAll(async () => {
    folder = createDataFolder()
    const { pid: endedPid } = spawnSync(process.execPath, ['--version'])
    for (const name of [`${hostname()}~${endedPid}~import`, RUNNING_EXPORT])
      mkdirSync(join(folder, 'media', 'incoming', name), { recursive: true })
    server = await startServer(folder)
  })

  it('has removed the temporary folders of a killed process', () => {
    expect(readdirSync(join(folder, 'media', 'incoming'))).toEqual([RUNNING_EXPORT])
  })

  it('is alive and ready, and serves the page and the API', async () => {
    const browser = server.browser()
    expect(await browser.get('/healthz')).toMatchObject({ status: 200, body: { ok: true } })
    expect(await browser.get('/readyz')).toMatchObject({ status: 200, body: { ok: true } })
    expect(await browser.get('/')).toMatchObject({
      status: 200,
      body: expect.stringContaining('<!doctype html>'),
    })
    expect(await browser.get('/api/whoami/')).toMatchObject({ status: 200, body: { username: null } })
    expect(await browser.get('/api/nothing/')).toMatchObject({ status: 404, body: { code: 'not_found' } })
  })

  it('locks its data directory, so that a second start reports the process that uses it', async () => {
    expect(await startupErrorOf({ DATA_DIR: folder })).toBe(
      `The data directory ${folder} is in use by process ${server.pid}. Stop that process first, or set DATA_DIR to another directory.\n`,
    )
    expect((await server.browser().get('/readyz')).status).toBe(200)
  })
})

it('reads settings from .env, overridden by environment variables', async () => {
  const cwd = createTempFolder()
  writeFileSync(
    join(cwd, '.env'),
    `ADMIN_SIGNUP_CODE=${ADMIN_CODE}\nPUBLIC_URL=https://league.example/\nPORT=http\n`,
  )
  const server = await startServer(createDataFolder(), { cwd })
  expect(server.baseUrl).toBe('https://league.example')
  await server.waitForOutput(new RegExp(`^ {7}${ADMIN_CODE}$`, 'm'))
})

describe('a start that fails', () => {
  it('lists every invalid setting', async () => {
    expect(await startupErrorOf({ PORT: 'http', LOG_LEVEL: 'loud' })).toBe(
      [
        'Some settings are invalid:',
        '  PORT: expected a port from 0 to 65535',
        '  LOG_LEVEL: expected fatal, error, warn, info, debug, trace or silent',
        '',
      ].join('\n'),
    )
  })

  it('reports that the port is in use', async () => {
    const blockingServer = createServer()
    const port = await new Promise<number>((resolve) => {
      blockingServer.listen(0, '127.0.0.1', () =>
        resolve((blockingServer.address() as { port: number }).port),
      )
    })
    try {
      expect(await startupErrorOf({ PORT: String(port) })).toBe(
        `Port ${port} on 127.0.0.1 is already in use. Stop the program that uses it, or set another PORT.\n`,
      )
    } finally {
      blockingServer.close()
    }
  })

  it.each(['192.0.2.1', 'no-such-host.invalid'])(
    'reports that this machine does not have the address HOST=%s',
    async (host) => {
      expect(await startupErrorOf({ HOST: host })).toBe(
        `This machine doesn't have the address ${host}. Set HOST to one it has, such as 127.0.0.1 or 0.0.0.0.\n`,
      )
    },
  )

  it('rejects data written by a newer release', async () => {
    const folder = createDataFolder()
    const db = connect({ engine: 'sqlite', file: join(folder, 'fieldhouse.db') })
    await sql`insert into kysely_migration (name, timestamp) values ('9999-later', '2030-01-01')`.execute(db)
    await db.destroy()
    expect(await startupErrorOf({ DATA_DIR: folder })).toBe(
      'The data was written by a newer release of Fieldhouse (unknown migrations: 9999-later). Start that release, or restore an older backup.\n',
    )
  })

  it('reports a data file that is not a database', async () => {
    const folder = createTempFolder()
    writeFileSync(
      join(folder, 'fieldhouse.db'),
      'my shopping list, which is long enough to be looked at '.repeat(100),
    )
    expect(await startupErrorOf({ DATA_DIR: folder })).toMatch(
      /^The file \S+fieldhouse\.db is damaged or not a database\./,
    )
  })
})
