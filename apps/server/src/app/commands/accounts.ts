import { parseArgs } from 'node:util'
import { register } from '@fieldhouse/contract/accounts/accounts'
import { hashPassword } from '../../auth/passwords.ts'
import { newToken } from '../../crypto/tokens.ts'
import { setPasswordOf } from '../../features/accounts/password-store.ts'
import { createAccount, findByUsername } from '../../features/accounts/store.ts'
import { ApiError } from '../../http/errors/api-error.ts'
import { type Command, UsageError } from './command.ts'
import { withDatabase } from './with-database.ts'

const NewAdminInput = register.schema.body.pick({ username: true, email: true })

const MISSING_USERNAME_MESSAGE = 'Specify the username with --username.'

export const createAdminCommand: Command = {
  summary: 'Creates a site admin, and prints a password',
  usage: 'create-admin --username NAME [--email ADDRESS]',
  async run(args, printLine) {
    const { values } = parseArgs({
      args,
      options: { username: { type: 'string' }, email: { type: 'string' } },
    })
    if (!values.username) throw new UsageError(MISSING_USERNAME_MESSAGE)
    const input = NewAdminInput.safeParse(values)
    if (!input.success) throw new UsageError(input.error.issues[0]?.message ?? MISSING_USERNAME_MESSAGE)
    const password = newToken(12)
    const account = {
      username: input.data.username,
      email: input.data.email ?? '',
      firstName: '',
      lastName: '',
      isAdmin: true,
      isStaff: true,
      passwordHash: await hashPassword(password),
    }
    await withDatabase((db) => createAccount(db, account, new Date())).catch((error: unknown) => {
      throw error instanceof ApiError ? new UsageError(error.message) : error
    })
    printLine(`Created site admin ${account.username}. Password: ${password}`)
  },
}

export const resetPasswordCommand: Command = {
  summary: 'Sets a new password, and prints it',
  usage: 'reset-password --username NAME',
  async run(args, printLine) {
    const { values } = parseArgs({ args, options: { username: { type: 'string' } } })
    const { username } = values
    if (!username) throw new UsageError(MISSING_USERNAME_MESSAGE)
    const password = newToken(12)
    await withDatabase(async (db) => {
      const account = await findByUsername(db, username)
      if (account === null) throw new UsageError(`Account not found: ${username}.`)
      const newPassword = { hash: await hashPassword(password), keepsTokens: false }
      await setPasswordOf(db, account, newPassword, null, new Date())
    })
    printLine(`Password reset for ${username}, who is now signed out everywhere. New password: ${password}`)
  },
}
