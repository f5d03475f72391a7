import { statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { connect } from '../database/engine/database.ts'
import { runProgram } from '../testing/built-program.ts'
import { allRowsAsText, fillEveryTable } from '../testing/edge-case-rows.ts'
import {
  cleanUpServers,
  createTempFolder,
  type ServerProcess,
  startServer,
} from '../testing/server-process.ts'
import { createEmptyDatabase, createTestDatabase } from '../testing/test-database.ts'

const cleanups: (() => Promise<void>)[] = []
afterEach(async () => {
  await cleanUpServers()
  for (const drop of cleanups.splice(0)) await drop()
})

function runAdmin(...args: string[]) {
  return runProgram('admin', { cwd: createTempFolder(), args })
}

/** Creates a SQLite database with rows in every table and returns its path. */
async function createFilledDatabase(): Promise<string> {
  const { db, address, drop } = await createTestDatabase('sqlite')
  cleanups.push(drop)
  await fillEveryTable(db)
  if (address.engine !== 'sqlite') throw new Error('not a file')
  return address.file
}

async function readRows(address: Parameters<typeof connect>[0]) {
  const db = connect(address)
  try {
    return await allRowsAsText(db)
  } finally {
    await db.destroy()
  }
}

describe('npm run admin', () => {
  it.each([
    [[], 'Specify a command.'],
    [['feed-the-cat'], 'Unknown command: feed-the-cat.'],
    [['toString'], 'Unknown command: toString.'],
    [['copy-database'], 'Specify the source database with --from and an empty target database with --to.'],
    [['copy-database', '--from', 'a.db', '--into', 'b.db'], "Unknown option '--into'"],
    [
      ['copy-database', '--from', 'mysql://db', '--to', 'b.db'],
      '--from must be a SQLite file or a URL that starts with postgres://.',
    ],
    [['copy-database', '--from', 'a.db', '--to', 'postgres://a:b#c@db/d'], '--to: expected a URL'],
    [
      ['copy-database', '--from', '/tmp', '--to', 'b.db'],
      '/tmp is a directory. Specify the database file in it',
    ],
    [['copy-database', '--from', 'no-such.db', '--to', 'b.db'], 'Database not found: '],
  ])('prints an error and the usage for %j', async (args, message) => {
    const { code, output } = await runAdmin(...args)
    expect(code).toBe(1)
    expect(output.startsWith(message)).toBe(true)
    expect(output).toContain('Usage:\n  npm run admin -- copy-database --from')
    expect(output).not.toMatch(/^\s+at /m)
  })
})

describe('account commands', () => {
  const signIn = async (server: ServerProcess, username: string, password: string) =>
    (await server.browser().post('/api/login/', { username, password })).body

  const passwordIn = (output: string) => /[Pp]assword: (\S+)/.exec(output)?.[1] ?? ''

  it('creates an admin and resets its password while the server is running', async () => {
    const dataDir = createTempFolder()
    const server = await startServer(dataDir)
    const runInDirectory = (...args: string[]) =>
      runProgram('admin', { cwd: createTempFolder(), args, env: { DATA_DIR: dataDir } })
    const created = await runInDirectory('create-admin', '--username', 'boss')
    expect([created.code, created.output]).toEqual([0, expect.stringContaining('Created site admin boss.')])
    expect(await signIn(server, 'boss', passwordIn(created.output))).toMatchObject({ is_admin: true })

    const again = await runInDirectory('create-admin', '--username', 'BOSS')
    expect([again.code, again.output]).toEqual([1, expect.stringContaining('That username is taken.')])

    const passwordReset = await runInDirectory('reset-password', '--username', 'Boss')
    expect(passwordReset.code).toBe(0)
    expect(await signIn(server, 'boss', passwordIn(created.output))).toMatchObject({
      code: 'invalid_credentials',
    })
    expect(await signIn(server, 'boss', passwordIn(passwordReset.output))).toMatchObject({ username: 'boss' })
  })

  it.each([
    [['create-admin'], 'Specify the username with --username.'],
    [['create-admin', '--username', 'two words'], 'Use only letters, digits, and . + - _ in a username.'],
    [['create-admin', '--username', 'a', '--email', 'x'], 'Enter a valid email address.'],
    [['reset-password'], 'Specify the username with --username.'],
    [['reset-password', 'boss', 'hunter2'], 'Unexpected argument.'],
    [['reset-password', '--username', 'nobody'], 'Account not found: nobody.'],
  ])('prints an error for %j', async (args, message) => {
    const folder = createTempFolder()
    const { code, output } = await runProgram('admin', { cwd: folder, args, env: { DATA_DIR: folder } })
    expect([code, output.split('\n')[0]]).toEqual([1, message])
  })
})

describe('league commands', () => {
  const LEAGUE = 'Harbour & Öl'
  const runInDirectory = (dataDir: string, ...args: string[]) =>
    runProgram('admin', {
      cwd: createTempFolder(),
      args,
      env: { DATA_DIR: dataDir, ESPN_BASE_URL: 'http://127.0.0.1:1' },
    })

  it('moves a league from one running server to another in an archive', async () => {
    const [sourceDir, targetDir] = [createTempFolder(), createTempFolder()]
    const server = await startServer(sourceDir, { env: { ADMIN_SIGNUP_CODE: 'let-me-in' } })
    const boss = server.browser()
    await boss.post('/api/register/', {
      username: 'boss',
      password: 'a long secret',
      role: 'admin',
      admin_code: 'let-me-in',
    })
    await boss.post('/api/create-league/', { name: LEAGUE, espn_league_id: 4711 })

    const file = join(createTempFolder(), 'league.zip')
    const refreshed = await runInDirectory(sourceDir, 'refresh', '--league', LEAGUE, '--season', '2025')
    expect([refreshed.code, refreshed.output]).toEqual([
      1,
      expect.stringContaining(`${LEAGUE} 2025: error. `),
    ])
    const exported = await runInDirectory(sourceDir, 'export-league', '--league', LEAGUE.toUpperCase(), file)
    expect([exported.code, exported.output.trim()]).toEqual([0, `Exported ${LEAGUE} to ${file}.`])
    const again = await runInDirectory(sourceDir, 'export-league', '--league', LEAGUE, file)
    expect([again.code, again.output]).toEqual([1, expect.stringContaining('already exists.')])

    const duplicate = await runInDirectory(sourceDir, 'import-league', file)
    expect([duplicate.code, duplicate.output.trim()]).toEqual([1, 'A league with that name exists.'])
    const imported = await runInDirectory(sourceDir, 'import-league', file, '--name', 'Twin')
    expect([imported.code, imported.output]).toEqual([
      0,
      expect.stringContaining('Not linked to the accounts with the same username: boss. Their users can ask'),
    ])
    expect((await boss.get('/api/league/Twin/meta/')).body).toMatchObject({
      name: 'Twin',
      espn_league_id: 4711,
    })
    const importedElsewhere = await runInDirectory(targetDir, 'import-league', file)
    expect([importedElsewhere.code, importedElsewhere.output.trim().split('\n')]).toEqual([
      0,
      [`League ${LEAGUE} imported.`, 'Created accounts that need a password reset to sign in: boss.'],
    ])
  })

  it.each([
    [['refresh'], 'Specify the league with --league.'],
    [['refresh', '--league', 'Nowhere'], 'League not found: Nowhere.'],
    [['refresh', '--league', 'Nowhere', '--season', 'soon'], 'Season must be a four-digit year.'],
    [['export-league', '--league', 'Nowhere'], 'Specify the file to write, such as harbour.zip.'],
    [['import-league'], 'Specify the archive to import.'],
    [['import-league', '/no/such/file.zip'], 'File not found: /no/such/file.zip.'],
  ])('prints an error for %j', async (args, message) => {
    const { code, output } = await runInDirectory(createTempFolder(), ...args)
    expect([code, output.split('\n')[0]]).toEqual([1, message])
    expect(output).toContain('Usage:')
  })
})

describe('rebuild', () => {
  it('prints an error without a database and for an unknown option', async () => {
    const missing = await runAdmin('rebuild')
    expect([missing.code, missing.output]).toEqual([1, expect.stringMatching(/^Database not found: /)])
    const unknown = await runAdmin('rebuild', '--season', '2012')
    expect([unknown.code, unknown.output]).toEqual([1, expect.stringMatching(/^Unknown option '--season'/)])
    expect(unknown.output).toContain('Usage:\n  npm run admin -- rebuild [--league NAME]')
  })

  it('runs while the server is running', async () => {
    const folder = createTempFolder()
    await startServer(folder)
    const options = { cwd: createTempFolder(), args: ['rebuild'], env: { DATA_DIR: folder } }
    const { code, output } = await runProgram('admin', options)
    expect([code, output.trim()]).toEqual([0, 'Seasons rebuilt: 0, unchanged: 0.'])
  })
})

describe('audit', () => {
  it('verifies the log of a running server, which chains its entries', async () => {
    const folder = createTempFolder()
    const server = await startServer(folder)
    await server.browser().post('/api/register/', { username: 'ada', password: 'ada-has-a-secret' })
    const options = { cwd: createTempFolder(), args: ['audit', 'verify'], env: { DATA_DIR: folder } }
    const { code, output } = await runProgram('admin', options)
    expect([code, output]).toEqual([0, expect.stringMatching(/^Entries checked: [01]$/m)])
  })

  it.each([
    [['audit'], "Specify what to do: 'audit verify' checks the audit log."],
    [['audit', 'chain'], "Specify what to do: 'audit verify' checks the audit log."],
    [['audit', 'verify', '--contains', 'abc'], '--contains must be a hash of 64 characters'],
    [['audit', 'verify'], 'Database not found: '],
  ])('prints an error for %j', async (args, message) => {
    const { code, output } = await runAdmin(...args)
    expect([code, output]).toEqual([1, expect.stringContaining(message)])
    expect(output).toContain('Usage:\n  npm run admin -- audit verify')
  })
})

describe('copy-database', () => {
  it('copies a database file to a new directory that only its owner can read', async () => {
    const file = await createFilledDatabase()
    const folder = join(createTempFolder(), 'new')
    const copy = join(folder, 'fieldhouse.db')
    const { code, output } = await runAdmin('copy-database', '--from', file, '--to', `sqlite:${copy}`)
    expect([code, output]).toEqual([0, expect.stringMatching(/^users +3$/m)])
    expect(statSync(folder).mode & 0o777).toBe(0o700)
    expect(await readRows({ engine: 'sqlite', file: copy })).toEqual(
      await readRows({ engine: 'sqlite', file }),
    )
  })

  it('copies a SQLite database to PostgreSQL and back', async ({ skip }) => {
    skip(process.env['TEST_DATABASE_URL'] === undefined, 'Skipped: TEST_DATABASE_URL names no PostgreSQL.')
    const file = await createFilledDatabase()
    const { address, drop } = await createEmptyDatabase('postgres')
    cleanups.push(drop)
    if (address.engine !== 'postgres') throw new Error('not a PostgreSQL')
    const back = join(createTempFolder(), 'back.db')
    expect(await runAdmin('copy-database', '--from', file, '--to', address.url)).toMatchObject({ code: 0 })
    expect(await runAdmin('copy-database', '--from', address.url, '--to', back)).toMatchObject({ code: 0 })
    expect(await readRows({ engine: 'sqlite', file: back })).toEqual(
      await readRows({ engine: 'sqlite', file }),
    )
  })

  it('copies the database of a running server, which keeps responding', async () => {
    const folder = createTempFolder()
    const server = await startServer(folder)
    const copy = join(createTempFolder(), 'copy.db')
    expect(
      await runAdmin('copy-database', '--from', join(folder, 'fieldhouse.db'), '--to', copy),
    ).toMatchObject({
      code: 0,
    })
    expect((await server.browser().get('/readyz')).status).toBe(200)
  })

  it('refuses a target that is in use by a server', async () => {
    const file = await createFilledDatabase()
    const folder = createTempFolder()
    const server = await startServer(folder)
    const { code, output } = await runAdmin(
      'copy-database',
      '--from',
      file,
      '--to',
      join(folder, 'fieldhouse.db'),
    )
    expect(code).toBe(1)
    expect(output).toContain(`The data directory ${folder} is in use by process ${server.pid}.`)
  })

  it('refuses a target that is not empty', async () => {
    const [file, nonEmptyFile] = [await createFilledDatabase(), await createFilledDatabase()]
    const { code, output } = await runAdmin('copy-database', '--from', file, '--to', nonEmptyFile)
    expect(code).toBe(1)
    expect(output).toMatch(
      /^The target database is not empty\. Tables with rows: .*users.*\. Use an empty database\.\n$/,
    )
  })

  it('explains a source that is not a database and an unreachable PostgreSQL server', async () => {
    const notADatabase = join(createTempFolder(), 'shopping.db')
    writeFileSync(
      notADatabase,
      'milk, bread, and enough other things to fill the page of a header '.repeat(100),
    )
    const copy = join(createTempFolder(), 'copy.db')
    const damaged = await runAdmin('copy-database', '--from', notADatabase, '--to', copy)
    expect([damaged.code, damaged.output]).toEqual([1, expect.stringMatching(/is damaged or not a database/)])
    const url = 'postgres://league:pa55word@127.0.0.1:9/league'
    const unreachable = await runAdmin('copy-database', '--from', await createFilledDatabase(), '--to', url)
    expect([unreachable.code, unreachable.output]).toEqual([
      1,
      expect.stringMatching(/^The PostgreSQL server at 127\.0\.0\.1:9\/league cannot be reached/),
    ])
    expect(unreachable.output).not.toContain('pa55word')
  })
})
