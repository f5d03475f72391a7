import { z } from 'zod'
import type { RateLimiter } from '../../auth/rate-limiter.ts'
import { type Cipher, createCipher } from '../../crypto/encryption.ts'
import type { JobKind, JobPool, NewJob } from '../../jobs/job.ts'
import { MAIL_RETRIES } from '../../jobs/retry-delay.ts'
import { escapeHtml, withoutAutoLinks } from '../../mail/escape-html.ts'
import { type Email, MailError, type Mailer } from '../../mail/mailer.ts'
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

export type LockoutEmailJobOptions = {
  accounts: Pick<AccountStore, 'findForSignIn'>
  limiter: RateLimiter
  mailer: Mailer
  cipher: Cipher
  /** The slots that all emails share. */
  pool: JobPool
  now: () => Date
}

export function lockoutEmailJob({
  accounts,
  limiter,
  mailer,
  cipher,
  pool,
  now,
}: LockoutEmailJobOptions): JobKind {
  return {
    kind: KIND,
    async run({ payload, attempt, signal }) {
      const login = cipher.decrypt(Payload.parse(payload).login, KIND)
      if (login === null) return { kind: 'refused', reason: "The server's secret key has changed." }
      try {
        for (const account of await accounts.findForSignIn(login)) {
          if (account.emailState !== 'verified') continue
          const isAllowed =
            attempt > 1 || (await limiter.tryConsume(lockoutEmailsToAccount(account.id), now()))
          if (isAllowed) await mailer.send(createLockoutEmail(account), signal)
        }
        return undefined
      } catch (error) {
        signal.throwIfAborted()
        if (!(error instanceof MailError)) throw error
        const reason = `The mail server didn't accept the email: ${error.message}`
        return { kind: 'later', reason, retryAfterMs: null }
      }
    },
    pool,
    maxConcurrent: pool.slots,
    isShort: true,
    retry: MAIL_RETRIES,
    keepFinished: 'delete',
  }
}

function createLockoutEmail({ username, email }: Account): Email {
  const paragraphs = [
    `Someone entered ten wrong passwords for your Fieldhouse account ${withoutAutoLinks(username)}.`,
    "For 15 minutes, it can be signed in to only on devices that you've used before.",
    "If it wasn't you, there is nothing you have to do. A long password that you use nowhere else keeps your account safe.",
  ]
  return {
    to: email,
    subject: 'Someone is trying to sign in to your Fieldhouse account',
    text: [...paragraphs, ''].join('\n\n'),
    html: [
      '<!doctype html><html lang="en"><body>',
      ...paragraphs.map((paragraph) => `<p>${escapeHtml(paragraph)}</p>`),
      '</body></html>',
    ].join('\n'),
  }
}
