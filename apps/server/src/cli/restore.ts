import { restoreCommand } from '../app/commands/restore.ts'
import { runCommand } from '../app/commands/run-command.ts'

process.exitCode = await runCommand('npm run restore', restoreCommand, process.argv.slice(2), console.log)
