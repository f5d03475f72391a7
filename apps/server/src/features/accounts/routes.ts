import { getCsrf, login, logout, register, whoAmI } from '@fieldhouse/contract/accounts'
import type { FastifyRequest } from 'fastify'
import { clearSessionCookie, SESSION_COOKIE, setSessionCookie } from '../../auth/access.ts'
import { type CsrfOptions, ensureCsrfToken } from '../../auth/csrf.ts'
import { hashPassword } from '../../auth/passwords.ts'
import type { Bucket, RateLimiter } from '../../auth/rate-limiter.ts'
import type { SessionStore } from '../../auth/session-store.ts'
import { hashToken } from '../../crypto/tokens.ts'
import { ApiError } from '../../http/errors/api-error.ts'
import type { Routes } from '../../http/requests/validation.ts'
import type { JobRequester } from '../../jobs/job-runner.ts'
import type { DeviceCookie } from './device-cookie.ts'
import type { EmailStore } from './email/email-store.ts'
import type { NewPasswordCheck } from './new-password.ts'
import { presentUser } from './present.ts'
import { failedLoginsFromAddress, failedLoginsOnDevice, failedLoginsWith } from './rate-limits.ts'
import type { FactorStore } from './second-factor/factor-store.ts'
import { presentSecondFactorStep } from './second-factor/present.ts'
import type { SignInStepStore } from './second-factor/sign-in-step-store.ts'
import { authenticateAccount, requireAdminCode, signInContextOf } from './sign-in.ts'
import type { Account, AccountStore } from './store.ts'

export type AccountsOptions = {
  accounts: AccountStore
  emails: Pick<EmailStore, 'isTaken'>
  steps: SignInStepStore
  factors: FactorStore
  sessions: SessionStore
  limiter: RateLimiter
  jobs: Pick<JobRequester, 'wake'>
  devices: DeviceCookie
  checkNewPassword: NewPasswordCheck
  /** Called when too many logins with a username or an email address have failed. */
  onLockout: (typed: string) => Promise<void>
  csrf: CsrfOptions
  adminSignupCode: string
  isSecure: boolean
  now: () => Date
}

export const accountsRoutes: Routes<AccountsOptions> = (app, options) => {
  const { accounts, emails, steps, factors: secondFactors, sessions, limiter, jobs, isSecure, now } = options

  app.route({
    ...getCsrf,
    async handler(request, reply) {
      return { csrfToken: ensureCsrfToken(request, reply, options.csrf) }
    },
  })

  app.route({
    ...whoAmI,
    async handler({ currentUser }) {
      return currentUser === null ? { username: null } : presentUser(currentUser)
    },
  })

  app.route({
    ...login,
    async handler(request, reply) {
      const { username, password } = request.body
      const candidates = await accounts.findForSignIn(username)
      const attempt = {
        accounts: candidates,
        password,
        client: request.addressBlock,
        buckets: failedLoginBuckets(request, candidates, username),
        onLimitReached: async () => {
          await options.onLockout(username)
          // After the response, whose time must not tell whether there is an account.
          reply.raw.once('close', () => jobs.wake())
        },
      }
      const authenticated = await authenticateAccount(limiter, attempt, now())
      const factors = authenticated === null ? null : await secondFactors.findFactors(authenticated.id)
      if (authenticated !== null && factors !== null) {
        const stepToken = await steps.start(authenticated, now())
        if (stepToken === null) throw new ApiError('invalid_credentials')
        return presentSecondFactorStep(stepToken, factors)
      }
      const token =
        authenticated === null ? null : await accounts.signIn(authenticated, signInContextOf(request, now()))
      if (authenticated === null || token === null) {
        // The entered name is not logged, because people sometimes type their password there.
        request.log.warn({ account: candidates[0]?.id ?? null, from: request.ip }, 'sign-in failed')
        throw new ApiError('invalid_credentials')
      }
      setSessionCookie(reply, token, isSecure)
      options.devices.remember(request, reply, authenticated.id)
      return presentUser(authenticated)
    },
  })

  app.route({
    ...logout,
    async handler(request, reply) {
      const token = request.cookies[SESSION_COOKIE]
      if (token !== undefined) await sessions.end(hashToken(token))
      clearSessionCookie(reply)
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
      const isAdmin = role === 'admin'
      if (isAdmin) {
        const attempt = {
          code: admin_code ?? '',
          expected: options.adminSignupCode,
          address: request.addressBlock,
        }
        await requireAdminCode(limiter, attempt, now())
      }
      await options.checkNewPassword(password, { username, email }, 'password')
      if (await accounts.isUsernameTaken(username)) throw new ApiError('username_taken')
      if (await emails.isTaken(email, null, now())) throw new ApiError('email_taken')
      const passwordHash = await hashPassword(password, request.addressBlock)
      const result = await accounts.register(
        {
          username,
          email,
          firstName: first_name,
          lastName: last_name,
          passwordHash,
          isAdmin,
          isStaff: isAdmin,
        },
        signInContextOf(request, now()),
      )
      if (result.kind !== 'registered') throw new ApiError(result.kind)
      jobs.wake()
      setSessionCookie(reply, result.token, isSecure)
      options.devices.remember(request, reply, result.account.id)
      return presentUser(result.account)
    },
  })

  /** A device that has signed in to the account before has its own count, so that nobody can lock it out. */
  function failedLoginBuckets(
    request: FastifyRequest,
    candidates: readonly Account[],
    typed: string,
  ): readonly Bucket[] {
    const device = options.devices.read(request)
    const isKnown = device !== null && candidates.some(({ id }) => device.userIds.includes(id))
    return isKnown
      ? [failedLoginsOnDevice(device.id)]
      : [failedLoginsWith(typed), failedLoginsFromAddress(request.addressBlock)]
  }
}
