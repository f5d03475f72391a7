import { parseArgs } from 'node:util'
import { hasSiteAdmin } from '../../features/accounts/read-site-admin.ts'
import { createAdminCommand, resetPasswordCommand } from './accounts.ts'
import { auditCommand } from './audit.ts'
import { backfillCommand } from './backfill.ts'
import { type Command, type CommandOutput, formatUsage, runCommand, UsageError } from './command.ts'
import { commandLine } from './command-line.ts'
import { copyDatabaseCommand } from './copy-database.ts'
import { doctorCommand } from './doctor.ts'
import { exportLeagueCommand, exportSeasonsCommand, importLeagueCommand } from './league-archives.ts'
import { operationCommand } from './operation-command.ts'
import { OPERATION_COMMANDS } from './operation-commands.ts'
import { rebuildCommand } from './rebuild.ts'
import { refreshCommand } from './refresh.ts'
import { withDatabase } from './with-database.ts'

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
