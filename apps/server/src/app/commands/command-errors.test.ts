import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { connect, lockDataFolder } from '../../database/engine/database.ts'
import { startFakeServer } from '../../providers/testing/fake-server.ts'
import { createDataFolder } from '../../testing/data-folder.ts'
import { fillEveryTable } from '../../testing/edge-case-rows.ts'
import { cleanUpServers, createTempFolder } from '../../testing/server-process.ts'
import { runAdmin } from './admin.ts'
import { backupCommand, restoreCommand } from './backup.ts'
import { type CommandOutput, runCommand } from './command.ts'

let umask: number
beforeEach(() => {
  umask = process.umask(0o077)
})
afterEach(async () => {
  process.umask(umask)
  vi.unstubAllEnvs()
  await cleanUpServers()
})

/** Runs a program with a data directory. Returns its exit code and what it prints. */
async function resultOf(dataDir: string, run: (output: CommandOutput) => Promise<number>) {
  vi.stubEnv('DATA_DIR', dataDir)
  vi.stubEnv('DATABASE_URL', undefined)
  const lines: string[] = []
  const code = await run({
    printLine: (line) => lines.push(line),
    printError: (error) => lines.push(error instanceof Error ? String(error.stack) : String(error)),
  })
  return { code, output: lines.join('\n') }
}

/** The output of a program that rejects its arguments. Expects exit code 1, the usage, and no stack trace. */
async function usageErrorOf(dataDir: string, run: (output: CommandOutput) => Promise<number>, usage: string) {
  const { code, output } = await resultOf(dataDir, run)
  expect(code).toBe(1)
  expect(output).toContain(`Usage:\n  ${usage}`)
  expect(output).not.toMatch(/^\s+at /m)
  return output
}

describe('npm run admin', () => {
  it.each([
    [[], 'Specify a command.'],
    [['feed-the-cat'], 'Unknown command: feed-the-cat.'],
    [['toString'], 'Unknown command: toString.'],
  ])('prints an error and how to list the commands for %j', async (args, message) => {
    const result = await resultOf(createTempFolder(), (output) => runAdmin(args, output))
    expect(result).toEqual({ code: 1, output: `${message}\nnpm run admin -- help lists all commands.` })
  })

  it.each([
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
    const output = await usageErrorOf(
      createTempFolder(),
      (to) => runAdmin(args, to),
      'npm run admin -- copy-database --from',
    )
    expect(output.slice(0, message.length)).toBe(message)
  })

  it.each([
    [['create-admin'], 'Specify the username with --username.'],
    [['create-admin', '--username', 'two words'], 'Use only letters, digits, and . + - _ in a username.'],
    [['create-admin', '--username', 'a', '--email', 'x'], 'Enter a valid email address.'],
    [['reset-password'], 'Specify the username with --username.'],
    [['reset-password', 'boss', 'hunter2'], 'Unexpected argument.'],
    [['reset-password', '--username', 'nobody'], 'Account not found: nobody.'],
  ])('prints an error for %j', async (args, message) => {
    const { code, output } = await resultOf(createDataFolder(), (to) => runAdmin(args, to))
    expect([code, output.split('\n')[0]]).toEqual([1, message])
    expect(output).not.toMatch(/hunter2|^\s+at /m)
  })

  it.each([
    [['refresh'], 'Specify the league with --league.\n'],
    [['refresh', '--league', 'Nowhere'], 'League not found: Nowhere.\n'],
    [['refresh', '--league', 'Nowhere', '--season', 'soon'], 'Season must be a four-digit year.\n'],
    [['export-league', '--league', 'Nowhere'], 'Specify the file to write, such as harbour.zip.\n'],
    [['import-league'], 'Specify the archive to import.\n'],
    [['import-league', '/no/such/file.zip'], 'File not found: /no/such/file.zip.\n'],
  ])('prints an error and the usage of the league command %j', async (args, message) => {
    const output = await usageErrorOf(
      createDataFolder(),
      (to) => runAdmin(args, to),
      `npm run admin -- ${args[0]}`,
    )
    expect(output.slice(0, message.length)).toBe(message)
  })

  it.each([
    [['audit'], "Specify what to do: 'audit verify' checks the audit log."],
    [['audit', 'chain'], "Specify what to do: 'audit verify' checks the audit log."],
    [['audit', 'verify', '--contains', 'abc'], '--contains must be a hash of 64 characters'],
    [['audit', 'verify'], 'Database not found: '],
  ])('prints an error and the usage of the audit command for %j', async (args, message) => {
    const output = await usageErrorOf(
      createTempFolder(),
      (to) => runAdmin(args, to),
      'npm run admin -- audit verify',
    )
    expect(output.slice(0, message.length)).toBe(message)
  })

  it.each([
    [['rebuild'], 'Database not found: '],
    [['rebuild', '--season', '2012'], "Unknown option '--season'"],
  ])('prints an error and the usage of the rebuild command for %j', async (args, message) => {
    const output = await usageErrorOf(
      createTempFolder(),
      (to) => runAdmin(args, to),
      'npm run admin -- rebuild [--league NAME]',
    )
    expect(output.slice(0, message.length)).toBe(message)
  })
})

describe('npm run admin -- help', () => {
  const help = (...args: string[]) =>
    resultOf(createTempFolder(), (output) => runAdmin(['help', ...args], output))

  it('lists every command with what it does', async () => {
    const { code, output } = await help()
    expect(code).toBe(0)
    expect(output).toMatch(/^ {2}doctor +Checks settings, address, mail, disk, database and sources$/m)
    expect(output).toMatch(/^ {2}clear-team +Removes the assignment of a team$/m)
  })

  it('explains one command', async () => {
    expect(await help('reset-password')).toEqual({
      code: 0,
      output:
        'Sets a new password, and prints it.\nUsage:\n  npm run admin -- reset-password --username NAME',
    })
    expect(await help('feed-the-cat')).toMatchObject({
      code: 1,
      output: expect.stringContaining('Unknown command: feed-the-cat.'),
    })
  })
})

it('prints the admin signup code, and whether there is an admin', async () => {
  const dataDir = createDataFolder()
  const run = (...args: string[]) => resultOf(dataDir, (output) => runAdmin(args, output))
  const { output: code } = await run('signup-code')
  expect(code).toBe(readFileSync(join(dataDir, 'admin-signup-code'), 'utf8'))
  await run('create-admin', '--username', 'boss')
  const { output } = await run('signup-code')
  expect(output).toBe(`${code}\nThis site has an admin already. The code makes another one.`)
})

describe('npm run admin -- doctor', () => {
  const SOURCES = ['ESPN_BASE_URL', 'ESPN_SITE_URL', 'SLEEPER_BASE_URL', 'IMAGES_BASE_URL'] as const

  it('finds no problem on a server whose sources answer', async () => {
    const { baseUrl } = await startFakeServer((_, response) => void response.writeHead(404).end())
    for (const name of SOURCES) vi.stubEnv(name, baseUrl)
    vi.stubEnv('SOURCES_OFF', 'weather,news')
    const { code, output } = await resultOf(createDataFolder(), (to) => runAdmin(['doctor'], to))
    expect([code, output]).toEqual([0, expect.stringMatching(/^✓ Disk +\d+\.\d GB free in /m)])
    expect(output).toMatch(/^✓ Mail +Off: SMTP_URL is not set/m)
    expect(output).toMatch(/^✓ Database +\S+fieldhouse.db is up to date\.$/m)
    expect(output.match(/^✓ Sources +http:\/\/\S+ answers\.$/gm)).toHaveLength(4)
  })

  it('names each problem, and exits with code 1', async () => {
    for (const name of SOURCES) vi.stubEnv(name, 'http://127.0.0.1:1')
    vi.stubEnv('SOURCES_OFF', 'weather,news')
    vi.stubEnv('PUBLIC_URL', 'http://127.0.0.1:1')
    vi.stubEnv('PUBLIC_ULR', 'http://127.0.0.1:1')
    vi.stubEnv('SMTP_URL', 'smtp://someone:pa55word@127.0.0.1:1')
    vi.stubEnv('MAIL_FROM', 'us@league.example')
    const { code, output } = await resultOf(createDataFolder(), (to) => runAdmin(['doctor'], to))
    expect([code, output]).toEqual([1, expect.stringMatching(/^7 problems found\.$/m)])
    expect(output).toContain('PUBLIC_ULR is not a setting. Did you mean PUBLIC_URL?')
    expect(output).toContain("http://127.0.0.1:1 doesn't answer from here")
    expect(output).toContain("127.0.0.1:1 doesn't accept email: ESOCKET")
    expect(output).not.toContain('pa55word')
  })
})

describe('admin commands that fail', () => {
  it('report a username, a file and a league name that exist', async () => {
    vi.stubEnv('ESPN_BASE_URL', 'http://127.0.0.1:1')
    const dataDir = createDataFolder()
    const file = join(createTempFolder(), 'league.zip')
    const run = (...args: string[]) => resultOf(dataDir, (output) => runAdmin(args, output))
    const codes: number[] = []
    for (const args of [
      ['create-admin', '--username', 'boss'],
      ['create-league', '--name', 'Harbour', '--espn-league-id', '4711'],
      ['export-league', '--league', 'harbour', file],
    ])
      codes.push((await run(...args)).code)
    expect(codes).toEqual([0, 0, 0])
    const taken = ['create-admin', '--username', 'BOSS']
    expect(
      await usageErrorOf(dataDir, (output) => runAdmin(taken, output), 'npm run admin -- create-admin'),
    ).toMatch(/^That username is taken\.$/m)
    const again = ['export-league', '--league', 'Harbour', file]
    expect(
      await usageErrorOf(dataDir, (output) => runAdmin(again, output), 'npm run admin -- export-league'),
    ).toContain(`${file} already exists.`)
    expect(await run('import-league', file)).toEqual({ code: 1, output: 'A league with that name exists.' })
  })
})

describe('copy-database', () => {
  const copy = (from: string, to: string) =>
    resultOf(createTempFolder(), (output) => runAdmin(['copy-database', '--from', from, '--to', to], output))

  it('refuses a target that is in use by a server', async () => {
    const folder = createDataFolder()
    const lock = lockDataFolder(folder)
    const { code, output } = await copy(
      join(createDataFolder(), 'fieldhouse.db'),
      join(folder, 'fieldhouse.db'),
    )
    lock.release()
    expect(code).toBe(1)
    expect(output).toContain(`The data directory ${folder} is in use by process ${process.pid}.`)
  })

  it('refuses a target that is not empty', async () => {
    const target = join(createDataFolder(), 'fieldhouse.db')
    const db = connect({ engine: 'sqlite', file: target })
    await fillEveryTable(db)
    await db.destroy()
    const { code, output } = await copy(join(createDataFolder(), 'fieldhouse.db'), target)
    expect(code).toBe(1)
    expect(output).toMatch(
      /^The target database is not empty\. Tables with rows: .*users.*\. Use an empty database\.$/,
    )
  })

  it('explains a source that is not a database', async () => {
    const source = join(createTempFolder(), 'shopping.db')
    writeFileSync(source, 'milk, bread, and enough other things to fill the page of a header '.repeat(100))
    const { code, output } = await copy(source, join(createTempFolder(), 'copy.db'))
    expect([code, output]).toEqual([1, expect.stringMatching(/is damaged or not a database/)])
  })

  it('explains an unreachable PostgreSQL server without its password', async () => {
    const url = 'postgres://league:pa55word@127.0.0.1:9/league'
    const { code, output } = await copy(join(createDataFolder(), 'fieldhouse.db'), url)
    expect([code, output]).toEqual([
      1,
      expect.stringMatching(/^The PostgreSQL server at 127\.0\.0\.1:9\/league cannot be reached/),
    ])
    expect(output).not.toContain('pa55word')
  })
})

it.each([
  ['npm run backup --', backupCommand, [], 'Specify the file to write, such as fieldhouse.zip.'],
  [
    'npm run backup --',
    backupCommand,
    ['a.zip', 'b.zip'],
    'Specify the file to write, such as fieldhouse.zip.',
  ],
  ['npm run restore --', restoreCommand, [], 'Specify the backup to restore.'],
  ['npm run restore --', restoreCommand, ['no/such.zip'], 'File not found: '],
  ['npm run restore --', restoreCommand, ['/tmp'], 'File not found: /tmp.'],
  ['npm run restore --', restoreCommand, ['--force', 'a.zip'], "Unknown option '--force'"],
] as const)('prints an error and the usage for %s', async (program, command, args, message) => {
  const run = (output: CommandOutput) => runCommand(program, command, [...args], output)
  const output = await usageErrorOf(createTempFolder(), run, `${program} FILE`)
  expect(output.slice(0, message.length)).toBe(message)
})
