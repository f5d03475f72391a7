import { z } from 'zod'
import type { RateLimiter } from '../../auth/rate-limiter.ts'
import { type Cipher, createCipher } from '../../crypto/encryption.ts'
import type { JobKind, NewJob } from '../../jobs/job.ts'
import { withoutAutoLinks } from '../../mail/escape-html.ts'
import type { Email, Mailer } from '../../mail/mailer.ts'
import { createNotice } from '../../mail/notice.ts'
import { type EmailJobOptions, emailJob } from './email-job.ts'
import { lockoutEmailsToAccount } from './rate-limits.ts'
import type { Account, AccountStore } from './store.ts'

const KIND = 'lockout-email'

const Payload = z.object({ login: z.string() })

/** Encrypts what was typed into the login field, because people sometimes type their password there. */
export function createLockoutCipher(secretKey: string): Cipher {
  return createCipher(secretKey, 'lockout emails')
}

/** Tells the owner that logins are blocked. Whether there is an account is looked up by the job. */
export function lockoutEmailRequest(login: string, cipher: Cipher): NewJob {
  return { kind: KIND, payload: { login: cipher.encrypt(login, KIND) } }
}

export type LockoutEmailJobOptions = EmailJobOptions & {
  accounts: Pick<AccountStore, 'findForSignIn'>
  limiter: RateLimiter
  mailer: Mailer
  cipher: Cipher
  now: () => Date
}

export function lockoutEmailJob(options: LockoutEmailJobOptions): JobKind {
  const { accounts, limiter, mailer, cipher, now } = options
  return emailJob(KIND, options, async ({ payload, attempt, signal }) => {
    const login = cipher.decrypt(Payload.parse(payload).login, KIND)
    if (login === null) return { kind: 'refused', reason: "The server's secret key has changed." }
    for (const account of await accounts.findForSignIn(login)) {
      if (account.emailState !== 'verified') continue
      const isAllowed = attempt > 1 || (await limiter.tryConsume(lockoutEmailsToAccount(account.id), now()))
      if (isAllowed) await mailer.send(createLockoutEmail(account), signal)
    }
    return undefined
  })
}

function createLockoutEmail({ username, email }: Account): Email {
  const paragraphs = [
    `Someone entered ten wrong passwords for your Fieldhouse account ${withoutAutoLinks(username)}.`,
    "For 15 minutes, it can be signed in to only on devices that you've used before.",
    "If it wasn't you, there is nothing you have to do. A long password that you use nowhere else keeps your account safe.",
  ]
  return createNotice(email, 'Someone is trying to sign in to your Fieldhouse account', paragraphs)
}
