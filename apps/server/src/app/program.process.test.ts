import { statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { runProgram } from '../testing/built-program.ts'
import {
  cleanUpServers,
  createTempFolder,
  type ServerProcess,
  startServer,
} from '../testing/server-process.ts'

// Only what needs a process of its own, because each start takes a second. The .net files test the rest.

let folder: string
let server: ServerProcess
beforeAll(async () => {
  folder = createTempFolder()
  server = await startServer(folder)
})
afterAll(cleanUpServers)

const run = (env: Record<string, string>) => runProgram('main', { cwd: createTempFolder(), args: [], env })

it('prints its address and the admin signup code, also as a link, and serves the page and the API', async () => {
  expect(server.baseUrl).toMatch(/^http:\/\/localhost:[1-9]\d+$/)
  const [, link = '', code] = await server.waitForOutput(/^ {7}(http\S+)$[\s\S]+?^ {7}(\S{12,})$/m)
  expect(link).toBe(`${server.baseUrl}/#admin-code=${code}`)
  const browser = server.browser()
  expect(await browser.get('/readyz')).toMatchObject({ status: 200, body: { ok: true } })
  expect((await browser.get('/')).body).toContain('<!doctype html>')
  expect((await browser.get('/api/whoami/')).body).toEqual({ username: null })
})

it('refuses a second start on its data directory', async () => {
  expect(await run({ DATA_DIR: folder, PORT: '0' })).toMatchObject({
    code: 1,
    output: `The data directory ${folder} is in use by process ${server.pid}. Stop that process first, or set DATA_DIR to another directory.\n`,
  })
})

it('names every wrong setting', async () => {
  const settings = { DATA_DIR: createTempFolder(), PORT: 'http', LOG_LEVEL: 'loud' }
  expect(await run(settings)).toMatchObject({
    code: 1,
    output: [
      'Some settings are invalid:',
      '  PORT: expected a port from 0 to 65535',
      '  LOG_LEVEL: expected fatal, error, warn, info, debug, trace or silent',
      '',
    ].join('\n'),
  })
})

it('creates files that only its own user can read', () => {
  for (const file of ['fieldhouse.db', 'secret-key'])
    expect([file, statSync(join(folder, file)).mode & 0o077]).toEqual([file, 0])
})

it('exits with code 0 on SIGTERM and leaves all data in one file', async () => {
  server.signal('SIGTERM')
  expect(await server.exited).toMatchObject({ code: 0 })
  expect(statSync(join(folder, 'fieldhouse.db-wal'), { throwIfNoEntry: false })?.size ?? 0).toBe(0)
})
