import { createAdminCommand, resetPasswordCommand } from '../app/commands/accounts.ts'
import { type Command, FailedError, UsageError } from '../app/commands/command.ts'
import { copyDatabaseCommand } from '../app/commands/copy-database.ts'
import { exportLeagueCommand, importLeagueCommand } from '../app/commands/league-archives.ts'
import { rebuildCommand } from '../app/commands/rebuild.ts'
import { refreshCommand } from '../app/commands/refresh.ts'
import { reasonOf } from '../app/program.ts'
import { CopyRefusedError } from '../database/copy-database.ts'

const COMMANDS: Record<string, Command> = {
  'copy-database': copyDatabaseCommand,
  'create-admin': createAdminCommand,
  'reset-password': resetPasswordCommand,
  refresh: refreshCommand,
  'export-league': exportLeagueCommand,
  'import-league': importLeagueCommand,
  rebuild: rebuildCommand,
}

/** Runs one command; returns the exit code. */
async function runAdmin([name = '', ...args]: readonly string[]): Promise<number> {
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
  if (command === undefined) {
    console.error(name === '' ? 'Name a command.' : `There is no command ${name}.`)
    console.error(usageOf(Object.values(COMMANDS)))
    return 1
  }
  try {
    await command.run(args, console.log)
    return 0
  } catch (error) {
    const isUsage = isAboutArguments(error)
    console.error(isUsage || isSaidInWords(error) ? error.message : reasonOf(error))
    if (isUsage) console.error(usageOf([command]))
    return 1
  }
}

function isAboutArguments(error: unknown): error is Error {
  if (error instanceof UsageError) return true
  return error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS_')
}

function isSaidInWords(error: unknown): error is Error {
  return error instanceof CopyRefusedError || error instanceof FailedError
}

function usageOf(commands: readonly Command[]): string {
  return ['Usage:', ...commands.map(({ usage }) => `  npm run admin -- ${usage}`)].join('\n')
}

process.exitCode = await runAdmin(process.argv.slice(2))
