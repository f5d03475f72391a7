import { statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { connect } from '../database/database.ts'
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

/** The file of a database with rows in every table. */
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
    [[], 'Name a command.'],
    [['feed-the-cat'], 'There is no command feed-the-cat.'],
    [['toString'], 'There is no command toString.'],
    [['copy-database'], 'Name the database to copy with --from, and the empty one with --to.'],
    [['copy-database', '--from', 'a.db', '--into', 'b.db'], "Unknown option '--into'"],
    [['copy-database', '--from', 'mysql://db', '--to', 'b.db'], '--from names neither a SQLite file nor'],
    [['copy-database', '--from', 'a.db', '--to', 'postgres://a:b#c@db/d'], '--to: expected an address'],
    [['copy-database', '--from', '/tmp', '--to', 'b.db'], '/tmp is a folder. Name the file in it'],
    [['copy-database', '--from', 'no-such.db', '--to', 'b.db'], 'There is no database '],
  ])('explains itself when asked for %j', async (args, sentence) => {
    const { code, output } = await runAdmin(...args)
    expect(code).toBe(1)
    expect(output.startsWith(sentence)).toBe(true)
    expect(output).toContain('Usage:\n  npm run admin -- copy-database --from')
    expect(output).not.toMatch(/^\s+at /m)
  })
})

describe('accounts', () => {
  const signIn = async (server: ServerProcess, username: string, password: string) =>
    (await server.browser().post('/api/login/', { username, password })).body

  const passwordIn = (output: string) => /this password: (\S+)/.exec(output)?.[1] ?? ''

  it('are made and opened anew without a browser, beside a running server', async () => {
    const dataDir = createTempFolder()
    const server = await startServer(dataDir)
    const inFolder = (...args: string[]) =>
      runProgram('admin', { cwd: createTempFolder(), args, env: { DATA_DIR: dataDir } })
    const made = await inFolder('create-admin', '--username', 'boss')
    expect([made.code, made.output]).toEqual([0, expect.stringContaining('boss is a site admin now')])
    expect(await signIn(server, 'boss', passwordIn(made.output))).toMatchObject({ is_admin: true })

    const again = await inFolder('create-admin', '--username', 'BOSS')
    expect([again.code, again.output]).toEqual([1, expect.stringContaining('That username is taken.')])

    const reset = await inFolder('reset-password', '--username', 'Boss')
    expect(reset.code).toBe(0)
    expect(await signIn(server, 'boss', passwordIn(made.output))).toMatchObject({
      code: 'invalid_credentials',
    })
    expect(await signIn(server, 'boss', passwordIn(reset.output))).toMatchObject({ username: 'boss' })
  })

  it.each([
    [['create-admin'], 'Name the account with --username.'],
    [['create-admin', '--username', 'two words'], 'A username has letters, digits and @ . + - _ only.'],
    [['create-admin', '--username', 'a', '--email', 'x'], 'That does not look like an email address.'],
    [['reset-password'], 'Name the account with --username.'],
    [['reset-password', 'boss', 'hunter2'], 'One argument belongs to no option.'],
    [['reset-password', '--username', 'nobody'], 'There is no account nobody.'],
  ])('are refused for %j', async (args, sentence) => {
    const folder = createTempFolder()
    const { code, output } = await runProgram('admin', { cwd: folder, args, env: { DATA_DIR: folder } })
    expect([code, output.split('\n')[0]]).toEqual([1, sentence])
  })
})

describe('leagues', () => {
  const LEAGUE = 'Harbour & Öl'
  const inFolder = (dataDir: string, ...args: string[]) =>
    runProgram('admin', {
      cwd: createTempFolder(),
      args,
      env: { DATA_DIR: dataDir, ESPN_BASE_URL: 'http://127.0.0.1:1' },
    })

  it('go from one running server to another in a file', async () => {
    const [here, there] = [createTempFolder(), createTempFolder()]
    const server = await startServer(here, { env: { ADMIN_SIGNUP_CODE: 'let-me-in' } })
    const boss = server.browser()
    await boss.post('/api/register/', {
      username: 'boss',
      password: 'a long secret',
      role: 'admin',
      admin_code: 'let-me-in',
    })
    await boss.post('/api/create-league/', { name: LEAGUE, espn_league_id: 4711 })

    const file = join(createTempFolder(), 'league.zip')
    const refreshed = await inFolder(here, 'refresh', '--league', LEAGUE, '--season', '2025')
    expect([refreshed.code, refreshed.output]).toEqual([
      1,
      expect.stringContaining(`${LEAGUE} 2025: error, `),
    ])
    const written = await inFolder(here, 'export-league', '--league', LEAGUE.toUpperCase(), file)
    expect([written.code, written.output.trim()]).toEqual([0, `${LEAGUE} is in ${file}.`])
    const again = await inFolder(here, 'export-league', '--league', LEAGUE, file)
    expect([again.code, again.output]).toEqual([1, expect.stringContaining('is there already.')])

    const taken = await inFolder(here, 'import-league', file)
    expect([taken.code, taken.output.trim()]).toEqual([1, 'A league with that name exists.'])
    const read = await inFolder(here, 'import-league', file, '--name', 'Twin')
    expect([read.code, read.output]).toEqual([
      0,
      expect.stringContaining('Found here by their usernames: boss.'),
    ])
    expect((await boss.get('/api/league/Twin/meta/')).body).toMatchObject({
      name: 'Twin',
      espn_league_id: 4711,
    })
    const elsewhere = await inFolder(there, 'import-league', file)
    expect([elsewhere.code, elsewhere.output.trim().split('\n')]).toEqual([
      0,
      [`League ${LEAGUE} imported.`, 'New accounts, which open once their passwords are reset: boss.'],
    ])
  })

  it.each([
    [['refresh'], 'Name the league with --league.'],
    [['refresh', '--league', 'Nowhere'], 'There is no league Nowhere.'],
    [['refresh', '--league', 'Nowhere', '--season', 'soon'], 'A season is a year of four digits.'],
    [['export-league', '--league', 'Nowhere'], 'Name the file to write, such as harbour.zip.'],
    [['import-league'], 'Name the archive to read.'],
    [['import-league', '/no/such/file.zip'], 'There is no file /no/such/file.zip.'],
  ])('are refused for %j', async (args, sentence) => {
    const { code, output } = await inFolder(createTempFolder(), ...args)
    expect([code, output.split('\n')[0]]).toEqual([1, sentence])
    expect(output).toContain('Usage:')
  })
})

describe('rebuild', () => {
  it('explains itself without data, and with an option that it does not have', async () => {
    const missing = await runAdmin('rebuild')
    expect([missing.code, missing.output]).toEqual([1, expect.stringMatching(/^There is no database /)])
    const unknown = await runAdmin('rebuild', '--season', '2012')
    expect([unknown.code, unknown.output]).toEqual([1, expect.stringMatching(/^Unknown option '--season'/)])
    expect(unknown.output).toContain('Usage:\n  npm run admin -- rebuild [--league <name>]')
  })

  it('runs beside a server', async () => {
    const folder = createTempFolder()
    await startServer(folder)
    const options = { cwd: createTempFolder(), args: ['rebuild'], env: { DATA_DIR: folder } }
    const { code, output } = await runProgram('admin', options)
    expect([code, output.trim()]).toEqual([0, 'Seasons made again: 0, left as they were: 0.'])
  })
})

describe('copy-database', () => {
  it('copies a file to a new one, in a new folder for its owner alone', async () => {
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

  it('copies a file to PostgreSQL and back', async ({ skip }) => {
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

  it('copies from under a running server, which goes on', async () => {
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

  it('refuses a target that a server holds', async () => {
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
    expect(output).toContain(`The data folder ${folder} is in use by process ${server.pid}.`)
  })

  it('refuses a target that is not empty, in words', async () => {
    const [file, full] = [await createFilledDatabase(), await createFilledDatabase()]
    const { code, output } = await runAdmin('copy-database', '--from', file, '--to', full)
    expect(code).toBe(1)
    expect(output).toMatch(
      /^The target is not empty: it has rows in .*users.*\. Name a database that is empty\.\n$/,
    )
  })

  it('says what is wrong with a source that is none, or a PostgreSQL that is not there', async () => {
    const shopping = join(createTempFolder(), 'shopping.db')
    writeFileSync(shopping, 'milk, bread, and enough other things to fill the page of a header '.repeat(100))
    const copy = join(createTempFolder(), 'copy.db')
    const damaged = await runAdmin('copy-database', '--from', shopping, '--to', copy)
    expect([damaged.code, damaged.output]).toEqual([1, expect.stringMatching(/is damaged or not a database/)])
    const url = 'postgres://league:pa55word@127.0.0.1:9/league'
    const away = await runAdmin('copy-database', '--from', await createFilledDatabase(), '--to', url)
    expect([away.code, away.output]).toEqual([
      1,
      expect.stringMatching(/^The PostgreSQL at 127\.0\.0\.1:9\/league cannot be reached/),
    ])
    expect(away.output).not.toContain('pa55word')
  })
})
