import { backupCommand } from '../app/commands/backup.ts'
import { runCommand } from '../app/commands/command.ts'
import { commandLine } from '../app/commands/command-line.ts'

const output = { printLine: console.log, printError: console.error }
process.exitCode = await runCommand(commandLine('backup'), backupCommand, process.argv.slice(2), output)
