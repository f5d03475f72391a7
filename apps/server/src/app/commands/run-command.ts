import { CopyRefusedError } from '../../database/portability/copy-database.ts'
import { MediaUnreachableError } from '../../media/media-store.ts'
import { BackupError } from '../backup/backup-format.ts'
import { describeStartError } from '../program.ts'
import { type Command, FailedError, UsageError } from './command.ts'

/**
 * Runs a command and returns the exit code. Prints an error message, with the usage if the arguments are invalid.
 * `program` is the npm command that starts it, such as `npm run admin`.
 */
export async function runCommand(
  program: string,
  command: Command,
  args: string[],
  printLine: (line: string) => void,
): Promise<number> {
  try {
    await command.run(args, printLine)
    return 0
  } catch (error) {
    const isUsage = isUsageError(error)
    if (isUsage) console.error(usageErrorMessage(error))
    else console.error(isExpectedError(error) ? error.message : describeStartError(error))
    if (isUsage) console.error(formatUsage(program, [command]))
    return 1
  }
}

export function formatUsage(program: string, commands: readonly Command[]): string {
  return ['Usage:', ...commands.map(({ usage }) => `  ${program} -- ${usage}`)].join('\n')
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

const EXPECTED_ERRORS = [BackupError, CopyRefusedError, FailedError, MediaUnreachableError]

function isExpectedError(error: unknown): error is Error {
  return EXPECTED_ERRORS.some((ErrorClass) => error instanceof ErrorClass)
}
