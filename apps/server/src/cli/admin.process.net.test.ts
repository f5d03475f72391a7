import { statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connect, type Db } from '../database/engine/database.ts'
import { runProgram } from '../testing/built-program.ts'
import { createDataFolder } from '../testing/data-folder.ts'
import { allRowsAsText, fillEveryTable } from '../testing/edge-case-rows.ts'
import {
  ADMIN_CODE,
  buildRegistration,
  cleanUpServers,
  createTempFolder,
  type ServerProcess,
  startServer,
} from '../testing/server-process.ts'
import { createEmptyDatabase } from '../testing/test-database.ts'

/** The server that runs while the commands do, and its data directory. */
let server: ServerProcess
let dataDir: string
/** A SQLite database with rows in every table. */
let filledFile: string

beforeAll(async () => {
  dataDir = createDataFolder()
  filledFile = join(createDataFolder(), 'fieldhouse.db')
  const [started] = await Promise.all([
    startServer(dataDir, { env: { ADMIN_SIGNUP_CODE: ADMIN_CODE } }),
    withDatabaseAt(filledFile, fillEveryTable),
  ])
  server = started
})
afterAll(cleanUpServers)

function runAdmin(...args: string[]) {
  return runProgram('admin', { cwd: createTempFolder(), args })
}

/** Runs a command on a data directory. */
function runInDirectory(folder: string, ...args: string[]) {
  const env = { DATA_DIR: folder, ESPN_BASE_URL: 'http://127.0.0.1:1' }
  return runProgram('admin', { cwd: createTempFolder(), args, env })
}

async function withDatabaseAt<Result>(file: string, use: (db: Db) => Promise<Result>): Promise<Result> {
  const db = connect({ engine: 'sqlite', file })
  try {
    return await use(db)
  } finally {
    await db.destroy()
  }
}

// The errors of the commands are tested in app/commands/command-errors.test.ts, without a process for each.
it('exits with code 1 and how to list the commands for an unknown command', async () => {
  expect(await runAdmin('feed-the-cat')).toMatchObject({
    code: 1,
    output: 'Unknown command: feed-the-cat.\nnpm run admin -- help lists all commands.\n',
  })
})

describe('account commands', () => {
  const signIn = async (username: string, password: string) =>
    (await server.browser().post('/api/login/', { username, password })).body

  const passwordIn = (output: string) => /[Pp]assword: (\S+)/.exec(output)?.[1] ?? ''

  it('creates an admin and resets its password while the server is running', async () => {
    const created = await runInDirectory(dataDir, 'create-admin', '--username', 'chief')
    expect([created.code, created.output]).toEqual([0, expect.stringContaining('Created site admin chief.')])
    expect(await signIn('chief', passwordIn(created.output))).toMatchObject({ is_admin: true })

    const passwordReset = await runInDirectory(dataDir, 'reset-password', '--username', 'Chief')
    expect(passwordReset.code).toBe(0)
    expect(await signIn('chief', passwordIn(created.output))).toMatchObject({ code: 'invalid_credentials' })
    expect(await signIn('chief', passwordIn(passwordReset.output))).toMatchObject({ username: 'chief' })
  })
})

describe('league commands', () => {
  const LEAGUE = 'Harbour & Öl'

  it('moves a league from a running server to another one in an archive', async () => {
    const targetDir = createTempFolder()
    const boss = server.browser()
    await boss.post('/api/register/', buildRegistration('boss', { role: 'admin', admin_code: ADMIN_CODE }))
    await boss.post('/api/create-league/', { name: LEAGUE, espn_league_id: 4711 })

    const file = join(createTempFolder(), 'league.zip')
    const [refreshed, exported] = await Promise.all([
      runInDirectory(dataDir, 'refresh', '--league', LEAGUE, '--season', '2025'),
      runInDirectory(dataDir, 'export-league', '--league', LEAGUE.toUpperCase(), file),
    ])
    expect([refreshed.code, refreshed.output]).toEqual([
      1,
      expect.stringContaining(`${LEAGUE} 2025: error. `),
    ])
    expect([exported.code, exported.output.trim()]).toEqual([0, `Exported ${LEAGUE} to ${file}.`])

    const [imported, importedElsewhere] = await Promise.all([
      runInDirectory(dataDir, 'import-league', file, '--name', 'Twin'),
      runInDirectory(targetDir, 'import-league', file),
    ])
    expect([imported.code, imported.output]).toEqual([
      0,
      expect.stringContaining('Not linked to the accounts with the same username: boss. Their users can ask'),
    ])
    expect((await boss.get('/api/league/Twin/meta/')).body).toMatchObject({
      name: 'Twin',
      espn_league_id: 4711,
    })
    expect([importedElsewhere.code, importedElsewhere.output.trim().split('\n')]).toEqual([
      0,
      [`League ${LEAGUE} imported.`, 'Created accounts that need a password reset to sign in: boss.'],
    ])
  })
})

describe('rebuild', () => {
  it('runs while the server is running', async () => {
    const { code, output } = await runInDirectory(dataDir, 'rebuild')
    expect([code, output.trim()]).toEqual([0, 'Seasons rebuilt: 0, unchanged: 0.'])
  })
})

describe('audit', () => {
  it('verifies the log of a running server, which chains its entries', async () => {
    await server.browser().post('/api/register/', buildRegistration('ada'))
    const { code, output } = await runInDirectory(dataDir, 'audit', 'verify')
    expect([code, output]).toEqual([0, expect.stringMatching(/^Entries checked: \d+$/m)])
  })
})

describe('copy-database', () => {
  const readRows = (file: string) => withDatabaseAt(file, allRowsAsText)

  it('copies a database file to a new directory that only its owner can read', async () => {
    const folder = join(createTempFolder(), 'new')
    const copy = join(folder, 'fieldhouse.db')
    const { code, output } = await runAdmin('copy-database', '--from', filledFile, '--to', `sqlite:${copy}`)
    expect([code, output]).toEqual([0, expect.stringMatching(/^users +3$/m)])
    expect(statSync(folder).mode & 0o777).toBe(0o700)
    expect(await readRows(copy)).toEqual(await readRows(filledFile))
  })

  it('copies a SQLite database to PostgreSQL and back', async ({ skip, onTestFinished }) => {
    skip(process.env['TEST_DATABASE_URL'] === undefined, 'Skipped: TEST_DATABASE_URL names no PostgreSQL.')
    const { address, drop } = await createEmptyDatabase('postgres')
    onTestFinished(drop)
    if (address.engine !== 'postgres') throw new Error('not a PostgreSQL')
    const back = join(createTempFolder(), 'back.db')
    expect(await runAdmin('copy-database', '--from', filledFile, '--to', address.url)).toMatchObject({
      code: 0,
    })
    expect(await runAdmin('copy-database', '--from', address.url, '--to', back)).toMatchObject({ code: 0 })
    expect(await readRows(back)).toEqual(await readRows(filledFile))
  })

  it('copies the database of a running server, which keeps responding', async () => {
    const copy = join(createTempFolder(), 'copy.db')
    expect(
      await runAdmin('copy-database', '--from', join(dataDir, 'fieldhouse.db'), '--to', copy),
    ).toMatchObject({ code: 0 })
    expect((await server.browser().get('/readyz')).status).toBe(200)
  })
})
