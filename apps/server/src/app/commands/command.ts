import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import { BackupError } from '../../backup/backup-format.ts'
import { CopyRefusedError } from '../../database/portability/copy-database.ts'
import { ApiError } from '../../http/errors/api-error.ts'
import { MediaUnreachableError } from '../../media/media-store.ts'
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
