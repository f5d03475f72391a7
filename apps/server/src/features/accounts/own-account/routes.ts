import {
  changePassword,
  deleteAccount,
  endSessions,
  listSessions,
  updateAccount,
} from '@fieldhouse/contract/accounts'
import { MINUTE_MS } from '@fieldhouse/domain/duration'
import type { FastifyRequest } from 'fastify'
import { clearSessionCookie, currentUser, setSessionCookie } from '../../../auth/access.ts'
import { hashPassword, NO_PASSWORD } from '../../../auth/passwords.ts'
import type { RateLimiter } from '../../../auth/rate-limiter.ts'
import type { SessionStore } from '../../../auth/session-store.ts'
import { ApiError, invalidField } from '../../../http/errors/api-error.ts'
import type { Routes } from '../../../http/requests/validation.ts'
import type { JobRequester } from '../../../jobs/job-runner.ts'
import type { EmailStore } from '../email/email-store.ts'
import type { NewPasswordCheck } from '../new-password.ts'
import type { PasswordStore } from '../password-store.ts'
import { presentUser } from '../present.ts'
import { wrongPasswordsInSession } from '../rate-limits.ts'
import { authenticateAccount, userAgentOf } from '../sign-in.ts'
import type { Account, AccountChange, AccountStore } from '../store.ts'
import type { DeletionStore } from './deletion-store.ts'
import { presentSession } from './present.ts'

/** How long after a sign-in people without a password may set one. */
const RECENT_SIGN_IN_MS = 10 * MINUTE_MS

export type OwnAccountOptions = {
  accounts: AccountStore
  emails: Pick<EmailStore, 'isTaken'>
  passwords: PasswordStore
  sessions: SessionStore
  deletions: DeletionStore
  checkNewPassword: NewPasswordCheck
  limiter: RateLimiter
  jobs: Pick<JobRequester, 'wake'>
  /** Whether the site sends email. */
  sendsMail: boolean
  isSecure: boolean
  now: () => Date
}

/** Routes for the current user's own account. */
export const ownAccountRoutes: Routes<OwnAccountOptions> = (app, options) => {
  const { accounts, emails, passwords, sessions, limiter, jobs, sendsMail, now } = options

  app.route({
    ...updateAccount,
    async handler(request) {
      const { first_name, last_name, email, current_password } = request.body
      const account = await findOwnAccount(request)
      const changes = changedFields(account, { firstName: first_name, lastName: last_name, email })
      if (changes.email !== undefined) {
        if (!current_password)
          throw invalidField('current_password', 'Enter your current password to change your email.')
        await requirePassword(request, account, current_password)
        if (await emails.isTaken(changes.email, account.id, now())) throw new ApiError('email_taken')
      }
      if (Object.keys(changes).length === 0) return presentUser(account)
      const result = await accounts.update(account, changes, now())
      if (result.kind !== 'updated') throw new ApiError(result.kind)
      if (changes.email !== undefined && sendsMail) jobs.wake()
      return presentUser(result.account)
    },
  })

  app.route({
    ...changePassword,
    async handler(request, reply) {
      const { current_password, new_password, keep_tokens: keepsTokens } = request.body
      const account = await findOwnAccount(request)
      if (account.passwordHash === NO_PASSWORD) await requireRecentSignIn(request)
      else await requirePassword(request, account, current_password)
      await options.checkNewPassword(new_password, account, 'new_password')
      const password = { hash: await hashPassword(new_password, String(account.id)), keepsTokens }
      const context = { userAgent: userAgentOf(request), address: request.ip, now: now() }
      const token = await passwords.change(account, password, context)
      if (token === null) throw new ApiError('password_incorrect')
      setSessionCookie(reply, token, options.isSecure)
      return { message: "Password updated. You're signed out everywhere else." }
    },
  })

  app.route({
    ...listSessions,
    async handler(request) {
      const { userId, tokenHash } = currentUser(request)
      const active = await sessions.listForUser(userId, now())
      return { sessions: active.map((session) => presentSession(session, tokenHash)) }
    },
  })

  app.route({
    ...endSessions,
    async handler(request, reply) {
      const user = currentUser(request)
      const { id } = request.body
      if (id == null) {
        const endedCount = await accounts.endOtherSessions(user, now())
        return {
          message:
            endedCount === 0 ? "You're not signed in anywhere else." : "You're signed out everywhere else.",
        }
      }
      if (!(await accounts.endOwnSession(user, id, now()))) throw new ApiError('session_not_found')
      if (id === user.tokenHash) clearSessionCookie(reply)
      return { message: 'Session ended.' }
    },
  })

  app.route({
    ...deleteAccount,
    async handler(request, reply) {
      const user = currentUser(request)
      if (request.body.username.trim() !== user.username)
        throw new ApiError('name_not_confirmed', { message: "Type your username exactly as it's shown." })
      const result = await options.deletions.deleteAccount(user, now())
      if (result.kind === 'only_site_admin') {
        const message = "You're the only site admin. Create another one before you delete your account."
        throw new ApiError('last_site_admin', { message })
      }
      if (result.kind === 'only_league_admin') {
        const message = `You're the only admin of ${result.leagues.join(', ')}. Make somebody else an admin, or delete the league, before you delete your account.`
        throw new ApiError('last_league_admin', { message })
      }
      clearSessionCookie(reply)
      return { message: 'Your account is deleted.' }
    },
  })

  async function findOwnAccount(request: FastifyRequest): Promise<Account> {
    const account = await accounts.findById(currentUser(request).userId)
    if (account === null) throw new ApiError('not_signed_in')
    return account
  }

  async function requireRecentSignIn(request: FastifyRequest): Promise<void> {
    const { userId, tokenHash } = currentUser(request)
    const session = (await sessions.listForUser(userId, now())).find((each) => each.tokenHash === tokenHash)
    const signedInAt = session?.createdAt.getTime() ?? 0
    if (now().getTime() - signedInAt >= RECENT_SIGN_IN_MS) throw new ApiError('sign_in_again')
  }

  async function requirePassword(request: FastifyRequest, account: Account, password: string): Promise<void> {
    const { tokenHash } = currentUser(request)
    const attempt = {
      accounts: [account],
      password,
      client: String(account.id),
      buckets: [wrongPasswordsInSession(tokenHash)],
    }
    if ((await authenticateAccount(limiter, attempt, now())) === null)
      throw new ApiError('password_incorrect')
  }
}

/** The requested values that differ from the account's current ones. */
function changedFields(
  account: Account,
  requested: { [Name in keyof AccountChange]: string | undefined },
): AccountChange {
  const { firstName, lastName, email } = requested
  return {
    ...(firstName === undefined || firstName === account.firstName ? {} : { firstName }),
    ...(lastName === undefined || lastName === account.lastName ? {} : { lastName }),
    ...(email === undefined || email === account.email ? {} : { email }),
  }
}
