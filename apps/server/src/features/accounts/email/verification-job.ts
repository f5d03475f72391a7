import { z } from 'zod'
import type { RateLimiter } from '../../../auth/rate-limiter.ts'
import type { JobKind } from '../../../jobs/job.ts'
import type { Mailer } from '../../../mail/mailer.ts'
import { type EmailJobOptions, emailJob } from '../email-job.ts'
import { verificationEmailsToAddress } from '../rate-limits.ts'
import type { EmailStore } from './email-store.ts'
import { createVerificationEmail, createVerificationToken, VERIFICATION_JOB } from './verification-link.ts'

const Payload = z.object({ userId: z.int() })

export type VerificationJobOptions = EmailJobOptions & {
  store: Pick<EmailStore, 'findUnverified'>
  limiter: RateLimiter
  mailer: Mailer
  /** Signs the links. */
  secretKey: string
  /** The base URL of the site. */
  publicUrl: () => string
  now: () => Date
}

/** Sends a verification link, unless the address is verified by then, or has got too many of them. */
export function verificationEmailJob(options: VerificationJobOptions): JobKind {
  const { store, limiter, mailer, secretKey, publicUrl, now } = options
  return emailJob(VERIFICATION_JOB, options, async ({ payload, attempt, signal }) => {
    const { userId } = Payload.parse(payload)
    const account = await store.findUnverified(userId)
    if (account === null) return undefined
    const isAllowed =
      attempt > 1 || (await limiter.tryConsume(verificationEmailsToAddress(account.email), now()))
    if (!isAllowed) return undefined
    const token = createVerificationToken(secretKey, userId, account.email, now())
    await mailer.send(createVerificationEmail(account, token, publicUrl()), signal)
    return undefined
  })
}
