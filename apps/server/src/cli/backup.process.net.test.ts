import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { runProgram } from '../testing/built-program.ts'
import { createDataFolder } from '../testing/data-folder.ts'
import { STORAGE_CREDENTIALS, startObjectStorage } from '../testing/object-storage.ts'
import {
  ADMIN_CODE,
  type Browser,
  buildRegistration,
  type Cookies,
  cleanUpServers,
  createTempFolder,
  startServer,
} from '../testing/server-process.ts'
import { createEmptyDatabase } from '../testing/test-database.ts'

const cleanups: (() => unknown)[] = []
afterEach(async () => {
  await cleanUpServers()
  for (const end of cleanups.splice(0).reverse()) await end()
})

const run = (name: 'backup' | 'restore', env: Record<string, string>, ...args: string[]) =>
  runProgram(name, { cwd: createTempFolder(), args, env })

const AS_ADMIN = { env: { ADMIN_SIGNUP_CODE: ADMIN_CODE } }

async function createLeague(boss: Browser): Promise<void> {
  await boss.post('/api/register/', buildRegistration('boss', { role: 'admin', admin_code: ADMIN_CODE }))
  await boss.post('/api/create-league/', { name: 'Harbour', espn_league_id: 4711 })
}

async function readAll(browser: Browser): Promise<unknown[]> {
  const paths = ['whoami', 'users', 'audit', 'leagues', 'league/Harbour/meta', 'league/Harbour/members']
  return Promise.all(paths.map(async (path) => (await browser.get(`/api/${path}/`)).body))
}

/** Removes the user who registered during the backup, who may or may not be in it. */
function withoutLateRows(responses: unknown): unknown {
  return JSON.parse(JSON.stringify(responses), (_, value: unknown) =>
    Array.isArray(value) ? value.filter((each) => !JSON.stringify(each).includes('"late"')) : value,
  )
}

it('restores a deleted data directory from the newest backup that the server has made and checked', async () => {
  const [dataDir, backups] = [createDataFolder(), createTempFolder()]
  const env = { ADMIN_SIGNUP_CODE: ADMIN_CODE, BACKUPS_URL: `file:${backups}` }
  const server = await startServer(dataDir, { env })
  const cookies: Cookies = new Map()
  const boss = server.browser(cookies)
  await createLeague(boss)
  expect((await boss.post('/api/site/backups/', {})).status).toBe(200)
  const isChecked = async () => {
    const { body } = await boss.get('/api/site/backups/')
    expect(body).toMatchObject({ last_check: { error: null, restored: { name: expect.any(String) } } })
    return (body as { last_check: { restored: { name: string } } }).last_check.restored.name
  }
  const checked = await vi.waitFor(isChecked, { timeout: 60_000, interval: 200 })
  const before = await readAll(boss)
  server.signal('SIGTERM')
  await server.exited
  const secretKey = readFileSync(join(dataDir, 'secret-key'))
  rmSync(dataDir, { recursive: true })

  const newest = readdirSync(backups).sort().at(-1) ?? ''
  expect(newest).toBe(checked)
  const restored = await run('restore', { DATA_DIR: dataDir }, join(backups, newest))
  expect([restored.code, restored.output]).toEqual([0, expect.stringContaining('Restored the backup')])
  writeFileSync(join(dataDir, 'secret-key'), secretKey)
  const again = await startServer(dataDir, { env })
  expect(await readAll(again.browser(cookies))).toEqual(before)
})

describe('npm run backup', () => {
  it('backs up a running server during writes, and npm run restore restores everything', async () => {
    const [sourceDir, targetDir, file] = [
      createDataFolder(),
      createTempFolder(),
      join(createTempFolder(), 'league.zip'),
    ]
    const server = await startServer(sourceDir, AS_ADMIN)
    const cookies: Cookies = new Map()
    await createLeague(server.browser(cookies))
    const before = await readAll(server.browser(cookies))

    writeFileSync(file, 'an older backup')
    const backup = run('backup', { DATA_DIR: sourceDir }, '--force', file)
    const late = server.browser().post('/api/register/', buildRegistration('late'))
    const backupResult = await backup
    expect([backupResult.code, backupResult.output]).toEqual([
      0,
      expect.stringContaining(`Backup written to ${file} `),
    ])
    expect(backupResult.output).toContain("The backup does not contain the server's secrets.")
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect((await late).status).toBe(200)

    const [again, inUse, restored] = await Promise.all([
      run('backup', { DATA_DIR: sourceDir }, file),
      run('restore', { DATA_DIR: sourceDir }, file),
      run('restore', { DATA_DIR: targetDir }, file),
    ])
    expect([again.code, again.output]).toEqual([1, expect.stringContaining('or overwrite it with --force.')])
    expect([inUse.code, inUse.output]).toEqual([
      1,
      expect.stringContaining(`in use by process ${server.pid}`),
    ])
    expect([restored.code, restored.output]).toEqual([
      0,
      expect.stringMatching(/^Restored the backup made by release /),
    ])
    expect(restored.output).toContain('with a different SECRET_KEY')

    writeFileSync(join(targetDir, 'secret-key'), readFileSync(join(sourceDir, 'secret-key')))
    const restoredServer = await startServer(targetDir)
    const after = await readAll(restoredServer.browser(cookies))
    expect(withoutLateRows(after)).toEqual(withoutLateRows(before))
  })

  it('can be restored to PostgreSQL and object storage with the same secret key', async ({ skip }) => {
    skip(process.env['TEST_DATABASE_URL'] === undefined, 'Skipped: TEST_DATABASE_URL names no PostgreSQL.')
    const [sourceDir, targetDir, file] = [
      createDataFolder(),
      createTempFolder(),
      join(createTempFolder(), 'league.zip'),
    ]
    const first = await startServer(sourceDir, AS_ADMIN)
    const cookies: Cookies = new Map()
    await createLeague(first.browser(cookies))
    const before = await readAll(first.browser(cookies))
    expect((await run('backup', { DATA_DIR: sourceDir }, file)).code).toBe(0)

    const { address, drop } = await createEmptyDatabase('postgres')
    const storage = await startObjectStorage(createTempFolder(), 'league')
    cleanups.push(drop, storage.close)
    if (address.engine !== 'postgres') throw new Error('not a PostgreSQL')
    const env = {
      DATABASE_URL: address.url,
      MEDIA_URL: 's3://league/media',
      S3_ENDPOINT: storage.endpoint,
      SECRET_KEY: readFileSync(join(sourceDir, 'secret-key'), 'utf8').trim(),
      ...STORAGE_CREDENTIALS,
    }
    const restored = await run('restore', { ...env, DATA_DIR: targetDir }, file)
    expect([restored.code, restored.output]).toEqual([
      0,
      expect.stringContaining('Restored the backup made by release '),
    ])
    expect(restored.output).not.toContain('a different SECRET_KEY')
    const restoredServer = await startServer(targetDir, { env })
    expect(await readAll(restoredServer.browser(cookies))).toEqual(before)
  })

  // Other errors are tested with the commands, in this process.
  it.each([
    ['backup', 'Database not found: '],
    ['restore', 'File not found: '],
  ] as const)('prints an error and the usage for npm run %s with a missing file', async (name, message) => {
    const { code, output } = await run(name, { DATA_DIR: createTempFolder() }, 'a.zip')
    expect([code, output.startsWith(message)]).toEqual([1, true])
    expect(output).toContain(`Usage:\n  npm run ${name} -- FILE`)
    expect(output).not.toMatch(/^\s+at /m)
  })
})
