import { z } from 'zod'
import type { RateLimiter } from '../../../auth/rate-limiter.ts'
import type { JobKind, JobPool } from '../../../jobs/job.ts'
import { MAIL_RETRIES } from '../../../jobs/retry-delay.ts'
import { MailError, type Mailer } from '../../../mail/mailer.ts'
import { verificationEmailsToAddress } from '../rate-limits.ts'
import type { EmailStore } from './email-store.ts'
import { createVerificationEmail, createVerificationToken, VERIFICATION_JOB } from './verification-link.ts'

const Payload = z.object({ userId: z.int() })

export type VerificationJobOptions = {
  store: Pick<EmailStore, 'findUnverified'>
  limiter: RateLimiter
  mailer: Mailer
  /** Signs the links. */
  secretKey: string
  /** The slots that all emails share. */
  pool: JobPool
  /** The base URL of the site. */
  publicUrl: () => string
  log: { error: (fields: object, message: string) => void }
  now: () => Date
}

/** Sends a verification link, unless the address is verified by then, or has got too many of them. */
export function verificationEmailJob(options: VerificationJobOptions): JobKind {
  const { store, limiter, mailer, secretKey, pool, publicUrl, log, now } = options
  return {
    kind: VERIFICATION_JOB,
    async run({ payload, attempt, signal }) {
      const { userId } = Payload.parse(payload)
      const account = await store.findUnverified(userId)
      if (account === null) return undefined
      const isAllowed =
        attempt > 1 || (await limiter.tryConsume(verificationEmailsToAddress(account.email), now()))
      if (!isAllowed) return undefined
      const token = createVerificationToken(secretKey, userId, account.email, now())
      try {
        await mailer.send(createVerificationEmail(account, token, publicUrl()), signal)
        return undefined
      } catch (error) {
        log.error({ err: error }, 'failed to send email')
        signal.throwIfAborted()
        if (!(error instanceof MailError)) throw error
        const reason = `The mail server didn't accept the email: ${error.message}`
        return { kind: 'later', reason, retryAfterMs: null }
      }
    },
    pool,
    maxConcurrent: pool.slots,
    isShort: true,
    startsDuringShutdown: true,
    retry: MAIL_RETRIES,
    keepFinished: 'delete',
  }
}
