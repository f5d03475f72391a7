import { getCsrf, login, logout, register, whoAmI } from '@fieldhouse/contract/accounts'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { SESSION_COOKIE, setSessionCookie } from '../../http/access.ts'
import { ApiError } from '../../http/api-error.ts'
import type { Limiter } from '../../http/attempt-limiter.ts'
import { type CsrfOptions, ensureCsrfToken } from '../../http/csrf.ts'
import type { SessionStore } from '../../http/session-store.ts'
import { isSame } from '../../http/tokens.ts'
import { hashPassword } from './passwords.ts'
import { presentUser } from './present.ts'
import { provenAccount, refuseCommon, signInOf } from './sign-in.ts'
import type { AccountStore } from './store.ts'
import { triesFrom, triesOn, unknownName } from './tries.ts'

export type AccountsOptions = {
  accounts: AccountStore
  sessions: SessionStore
  limiter: Limiter
  csrf: CsrfOptions
  adminSignupCode: string
  isSecure: boolean
  now: () => Date
}

export const accountsRoutes: FastifyPluginAsyncZod<AccountsOptions> = async (app, options) => {
  const { accounts, sessions, limiter, isSecure, now } = options

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
      const counted = account === null ? unknownName(username) : String(account.id)
      const tried = { account, counted, password, address: request.ip }
      const proven = await provenAccount(limiter, tried, now())
      const token = proven === null ? null : await accounts.signIn(proven, signInOf(request, now()))
      if (proven === null || token === null) {
        // Without the name as it was typed: some type their password there.
        request.log.warn({ account: account?.id ?? null, from: request.ip }, 'a sign-in failed')
        throw new ApiError('invalid_credentials')
      }
      setSessionCookie(reply, token, isSecure)
      return presentUser(proven)
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
      refuseCommon(password, 'password')
      const isAdmin = role === 'admin'
      if (isAdmin) await proveAdminCode(admin_code ?? '', request.ip)
      if (await accounts.isUsernameTaken(username)) throw new ApiError('username_taken')
      if (await accounts.isEmailTaken(email)) throw new ApiError('email_taken')
      const passwordHash = await hashPassword(password)
      const { account, token } = await accounts.create(
        {
          username,
          email,
          firstName: first_name,
          lastName: last_name,
          passwordHash,
          isAdmin,
          isStaff: isAdmin,
        },
        signInOf(request, now()),
      )
      setSessionCookie(reply, token, isSecure)
      return presentUser(account)
    },
  })

  async function proveAdminCode(code: string, address: string): Promise<void> {
    const buckets = [triesOn(`admin-code:${address}`), triesFrom(address)]
    const proven = await limiter.attempt(buckets, now(), async () =>
      isSame(code, options.adminSignupCode) ? true : null,
    )
    if (proven === null) throw new ApiError('invalid_admin_code')
  }
}
