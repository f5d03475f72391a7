import { existsSync, statSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import type { z } from 'zod'
import { findLeague, type LeagueScope } from '../../auth/access.ts'
import { BackupError } from '../../backup/backup-format.ts'
import { connect, type Db, isMigrated, migrate } from '../../database/engine/database.ts'
import { CopyRefusedError } from '../../database/portability/table-rows.ts'
import { ApiError } from '../../http/errors/api-error.ts'
import { MediaUnreachableError } from '../../media/media-store.ts'
import { loadEnvironment, readSettings, type Settings } from '../../settings.ts'
import { describeStartError, restrictNewFiles } from '../program.ts'

export type Command = {
  /** What the command does, without a period. */
  summary: string
  /** The command and its options, as written after the npm script and `--`. */
  usage: string
  /** Prints its result line by line. Throws a UsageError for invalid arguments. */
  run: (args: string[], printLine: (line: string) => void) => Promise<void>
}

export type CommandOutput = {
  printLine: (line: string) => void
  printError: (error: unknown) => void
}

/** The arguments are invalid. The message is printed together with the usage. */
export class UsageError extends Error {
  override name = 'UsageError'
}

/** The arguments are valid, but the command failed. The message says why. */
export class FailedError extends Error {
  override name = 'FailedError'
}

export const now = () => new Date()

/** Throws a UsageError that says what is wrong first. */
export function parseInput<Input>(schema: z.ZodType<Input>, values: unknown): Input {
  const { success, data, error } = schema.safeParse(values)
  if (!success) throw new UsageError(error.issues[0]?.message ?? 'The arguments are invalid.')
  return data
}

/** The absolute path of the only file argument. Throws a UsageError with `message` for none or several. */
export function singleFileArgument(positionals: readonly string[], message: string): string {
  const [file, ...others] = positionals
  if (file === undefined || others.length > 0) throw new UsageError(message)
  return resolve(file)
}

/** The same for a file that must exist. Throws a UsageError if it does not. */
export function existingFileArgument(positionals: readonly string[], message: string): string {
  const file = singleFileArgument(positionals, message)
  if (statSync(file, { throwIfNoEntry: false })?.isFile() !== true)
    throw new UsageError(`File not found: ${file}.`)
  return file
}

/** Returns the exit code. `program` is what starts the command. */
export async function runCommand(
  program: string,
  command: Command,
  args: string[],
  { printLine, printError }: CommandOutput,
): Promise<number> {
  restrictNewFiles()
  try {
    await command.run(args, printLine)
    return 0
  } catch (error) {
    const isUsage = isUsageError(error)
    if (isUsage) printError(usageErrorMessage(error))
    else printError(isExpectedError(error) ? error.message : describeStartError(error))
    if (isUsage) printError(formatUsage(program, command))
    return 1
  }
}

export function formatUsage(program: string, { usage }: Command): string {
  return `Usage:\n  ${program} ${usage}`
}

function isUsageError(error: unknown): error is Error {
  if (error instanceof UsageError) return true
  return error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS_')
}

/** Node's message would repeat the unexpected argument, which may be a password. */
function usageErrorMessage(error: Error): string {
  const isUnexpectedArgument = 'code' in error && error.code === 'ERR_PARSE_ARGS_UNEXPECTED_POSITIONAL'
  return isUnexpectedArgument ? 'Unexpected argument.' : error.message
}

const EXPECTED_ERRORS = [ApiError, BackupError, CopyRefusedError, FailedError, MediaUnreachableError]

function isExpectedError(error: unknown): error is Error {
  return EXPECTED_ERRORS.some((ErrorClass) => error instanceof ErrorClass)
}

export function commandLine(command: 'admin' | 'backup' | 'restore'): string {
  // The npm package has one program for the server and its commands.
  const isPackage = basename(process.argv[1] ?? '', '.js') === 'fieldhouse'
  return isPackage ? `npx fieldhouse ${command}` : `npm run ${command} --`
}

/** Runs `work` with the migrated database of the configured server. Can be used while the server is running. */
export function withDatabase<Result>(work: (db: Db, settings: Settings) => Promise<Result>): Promise<Result> {
  return withConnection(readSettings(loadEnvironment()), async (db, settings) => {
    await migrate(db)
    return work(db, settings)
  })
}

/** The same without creating or migrating the database. Throws a UsageError if its file does not exist. */
export async function withExistingDatabase<Result>(
  work: (db: Db, settings: Settings) => Promise<Result>,
): Promise<Result> {
  const settings = readSettings(loadEnvironment())
  const { database } = settings
  if (database.engine === 'sqlite' && !existsSync(database.file))
    throw new UsageError(`Database not found: ${database.file}. Check DATA_DIR.`)
  return withConnection(settings, work)
}

async function withConnection<Result>(
  settings: Settings,
  work: (db: Db, settings: Settings) => Promise<Result>,
): Promise<Result> {
  const db = connect(settings.database)
  try {
    return await work(db, settings)
  } finally {
    await db.destroy()
  }
}

export async function requireMigrated(db: Db): Promise<void> {
  if (await isMigrated(db)) return
  throw new UsageError(
    'The database was written by an older release. Start the server once to migrate it, then try again.',
  )
}

/** The league named by --league. Throws a UsageError if the option is missing or the league does not exist. */
export async function requireLeague(db: Db, name: string | undefined): Promise<LeagueScope> {
  if (!name) throw new UsageError('Specify the league with --league.')
  const league = await findLeague(db, name, null)
  if (league === null) throw new UsageError(`League not found: ${name}.`)
  return league
}

type OutputRecord = Readonly<Record<string, unknown>>

/** A body with a `message` becomes that message, any other body its fields, with lists as tables. */
export function formatOutput(body: unknown): string[] {
  if (isRecord(body) && typeof body['message'] === 'string') return [body['message']]
  return formatValue(body)
}

function formatValue(value: unknown): string[] {
  if (Array.isArray(value)) return formatList(value)
  if (!isRecord(value)) return [formatCell(value)]
  return Object.entries(value).flatMap(([name, field]) => {
    if (isFlat(field)) return [`${name}: ${formatCell(field)}`]
    return [`${name}:`, ...formatValue(field).map((line) => `  ${line}`)]
  })
}

function formatList(list: readonly unknown[]): string[] {
  const rows = list.filter(isRecord)
  if (rows.every((row) => Object.values(row).every(isFlat))) return formatTable(rows)
  return rows.flatMap((row) => formatValue(row).map((line, index) => `${index === 0 ? '- ' : '  '}${line}`))
}

function formatTable(rows: readonly OutputRecord[]): string[] {
  const names = Object.keys(rows[0] ?? {})
  const cells = [names, ...rows.map((row) => names.map((name) => formatCell(row[name])))]
  const widths = names.map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)))
  return cells.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  )
}

function isFlat(value: unknown): boolean {
  return Array.isArray(value) ? !value.some(isRecord) : !isRecord(value)
}

function formatCell(value: unknown): string {
  if (Array.isArray(value)) return value.length === 0 ? '—' : value.map(formatCell).join(', ')
  if (value === null || value === undefined || value === '') return '—'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value !== 'string') return JSON.stringify(value)
  // Line breaks would break the table.
  return value
    .split(/\n\s*/)
    .map((line) => line.trimEnd())
    .join(' / ')
}

function isRecord(value: unknown): value is OutputRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
