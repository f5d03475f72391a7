import { CopyRefusedError } from '../../database/copy-database.ts'
import { MediaUnreachableError } from '../../media/media-store.ts'
import { BackupError } from '../backup/backup-error.ts'
import { describeStartError } from '../program.ts'
import { type Command, FailedError, UsageError } from './command.ts'

/** Runs a command to its end, and says in words why it could not; returns the exit code. `program` is what starts it. */
export async function runCommand(
  program: string,
  command: Command,
  args: string[],
  tell: (line: string) => void,
): Promise<number> {
  try {
    await command.run(args, tell)
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

/** Node would repeat an argument that has no place, and it may be a password. */
function usageErrorMessage(error: Error): string {
  const isStray = 'code' in error && error.code === 'ERR_PARSE_ARGS_UNEXPECTED_POSITIONAL'
  return isStray ? 'One argument belongs to no option.' : error.message
}

const EXPECTED_ERRORS = [BackupError, CopyRefusedError, FailedError, MediaUnreachableError]

function isExpectedError(error: unknown): error is Error {
  return EXPECTED_ERRORS.some((kind) => error instanceof kind)
}
