import { changePassword, endSessions, listSessions, updateAccount } from '@fieldhouse/contract/accounts'
import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { currentUser, SESSION_COOKIE, setSessionCookie } from '../../http/access.ts'
import { ApiError } from '../../http/api-error.ts'
import type { RateLimiter } from '../../http/rate-limiter.ts'
import type { SessionStore } from '../../http/session-store.ts'
import type { PasswordStore } from './password-store.ts'
import { hashPassword } from './passwords.ts'
import { presentSession, presentUser } from './present.ts'
import { authenticateAccount, rejectCommonPassword, userAgentOf } from './sign-in.ts'
import type { Account, AccountChange, AccountStore } from './store.ts'

export type OwnAccountOptions = {
  accounts: AccountStore
  passwords: PasswordStore
  sessions: SessionStore
  limiter: RateLimiter
  isSecure: boolean
  now: () => Date
}

/** What a person does with their own account. */
export const ownAccountRoutes: FastifyPluginAsyncZod<OwnAccountOptions> = async (app, options) => {
  const { accounts, passwords, sessions, limiter, now } = options

  app.route({
    ...updateAccount,
    async handler(request) {
      const { first_name, last_name, email, current_password } = request.body
      const account = await findOwnAccount(request)
      const change = changedFields(account, { firstName: first_name, lastName: last_name, email })
      if (change.email !== undefined) {
        if (!current_password) throw currentPasswordRequired()
        await requirePassword(account, current_password, request.ip)
        const isOther = await accounts.isEmailTakenByOther(account.id, change.email)
        if (isOther) throw new ApiError('email_taken')
      }
      if (Object.keys(change).length === 0) return presentUser(account)
      return presentUser(await accounts.update(account, change, now()))
    },
  })

  app.route({
    ...changePassword,
    async handler(request, reply) {
      const { current_password, new_password } = request.body
      rejectCommonPassword(new_password, 'new_password')
      const account = await findOwnAccount(request)
      await requirePassword(account, current_password, request.ip)
      const newHash = await hashPassword(new_password)
      const how = { userAgent: userAgentOf(request), now: now() }
      const token = await passwords.change(account, newHash, how)
      if (token === null) throw new ApiError('password_incorrect')
      setSessionCookie(reply, token, options.isSecure)
      return { message: 'Password updated. Everywhere else you are signed out.' }
    },
  })

  app.route({
    ...listSessions,
    async handler(request) {
      const { userId, tokenHash } = currentUser(request)
      const own = await sessions.listForUser(userId, now())
      return { sessions: own.map((session) => presentSession(session, tokenHash)) }
    },
  })

  app.route({
    ...endSessions,
    async handler(request, reply) {
      const caller = currentUser(request)
      const { id } = request.body
      if (id == null) {
        const ended = await accounts.endOtherSessions(caller, now())
        return {
          message: ended === 0 ? 'You are signed in nowhere else.' : 'Everywhere else you are signed out.',
        }
      }
      if (!(await accounts.endOwnSession(caller, id, now()))) throw new ApiError('session_not_found')
      if (id === caller.tokenHash) reply.clearCookie(SESSION_COOKIE, { path: '/' })
      return { message: 'That session has ended.' }
    },
  })

  async function findOwnAccount(request: FastifyRequest): Promise<Account> {
    const account = await accounts.findById(currentUser(request).userId)
    if (account === null) throw new ApiError('not_signed_in')
    return account
  }

  async function requirePassword(account: Account, password: string, address: string): Promise<void> {
    const tried = { account, rateLimitKey: String(account.id), password, address }
    if ((await authenticateAccount(limiter, tried, now())) === null) throw new ApiError('password_incorrect')
  }
}

/** What of the asked is other than it is. */
function changedFields(
  account: Account,
  asked: { [Name in keyof AccountChange]: string | undefined },
): AccountChange {
  const { firstName, lastName, email } = asked
  return {
    ...(firstName === undefined || firstName === account.firstName ? {} : { firstName }),
    ...(lastName === undefined || lastName === account.lastName ? {} : { lastName }),
    ...(email === undefined || email === account.email ? {} : { email }),
  }
}

function currentPasswordRequired(): ApiError {
  const sentence = 'Enter your current password to change the email address.'
  return new ApiError('invalid_input', { message: sentence, fields: { current_password: sentence } })
}
