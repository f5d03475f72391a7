import { parseArgs } from 'node:util'
import { register } from '@fieldhouse/contract/accounts'
import { passwordStore } from '../../features/accounts/password-store.ts'
import { hashPassword } from '../../features/accounts/passwords.ts'
import { accountStore } from '../../features/accounts/store.ts'
import { ApiError } from '../../http/api-error.ts'
import { newToken } from '../../http/tokens.ts'
import { type Command, UsageError } from './command.ts'
import { withDatabase } from './with-database.ts'

const NewAdminInput = register.schema.body.pick({ username: true, email: true })

const MISSING_USERNAME_MESSAGE = 'Name the account with --username.'

export const createAdminCommand: Command = {
  usage: 'create-admin --username NAME [--email ADDRESS]',
  async run(args, tell) {
    const { values } = parseArgs({
      args,
      options: { username: { type: 'string' }, email: { type: 'string' } },
    })
    if (!values.username) throw new UsageError(MISSING_USERNAME_MESSAGE)
    const asked = NewAdminInput.safeParse(values)
    if (!asked.success) throw new UsageError(asked.error.issues[0]?.message ?? MISSING_USERNAME_MESSAGE)
    const password = newToken(12)
    const account = {
      username: asked.data.username,
      email: asked.data.email ?? '',
      firstName: '',
      lastName: '',
      isAdmin: true,
      isStaff: true,
      passwordHash: await hashPassword(password),
    }
    await withDatabase((db) => rethrowAsUsageError(accountStore(db).create(account, new Date())))
    tell(`${account.username} is a site admin now, and signs in with this password: ${password}`)
  },
}

export const resetPasswordCommand: Command = {
  usage: 'reset-password --username NAME',
  async run(args, tell) {
    const { values } = parseArgs({ args, options: { username: { type: 'string' } } })
    const { username } = values
    if (!username) throw new UsageError(MISSING_USERNAME_MESSAGE)
    const password = newToken(12)
    await withDatabase(async (db) => {
      const account = await accountStore(db).findByUsername(username)
      if (account === null) throw new UsageError(`There is no account ${username}.`)
      await passwordStore(db).setForUser(account, await hashPassword(password), null, new Date())
    })
    tell(`${username} is signed out everywhere, and signs in with this password: ${password}`)
  },
}

/** What a caller may learn of a failure is a sentence here too. */
async function rethrowAsUsageError(work: Promise<void>): Promise<void> {
  try {
    await work
  } catch (error) {
    throw error instanceof ApiError ? new UsageError(error.message, { cause: error }) : error
  }
}
