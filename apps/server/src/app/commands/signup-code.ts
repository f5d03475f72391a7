import { parseArgs } from 'node:util'
import { hasSiteAdmin } from '../../features/accounts/read-site-admin.ts'
import type { Command } from './command.ts'
import { withDatabase } from './with-database.ts'

export const signupCodeCommand: Command = {
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
