import { confirmPasswordReset, requestPasswordReset } from '@fieldhouse/contract/accounts'
import { hashPassword } from '../../../auth/passwords.ts'
import type { RateLimiter } from '../../../auth/rate-limiter.ts'
import type { Cipher } from '../../../crypto/encryption.ts'
import { ApiError } from '../../../http/errors/api-error.ts'
import type { Routes } from '../../../http/requests/validation.ts'
import type { JobRequester } from '../../../jobs/job-runner.ts'
import type { NewPasswordCheck } from '../new-password.ts'
import type { PasswordStore } from '../password-store.ts'
import { failedLoginsFromAddress, resetRequestsFromAddress } from '../rate-limits.ts'
import { resetEmailRequest } from './reset-email-job.ts'
import type { ResetSender } from './reset-sender.ts'

export type PasswordResetOptions = {
  passwords: PasswordStore
  checkNewPassword: NewPasswordCheck
  limiter: RateLimiter
  sender: Pick<ResetSender, 'prepare'>
  jobs: Pick<JobRequester, 'queue' | 'request' | 'wake'>
  /** Encrypts queued requests. */
  cipher: Cipher
  /** Whether the response includes the reset link, for development. */
  hasDevLinks: boolean
  now: () => Date
}

const REQUESTED_MESSAGE = 'If that account exists, an email was sent.'

export const passwordResetRoutes: Routes<PasswordResetOptions> = (app, options) => {
  const { passwords, checkNewPassword, limiter, sender, jobs, cipher, now } = options

  app.route({
    ...requestPasswordReset,
    async handler(request, reply) {
      const { username_or_email } = request.body
      await limiter.consume(resetRequestsFromAddress(request.addressBlock), now())
      if (options.hasDevLinks) {
        const prepared = await sender.prepare(username_or_email)
        if (prepared === null) return { message: REQUESTED_MESSAGE }
        await jobs.request(resetEmailRequest(username_or_email, cipher), prepared)
        return { message: REQUESTED_MESSAGE, link: prepared.link }
      }
      await jobs.queue(resetEmailRequest(username_or_email, cipher))
      // All work that depends on the account runs after the response, so that the response time does
      // not reveal whether the account exists.
      reply.raw.once('close', () => jobs.wake())
      return { message: REQUESTED_MESSAGE }
    },
  })

  app.route({
    ...confirmPasswordReset,
    async handler(request) {
      const { uid, token, new_password, keep_tokens: keepsTokens } = request.body
      const code = { userId: parseUserId(uid), token: token.trim() }
      const user = await limiter.attempt([failedLoginsFromAddress(request.addressBlock)], now(), () =>
        passwords.findUserByResetToken(code.userId, code.token, now()),
      )
      if (user === null) throw new ApiError('invalid_reset_link')
      await checkNewPassword(new_password, user, 'new_password')
      const password = { hash: await hashPassword(new_password, request.addressBlock), keepsTokens }
      const isReset = await passwords.reset(user, code.token, password, now())
      if (!isReset) throw new ApiError('invalid_reset_link')
      return { message: 'Password updated. You can sign in now.' }
    },
  })
}

/** The user id from a reset link, or 0, which no user has, when the text is not a valid id. */
function parseUserId(uid: string): number {
  return /^\d{1,15}$/.test(uid.trim()) ? Number(uid.trim()) : 0
}
