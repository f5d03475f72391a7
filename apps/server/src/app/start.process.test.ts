import { writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, describe, expect, it } from 'vitest'
import { connect } from '../database/database.ts'
import { runProgram } from '../testing/built-program.ts'
import {
  ADMIN_CODE,
  buildRegistration,
  cleanUpServers,
  createTempFolder,
  serverEnvironment,
  startServer,
} from '../testing/server-process.ts'

afterEach(cleanUpServers)

/** A start that fails: what it says, and that it ends with 1 and no stack of ours. */
async function startupErrorOf(env: Record<string, string>): Promise<string> {
  const { code, output } = await runProgram('main', {
    cwd: createTempFolder(),
    env: { ...serverEnvironment(createTempFolder()), ...env },
  })
  expect(output).not.toMatch(/^\s+at /m)
  expect(code).toBe(1)
  return output
}

describe('the first start', () => {
  it('prints the address, the admin signup code and what to do, until there is an admin', async () => {
    const folder = createTempFolder()
    const first = await startServer(folder)
    expect(first.address).toMatch(/^http:\/\/localhost:[1-9]\d+$/)
    const [, code = ''] = await first.waitForOutput(/^ {7}(\S{12,})$/m)
    await first.waitForOutput(/3\. Open Admin Tools/)
    const registered = await first
      .browser()
      .post('/api/register/', buildRegistration('boss', { role: 'admin', admin_code: code }))
    expect(registered.body).toMatchObject({ username: 'boss', is_admin: true })
    first.signal('SIGTERM')
    await first.exited

    const second = await startServer(folder)
    expect((await second.browser().get('/readyz')).status).toBe(200)
    expect(second.output()).not.toContain('admin signup code')
    expect(second.output()).not.toContain(code)
  })

  it('prints it again while nobody has used it', async () => {
    const folder = createTempFolder()
    const first = await startServer(folder)
    const [, code = ''] = await first.waitForOutput(/^ {7}(\S{12,})$/m)
    first.signal('SIGTERM')
    await first.exited
    const second = await startServer(folder)
    expect(await second.waitForOutput(new RegExp(`^ {7}${code}$`, 'm'))).not.toBeNull()
  })
})

describe('a server that listens', () => {
  it('is alive and ready, and serves the page and the calls', async () => {
    const server = await startServer(createTempFolder())
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

  it('reads settings from a file .env, and the environment goes before it', async () => {
    const cwd = createTempFolder()
    writeFileSync(
      join(cwd, '.env'),
      `ADMIN_SIGNUP_CODE=${ADMIN_CODE}\nPUBLIC_URL=https://league.example/\nPORT=http\n`,
    )
    const server = await startServer(createTempFolder(), { cwd })
    expect(server.address).toBe('https://league.example')
    await server.waitForOutput(new RegExp(`^ {7}${ADMIN_CODE}$`, 'm'))
  })

  it('holds its data folder: a second start says who has it', async () => {
    const folder = createTempFolder()
    const { pid, browser } = await startServer(folder)
    expect(await startupErrorOf({ DATA_DIR: folder })).toBe(
      `The data folder ${folder} is in use by process ${pid}. Stop that first, or name another folder with DATA_DIR.\n`,
    )
    expect((await browser().get('/readyz')).status).toBe(200)
  })
})

describe('a start that cannot be', () => {
  it('names every wrong setting', async () => {
    expect(await startupErrorOf({ PORT: 'http', LOG_LEVEL: 'loud' })).toBe(
      [
        'Some settings are not right:',
        '  PORT: expected a port, 0 to 65535',
        '  LOG_LEVEL: expected fatal, error, warn, info, debug, trace or silent',
        '',
      ].join('\n'),
    )
  })

  it('says that the port is taken', async () => {
    const other = createServer()
    const port = await new Promise<number>((resolve) => {
      other.listen(0, '127.0.0.1', () => resolve((other.address() as { port: number }).port))
    })
    try {
      const sentence = `Port ${port} of 127.0.0.1 is taken by another program. Stop that, or choose another PORT.\n`
      expect(await startupErrorOf({ PORT: String(port) })).toBe(sentence)
    } finally {
      other.close()
    }
  })

  it.each(['192.0.2.1', 'no-such-host.invalid'])('says that HOST %s is not of this machine', async (host) => {
    expect(await startupErrorOf({ HOST: host })).toBe(
      `This machine has no address ${host}. Set HOST to one that it has, such as 127.0.0.1 or 0.0.0.0.\n`,
    )
  })

  it('refuses the data of a newer release', async () => {
    const folder = createTempFolder()
    const server = await startServer(folder)
    server.signal('SIGTERM')
    await server.exited
    const db = connect({ engine: 'sqlite', file: join(folder, 'fieldhouse.db') })
    await sql`insert into kysely_migration (name, timestamp) values ('9999-later', '2030-01-01')`.execute(db)
    await db.destroy()
    expect(await startupErrorOf({ DATA_DIR: folder })).toBe(
      'The data were written by a newer release of Fieldhouse (it knows 9999-later). Start that release, or restore an older backup.\n',
    )
  })

  it('says that a file is not a database of ours', async () => {
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
