import { restoreCommand } from '../app/commands/backup.ts'
import { commandLine, runCommand } from '../app/commands/command.ts'

const output = { printLine: console.log, printError: console.error }
process.exitCode = await runCommand(commandLine('restore'), restoreCommand, process.argv.slice(2), output)
