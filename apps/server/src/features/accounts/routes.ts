import { getCsrf, login, logout, register, whoAmI } from '@fieldhouse/contract/accounts'
import { foldName } from '@fieldhouse/domain/names'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { recordAct } from '../../database/audit.ts'
import type { Db } from '../../database/database.ts'
import { SESSION_COOKIE, setSessionCookie } from '../../http/access.ts'
import { ApiError } from '../../http/api-error.ts'
import { type CsrfOptions, ensureCsrfToken } from '../../http/csrf.ts'
import type { SessionStore } from '../../http/session-store.ts'
import { isSame } from '../../http/tokens.ts'
import type { Limiter } from './limiter.ts'
import { hashPassword, isCommonPassword, isPassword } from './passwords.ts'
import { presentUser } from './present.ts'
import type { Account, AccountStore } from './store.ts'

export type AccountsOptions = {
  db: Db
  accounts: AccountStore
  sessions: SessionStore
  limiter: Limiter
  csrf: CsrfOptions
  adminSignupCode: string
  isSecure: boolean
  now: () => Date
}

export const accountsRoutes: FastifyPluginAsyncZod<AccountsOptions> = async (app, options) => {
  const { accounts, sessions, limiter, now } = options

  app.route({
    ...getCsrf,
    async handler(request, reply) {
      return { csrfToken: ensureCsrfToken(request, reply, options.csrf) }
    },
  })

  app.route({
    ...whoAmI,
    async handler({ caller }) {
      return caller === null ? { username: null } : presentUser(caller)
    },
  })

  app.route({
    ...login,
    async handler(request, reply) {
      const { username, password } = request.body
      const account = await accounts.find(username)
      // An account is counted under its own number, whichever of its names is tried.
      const counted = account === null ? `name:${foldName(username)}` : String(account.id)
      const signedIn = await limiter.attempt({ account: counted, address: request.ip }, now(), async () =>
        (await isPassword(account?.passwordHash ?? null, password)) ? account : null,
      )
      if (signedIn === null) throw new ApiError('invalid_credentials')
      await limiter.forgive(counted)
      await recordAct(options.db, {
        at: now(),
        actor: { userId: signedIn.id, username: signedIn.username },
        action: 'account.login',
      })
      return signIn(signedIn, request, reply)
    },
  })

  app.route({
    ...logout,
    async handler(request, reply) {
      if (request.caller !== null) await sessions.end(request.caller.tokenHash)
      reply.clearCookie(SESSION_COOKIE, { path: '/' })
      return { ok: true } as const
    },
  })

  app.route({
    ...register,
    async handler(request, reply) {
      const {
        username,
        password,
        email = '',
        first_name = '',
        last_name = '',
        role,
        admin_code,
      } = request.body
      if (isCommonPassword(password)) throw commonPassword()
      const isAdmin = role === 'admin'
      if (isAdmin) await proveAdminCode(admin_code ?? '', request.ip)
      if (await accounts.isUsernameTaken(username)) throw new ApiError('username_taken')
      if (await accounts.isEmailTaken(email)) throw new ApiError('email_taken')
      const account = await accounts.create(
        {
          username,
          email,
          firstName: first_name,
          lastName: last_name,
          passwordHash: await hashPassword(password),
          isAdmin,
          isStaff: isAdmin,
        },
        now(),
      )
      return signIn(account, request, reply)
    },
  })

  async function proveAdminCode(code: string, address: string): Promise<void> {
    const proven = await limiter.attempt({ account: `admin-code:${address}`, address }, now(), async () =>
      isSame(code, options.adminSignupCode) ? true : null,
    )
    if (proven === null) throw new ApiError('invalid_admin_code')
  }

  /** Ends the session that the request came with, if any, and begins a new one. */
  async function signIn(account: Account, request: FastifyRequest, reply: FastifyReply) {
    if (request.caller !== null) await sessions.end(request.caller.tokenHash)
    setSessionCookie(reply, await sessions.start(account.id, now()), options.isSecure)
    return presentUser(account)
  }
}

function commonPassword(): ApiError {
  const sentence = 'That password is one of the most common ones. Choose another.'
  return new ApiError('invalid_input', { sentence, fields: { password: sentence } })
}
