import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { runProgram } from '../testing/built-program.ts'
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
  const calls = ['whoami', 'users', 'audit', 'leagues', 'league/Harbour/meta', 'league/Harbour/members']
  return Promise.all(calls.map(async (call) => (await browser.get(`/api/${call}/`)).body))
}

/** Whoever came while the backup was made may be in it, and in its audit log, or not. */
function withoutLateRows(answers: unknown): unknown {
  return JSON.parse(JSON.stringify(answers), (_, value: unknown) =>
    Array.isArray(value) ? value.filter((each) => !JSON.stringify(each).includes('"late"')) : value,
  )
}

describe('npm run backup', () => {
  it('takes everything from a running server, while people write, and npm run restore gives it back', async () => {
    const [here, there, file] = [
      createTempFolder(),
      createTempFolder(),
      join(createTempFolder(), 'league.zip'),
    ]
    const server = await startServer(here, AS_ADMIN)
    const cookies: Cookies = new Map()
    await createLeague(server.browser(cookies))
    const before = await readAll(server.browser(cookies))

    writeFileSync(file, 'the backup of yesterday')
    const backup = run('backup', { DATA_DIR: here }, '--force', file)
    const late = server.browser().post('/api/register/', buildRegistration('late'))
    const made = await backup
    expect([made.code, made.output]).toEqual([0, expect.stringContaining(`${file} has everything`)])
    expect(made.output).toContain("The server's secrets are not in it.")
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect((await late).status).toBe(200)

    const [again, inUse, restored] = await Promise.all([
      run('backup', { DATA_DIR: here }, file),
      run('restore', { DATA_DIR: here }, file),
      run('restore', { DATA_DIR: there }, file),
    ])
    expect([again.code, again.output]).toEqual([1, expect.stringContaining('or replace it with --force.')])
    expect([inUse.code, inUse.output]).toEqual([
      1,
      expect.stringContaining(`in use by process ${server.pid}`),
    ])
    expect([restored.code, restored.output]).toEqual([0, expect.stringMatching(/^Restored what release /)])
    expect(restored.output).toContain('under another SECRET_KEY')

    writeFileSync(join(there, 'secret-key'), readFileSync(join(here, 'secret-key')))
    const twin = await startServer(there)
    const after = await readAll(twin.browser(cookies))
    expect(withoutLateRows(after)).toEqual(withoutLateRows(before))
  }, 60_000)

  it('goes into a PostgreSQL with an object storage, under the same key', async ({ skip }) => {
    skip(process.env['TEST_DATABASE_URL'] === undefined, 'Skipped: TEST_DATABASE_URL names no PostgreSQL.')
    const [here, there, file] = [
      createTempFolder(),
      createTempFolder(),
      join(createTempFolder(), 'league.zip'),
    ]
    const first = await startServer(here, AS_ADMIN)
    const cookies: Cookies = new Map()
    await createLeague(first.browser(cookies))
    const before = await readAll(first.browser(cookies))
    expect((await run('backup', { DATA_DIR: here }, file)).code).toBe(0)

    const { address, drop } = await createEmptyDatabase('postgres')
    const storage = await startObjectStorage(createTempFolder(), 'league')
    cleanups.push(drop, storage.close)
    if (address.engine !== 'postgres') throw new Error('not a PostgreSQL')
    const env = {
      DATABASE_URL: address.url,
      MEDIA_URL: 's3://league/media',
      S3_ENDPOINT: storage.endpoint,
      SECRET_KEY: readFileSync(join(here, 'secret-key'), 'utf8').trim(),
      ...STORAGE_CREDENTIALS,
    }
    const restored = await run('restore', { ...env, DATA_DIR: there }, file)
    expect([restored.code, restored.output]).toEqual([0, expect.stringContaining('Restored what release ')])
    expect(restored.output).not.toContain('another SECRET_KEY')
    const twin = await startServer(there, { env })
    expect(await readAll(twin.browser(cookies))).toEqual(before)
  }, 60_000)

  it.each([
    ['backup', [], 'Name the file to write, such as fieldhouse.zip.'],
    ['backup', ['a.zip', 'b.zip'], 'Name the file to write, such as fieldhouse.zip.'],
    ['backup', ['a.zip'], 'There is no database '],
    ['restore', [], 'Name the backup to restore.'],
    ['restore', ['no-such.zip'], 'There is no file '],
    ['restore', ['/tmp'], 'There is no file /tmp.'],
    ['restore', ['--force', 'a.zip'], "Unknown option '--force'"],
  ] as const)('explains itself when asked for %s %j', async (name, args, sentence) => {
    const { code, output } = await run(name, { DATA_DIR: createTempFolder() }, ...args)
    expect([code, output.startsWith(sentence)]).toEqual([1, true])
    expect(output).toContain(`Usage:\n  npm run ${name} -- FILE`)
    expect(output).not.toMatch(/^\s+at /m)
  })
})
