import { runAdmin } from '../app/commands/admin.ts'

const output = { printLine: console.log, printError: console.error }
process.exitCode = await runAdmin(process.argv.slice(2), output)
