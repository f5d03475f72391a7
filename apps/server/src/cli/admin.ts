import { createAdminCommand, resetPasswordCommand } from '../app/commands/accounts.ts'
import { auditCommand } from '../app/commands/audit.ts'
import { backfillCommand } from '../app/commands/backfill.ts'
import { type Command, formatUsage, runCommand } from '../app/commands/command.ts'
import { copyDatabaseCommand } from '../app/commands/copy-database.ts'
import {
  exportLeagueCommand,
  exportSeasonsCommand,
  importLeagueCommand,
} from '../app/commands/league-archives.ts'
import { operationCommand } from '../app/commands/operation-command.ts'
import { OPERATION_COMMANDS } from '../app/commands/operation-commands.ts'
import { rebuildCommand } from '../app/commands/rebuild.ts'
import { refreshCommand } from '../app/commands/refresh.ts'

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

/** Runs one command; returns the exit code. */
async function runAdmin([name = '', ...args]: readonly string[]): Promise<number> {
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
  if (command !== undefined) return runCommand(PROGRAM, command, args, console.log)
  console.error(name === '' ? 'Specify a command.' : `Unknown command: ${name}.`)
  console.error(formatUsage(PROGRAM, Object.values(COMMANDS)))
  return 1
}

process.exitCode = await runAdmin(process.argv.slice(2))
