import { getEmailStatus, sendVerificationEmail, verifyEmail } from '@fieldhouse/contract/email'
import { currentUser } from '../../../auth/access.ts'
import type { RateLimiter } from '../../../auth/rate-limiter.ts'
import { ApiError } from '../../../http/errors/api-error.ts'
import type { Routes } from '../../../http/requests/validation.ts'
import type { JobRequester } from '../../../jobs/job-runner.ts'
import { verificationEmailsOfAccount } from '../rate-limits.ts'
import type { EmailStore } from './email-store.ts'
import { parseVerificationToken, verificationEmailRequest } from './verification-link.ts'

export type EmailOptions = {
  store: EmailStore
  limiter: RateLimiter
  jobs: Pick<JobRequester, 'request'>
  /** Signs the links. */
  secretKey: string
  sendsMail: boolean
  now: () => Date
}

export const emailRoutes: Routes<EmailOptions> = (app, options) => {
  const { store, limiter, jobs, secretKey, sendsMail, now } = options

  app.route({
    ...getEmailStatus,
    async handler(request) {
      const state = await store.findState(currentUser(request).userId)
      if (state === null) throw new ApiError('not_signed_in')
      if (state === 'none' || state === 'verified') return { status: state }
      return { status: sendsMail ? ('unverified' as const) : ('unverifiable' as const) }
    },
  })

  app.route({
    ...sendVerificationEmail,
    async handler(request) {
      await request.confirmRights()
      const { userId } = currentUser(request)
      const state = await store.findState(userId)
      if (state === null) throw new ApiError('not_signed_in')
      if (state === 'verified') return { message: 'Your email is already verified.' }
      if (state === 'none') return { message: 'Add an email address first.' }
      if (!sendsMail) return { message: "This site doesn't send email, so your address can't be verified." }
      await limiter.consume(verificationEmailsOfAccount(userId), now())
      await jobs.request(verificationEmailRequest(userId))
      return { message: 'Email sent. Open the link in it within three days.' }
    },
  })

  app.route({
    ...verifyEmail,
    async handler(request) {
      const token = parseVerificationToken(secretKey, request.body.token, now())
      const email = token === null ? null : await store.findAddress(token.userId)
      if (token === null || email === null || !token.isValidFor(email))
        throw new ApiError('invalid_verification_link')
      const result = await store.verify(token.userId, email, now())
      if (result === 'changed') throw new ApiError('invalid_verification_link')
      if (result === 'email_taken') throw new ApiError('email_taken')
      return {
        message: result === 'verified' ? 'Your email is verified.' : 'Your email was verified before.',
      }
    },
  })
}
