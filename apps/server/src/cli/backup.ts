import { backupCommand } from '../app/commands/backup.ts'
import { runCommand } from '../app/commands/command.ts'

const output = { printLine: console.log, printError: console.error }
process.exitCode = await runCommand('npm run backup', backupCommand, process.argv.slice(2), output)
