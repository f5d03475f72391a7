import { runCommand } from '../app/commands/command.ts'
import { restoreCommand } from '../app/commands/restore.ts'

process.exitCode = await runCommand('npm run restore', restoreCommand, process.argv.slice(2), console.log)
