import { runCommand } from '../app/commands/command.ts'
import { commandLine } from '../app/commands/command-line.ts'
import { restoreCommand } from '../app/commands/restore.ts'

const output = { printLine: console.log, printError: console.error }
process.exitCode = await runCommand(commandLine('restore'), restoreCommand, process.argv.slice(2), output)
