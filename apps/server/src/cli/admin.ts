import { createAdminCommand, resetPasswordCommand } from '../app/commands/accounts.ts'
import type { Command } from '../app/commands/command.ts'
import { copyDatabaseCommand } from '../app/commands/copy-database.ts'
import { exportLeagueCommand, importLeagueCommand } from '../app/commands/league-archives.ts'
import { rebuildCommand } from '../app/commands/rebuild.ts'
import { refreshCommand } from '../app/commands/refresh.ts'
import { runCommand, usageOf } from '../app/commands/run-command.ts'

const PROGRAM = 'npm run admin'

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
  if (command !== undefined) return runCommand(PROGRAM, command, args, console.log)
  console.error(name === '' ? 'Name a command.' : `There is no command ${name}.`)
  console.error(usageOf(PROGRAM, Object.values(COMMANDS)))
  return 1
}

process.exitCode = await runAdmin(process.argv.slice(2))
