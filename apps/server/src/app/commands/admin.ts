import { createAdminCommand, resetPasswordCommand } from './accounts.ts'
import { auditCommand } from './audit.ts'
import { backfillCommand } from './backfill.ts'
import { type Command, type CommandOutput, formatUsage, runCommand } from './command.ts'
import { copyDatabaseCommand } from './copy-database.ts'
import { exportLeagueCommand, exportSeasonsCommand, importLeagueCommand } from './league-archives.ts'
import { operationCommand } from './operation-command.ts'
import { OPERATION_COMMANDS } from './operation-commands.ts'
import { rebuildCommand } from './rebuild.ts'
import { refreshCommand } from './refresh.ts'

const PROGRAM = 'npm run admin'

const COMMANDS: Record<string, Command> = {
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

/** Runs one command of `npm run admin`; returns the exit code. */
export async function runAdmin(
  [name = '', ...args]: readonly string[],
  output: CommandOutput,
): Promise<number> {
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
  if (command !== undefined) return runCommand(PROGRAM, command, args, output)
  output.printError(name === '' ? 'Specify a command.' : `Unknown command: ${name}.`)
  output.printError(formatUsage(PROGRAM, Object.values(COMMANDS)))
  return 1
}
