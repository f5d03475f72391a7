import { rmSync, writeFileSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { register } from '@fieldhouse/contract/accounts/accounts'
import { pluralize } from '@fieldhouse/domain/pluralize'
import { hashPassword } from '../../auth/passwords.ts'
import { newToken } from '../../crypto/crypto.ts'
import { connect, type Db, isMigrated } from '../../database/engine/database.ts'
import { setPasswordOf } from '../../features/accounts/password-store.ts'
import { hasSiteAdmin } from '../../features/accounts/read-site-admin.ts'
import { createAccount, findByUsername } from '../../features/accounts/sign-in.ts'
import { ApiError } from '../../http/errors/api-error.ts'
import { checkMailServer } from '../../mail/mail.ts'
import { type ChainReport, describeBrokenEntry, verifyChain } from '../../repositories/audit.ts'
import { readSiteSettings } from '../../repositories/site-settings.ts'
import {
  givenSettings,
  loadEnvironment,
  readSettings,
  type Settings,
  unknownSettings,
} from '../../settings.ts'
import { describeStartError } from '../program.ts'
import { backfillCommand } from './backfill.ts'
import { copyDatabaseCommand } from './backup.ts'
import {
  type Command,
  type CommandOutput,
  commandLine,
  FailedError,
  formatUsage,
  parseInput,
  requireMigrated,
  runCommand,
  UsageError,
  withDatabase,
  withExistingDatabase,
} from './command.ts'
import { exportLeagueCommand, exportSeasonsCommand, importLeagueCommand } from './league-archives.ts'
import { OPERATION_COMMANDS, operationCommand } from './operation-commands.ts'
import { rebuildCommand, refreshCommand } from './refresh.ts'

const NewAdminInput = register.schema.body.pick({ username: true, email: true })

const MISSING_USERNAME_MESSAGE = 'Specify the username with --username.'

export const createAdminCommand: Command = {
  summary: 'Creates a site admin, and prints a password',
  usage: 'create-admin --username NAME [--email ADDRESS]',
  async run(args, printLine) {
    const { values } = parseArgs({
      args,
      options: { username: { type: 'string' }, email: { type: 'string' } },
    })
    if (!values.username) throw new UsageError(MISSING_USERNAME_MESSAGE)
    const { username, email = '' } = parseInput(NewAdminInput, values)
    const password = newToken(12)
    const account = {
      username,
      email,
      firstName: '',
      lastName: '',
      isAdmin: true,
      isStaff: true,
      passwordHash: await hashPassword(password),
    }
    await withDatabase((db) => createAccount(db, account, new Date())).catch((error: unknown) => {
      throw error instanceof ApiError ? new UsageError(error.message) : error
    })
    printLine(`Created site admin ${account.username}. Password: ${password}`)
  },
}

const resetPasswordCommand: Command = {
  summary: 'Sets a new password, and prints it',
  usage: 'reset-password --username NAME',
  async run(args, printLine) {
    const { values } = parseArgs({ args, options: { username: { type: 'string' } } })
    const { username } = values
    if (!username) throw new UsageError(MISSING_USERNAME_MESSAGE)
    const password = newToken(12)
    await withDatabase(async (db) => {
      const account = await findByUsername(db, username)
      if (account === null) throw new UsageError(`Account not found: ${username}.`)
      const newPassword = { hash: await hashPassword(password), keepsTokens: false }
      await setPasswordOf(db, account, newPassword, null, new Date())
    })
    printLine(`Password reset for ${username}, who is now signed out everywhere. New password: ${password}`)
  },
}

/** Can run while a server is running, because it reads a snapshot. */
const auditCommand: Command = {
  summary: 'Checks the audit log for changed and missing entries',
  usage: 'audit verify [--contains HASH]...',
  async run(args, printLine) {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { contains: { type: 'string', multiple: true } },
    })
    if (positionals.length !== 1 || positionals[0] !== 'verify')
      throw new UsageError("Specify what to do: 'audit verify' checks the audit log.")
    const hashes = (values.contains ?? []).map((hash) => hash.trim().toLowerCase())
    if (!hashes.every((hash) => /^[0-9a-f]{64}$/.test(hash)))
      throw new UsageError('--contains must be a hash of 64 characters from an earlier check or the log.')
    await withExistingDatabase((db) => verifyAuditLog(db, hashes, printLine))
  },
}

/** Throws a FailedError if an entry was changed or removed, or if the chain lacks one of the hashes. */
export async function verifyAuditLog(
  db: Db,
  hashes: readonly string[],
  printLine: (line: string) => void,
): Promise<void> {
  await requireMigrated(db)
  const report = await verifyChain(db, hashes)
  for (const line of describeReport(report)) printLine(line)
  const { broken, missingHashes } = report
  if (broken !== null) throw new FailedError(describeBrokenEntry(broken))
  if (missingHashes.length > 0)
    throw new FailedError(
      `The chain does not contain ${missingHashes.join(', ')}: entries up to that hash were replaced or removed.`,
    )
}

function describeReport({ checked, first, last, head, unchained }: ChainReport): string[] {
  const lines = [`Entries checked: ${checked}`]
  if (first !== null && last !== null)
    lines.push(`First: ${first.toISOString()}`, `Last: ${last.toISOString()}`)
  if (head !== null) lines.push(`Head: ${head.hash}`)
  if (unchained.oldest !== null)
    lines.push(
      `Not chained yet: ${unchained.count}, since ${unchained.oldest.toISOString()}. These are not protected. A running server chains new entries every minute.`,
    )
  return lines
}

const TIMEOUT_MS = 5000

const MIN_FREE_BYTES = 1024 ** 3

type Finding = { text: string; isProblem?: boolean }

/** Can run while a server is running. Changes nothing but what the first start would create. */
const doctorCommand: Command = {
  summary: 'Checks settings, address, mail, disk, database and sources',
  usage: 'doctor',
  async run(args, printLine) {
    parseArgs({ args, options: {} })
    const environment = loadEnvironment()
    const settings = readSettings(environment)
    const checks: Record<string, Promise<Finding>[]> = {
      Settings: [checkNames(environment), ...unknownSettings(environment).map(describeUnknown)],
      Address: [checkAddress(settings)],
      Mail: [checkMail(settings)],
      Disk: [checkDisk(settings)],
      Database: [checkDatabase(settings)],
      Sources: sourcesOf(settings).map(checkSource),
    }
    let problems = 0
    for (const [topic, findings] of Object.entries(checks))
      for (const { text, isProblem = false } of await Promise.all(findings)) {
        if (isProblem) problems += 1
        printLine(`${isProblem ? '✗' : '✓'} ${topic.padEnd(8)}  ${text}`)
      }
    if (problems > 0) throw new FailedError(`${pluralize(problems, 'problem')} found.`)
  },
}

async function checkNames(environment: NodeJS.ProcessEnv): Promise<Finding> {
  const names = givenSettings(environment)
  return { text: names.length === 0 ? 'All have their default values.' : `Set: ${names.join(', ')}.` }
}

async function describeUnknown({ name, similar }: ReturnType<typeof unknownSettings>[number]) {
  return { text: `${name} is not a setting. Did you mean ${similar}?`, isProblem: true }
}

async function checkAddress({ PUBLIC_URL, PORT, database }: Settings): Promise<Finding> {
  const address = PUBLIC_URL ?? (await storedAddress(database))
  if (address === null)
    return { text: `http://localhost:${PORT}, which only this machine can open. Set PUBLIC_URL for others.` }
  const problem = await requestProblem(`${address}/healthz`, true)
  if (problem === null) return { text: `${address} answers.` }
  const hint = 'Is the server running, and does the name lead to it?'
  return { text: `${address} doesn't answer from here (${problem}). ${hint}`, isProblem: true }
}

/** What a site admin has confirmed. The check of the database says why it cannot be read. */
async function storedAddress(database: Settings['database']): Promise<string | null> {
  const db = connect(database)
  try {
    return (await isMigrated(db)) ? (await readSiteSettings(db)).address : null
  } catch {
    return null
  } finally {
    await db.destroy()
  }
}

async function checkMail({ SMTP_URL }: Settings): Promise<Finding> {
  if (SMTP_URL === undefined) return { text: 'Off: SMTP_URL is not set, so no email is sent.' }
  const { host } = new URL(SMTP_URL)
  const problem = await checkMailServer(SMTP_URL)
  if (problem === null) return { text: `${host} accepts email.` }
  return { text: `${host} doesn't accept email: ${problem}`, isProblem: true }
}

async function checkDisk({ dataDir }: Settings): Promise<Finding> {
  const probe = join(dataDir, `.doctor-${process.pid}`)
  try {
    writeFileSync(probe, '')
    rmSync(probe)
  } catch {
    return { text: `This user cannot write to ${dataDir}.`, isProblem: true }
  }
  const { bavail, bsize } = await statfs(dataDir)
  const text = `${((bavail * bsize) / 1024 ** 3).toFixed(1)} GB free in ${dataDir}.`
  return { text, isProblem: bavail * bsize < MIN_FREE_BYTES }
}

async function checkDatabase({ database }: Settings): Promise<Finding> {
  const name = database.engine === 'sqlite' ? database.file : 'PostgreSQL'
  const db = connect(database)
  try {
    if (await isMigrated(db)) return { text: `${name} is up to date.` }
    return { text: `${name} is new, or of another release. The next start migrates it.` }
  } catch (error) {
    return { text: String(describeStartError(error)), isProblem: true }
  } finally {
    await db.destroy()
  }
}

function sourcesOf(settings: Settings): string[] {
  const isOn = (source: (typeof settings.SOURCES_OFF)[number]) => !settings.SOURCES_OFF.includes(source)
  return [
    settings.ESPN_BASE_URL,
    settings.SLEEPER_BASE_URL,
    ...(isOn('odds') || isOn('news') ? [settings.ESPN_SITE_URL] : []),
    ...(isOn('weather') ? [settings.WEATHER_BASE_URL] : []),
    ...(isOn('news') ? [settings.NEWS_BASE_URL] : []),
    ...(settings.IMAGES_OFF ? [] : [settings.IMAGES_BASE_URL]),
  ]
}

async function checkSource(url: string): Promise<Finding> {
  const problem = await requestProblem(url, false)
  return problem === null
    ? { text: `${url} answers.` }
    : { text: `${url} doesn't answer (${problem}).`, isProblem: true }
}

/** Why a GET request fails; null if there is an answer, which must be a success if `mustSucceed` is true. */
async function requestProblem(url: string, mustSucceed: boolean): Promise<string | null> {
  try {
    const response = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT_MS) })
    await response.body?.cancel()
    return mustSucceed && !response.ok ? `status ${response.status}` : null
  } catch (error) {
    const { cause } = error as { cause?: { code?: string } }
    return cause?.code ?? (error instanceof Error ? error.name : 'unknown error')
  }
}

const PROGRAM = commandLine('admin')

const helpCommand: Command = {
  summary: 'Lists the commands, or explains one',
  usage: 'help [COMMAND]',
  async run([name, ...others], printLine) {
    if (others.length > 0) throw new UsageError('Specify one command.')
    if (name === undefined) for (const line of listCommands()) printLine(line)
    else {
      const command = findCommand(name)
      if (command === undefined) throw new UsageError(`Unknown command: ${name}.`)
      printLine(`${command.summary}.`)
      printLine(formatUsage(PROGRAM, command))
    }
  },
}

const signupCodeCommand: Command = {
  summary: 'Prints the code that makes a new account an admin',
  usage: 'signup-code',
  async run(args, printLine) {
    parseArgs({ args, options: {} })
    await withDatabase(async (db, { adminSignupCode }) => {
      printLine(adminSignupCode)
      if (await hasSiteAdmin(db)) printLine('This site has an admin already. The code makes another one.')
    })
  },
}

const COMMANDS: Record<string, Command> = {
  help: helpCommand,
  doctor: doctorCommand,
  'signup-code': signupCodeCommand,
  'copy-database': copyDatabaseCommand,
  'create-admin': createAdminCommand,
  'reset-password': resetPasswordCommand,
  refresh: refreshCommand,
  backfill: backfillCommand,
  'export-league': exportLeagueCommand,
  'import-league': importLeagueCommand,
  'export-seasons': exportSeasonsCommand,
  rebuild: rebuildCommand,
  audit: auditCommand,
  ...Object.fromEntries(
    Object.entries(OPERATION_COMMANDS).map(([name, operation]) => [name, operationCommand(name, operation)]),
  ),
}

export async function runAdmin(
  [name = '', ...args]: readonly string[],
  output: CommandOutput,
): Promise<number> {
  const command = findCommand(name)
  if (command !== undefined) return runCommand(PROGRAM, command, args, output)
  output.printError(name === '' ? 'Specify a command.' : `Unknown command: ${name}.`)
  output.printError(`${PROGRAM} help lists all commands.`)
  return 1
}

function findCommand(name: string): Command | undefined {
  return Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
}

function listCommands(): string[] {
  const width = Math.max(...Object.keys(COMMANDS).map((name) => name.length))
  return [
    `${PROGRAM} COMMAND [OPTION …]`,
    '',
    ...Object.entries(COMMANDS).map(([name, { summary }]) => `  ${name.padEnd(width)}  ${summary}`),
    '',
    `${PROGRAM} help COMMAND lists the options of a command.`,
  ]
}
