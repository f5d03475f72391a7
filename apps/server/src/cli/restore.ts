import { runCommand } from '../app/commands/command.ts'
import { restoreCommand } from '../app/commands/restore.ts'

const output = { printLine: console.log, printError: console.error }
process.exitCode = await runCommand('npm run restore', restoreCommand, process.argv.slice(2), output)
