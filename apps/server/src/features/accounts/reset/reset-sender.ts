import type { RateLimiter } from '../../../auth/rate-limiter.ts'
import type { Email, Mailer } from '../../../mail/mailer.ts'
import { createVerificationEmail, createVerificationToken } from '../email/verification-link.ts'
import type { PasswordStore } from '../password-store.ts'
import { resetEmailsToAccount, unknownAccountKey } from '../rate-limits.ts'
import type { Account, AccountStore } from '../store.ts'
import { createResetCode, createResetEmail, type ResetCode } from './reset-email.ts'

export type ResetSenderOptions = {
  accounts: AccountStore
  passwords: PasswordStore
  limiter: RateLimiter
  mailer: Mailer
  /** Signs verification links. */
  secretKey: string
  /** The public URL of the site, known once the server listens. */
  publicUrl: () => string
  now: () => Date
}

export type PreparedReset = {
  link: string
  /** null for an account without an email address. */
  email: Email | null
}

/** Creates and sends the emails with reset links. */
export interface ResetSender {
  /**
   * Creates a new link for the account with this username or email address. Returns null when there
   * is no such account, or when it has reached its limit; its last link then stays valid. A retry does not count
   * toward the limit.
   */
  prepare(usernameOrEmail: string, isRetry?: boolean): Promise<PreparedReset | null>
  /** Throws a MailError. */
  send(prepared: PreparedReset, signal: AbortSignal): Promise<void>
}

export function resetSender(options: ResetSenderOptions): ResetSender {
  const { accounts, passwords, limiter, mailer, publicUrl, now } = options
  return {
    async prepare(usernameOrEmail, isRetry = false) {
      const account = await accounts.findForReset(usernameOrEmail)
      const rateLimitKey = account === null ? unknownAccountKey(usernameOrEmail) : String(account.id)
      const isAllowed = isRetry || (await limiter.tryConsume(resetEmailsToAccount(rateLimitKey), now()))
      if (account === null || !isAllowed) return null
      const token = await passwords.createResetToken(account.id, now())
      const code = createResetCode(publicUrl(), String(account.id), token)
      return { link: code.link, email: createEmail(account, code) }
    },

    async send({ email }, signal) {
      if (email !== null) await mailer.send(email, signal)
    },
  }

  /** An unverified address gets the verification link instead. Afterwards, the user can request a reset again. */
  function createEmail(account: Account, code: ResetCode): Email | null {
    if (account.emailState === 'none') return null
    if (account.emailState !== 'unverified') return createResetEmail(account, code)
    const token = createVerificationToken(options.secretKey, account.id, account.email, now())
    return createVerificationEmail(account, token, publicUrl())
  }
}
