import type { RateLimiter } from '../../../auth/rate-limiter.ts'
import type { Email, Mailer } from '../../../mail/mailer.ts'
import type { PasswordStore } from '../password-store.ts'
import { resetEmailsToAccount, unknownAccountKey } from '../rate-limits.ts'
import type { AccountStore } from '../store.ts'
import { createResetCode, createResetEmail } from './reset-email.ts'

export type ResetSenderOptions = {
  accounts: AccountStore
  passwords: PasswordStore
  limiter: RateLimiter
  mailer: Mailer
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
      const account = await accounts.findByLogin(usernameOrEmail)
      const rateLimitKey = account === null ? unknownAccountKey(usernameOrEmail) : String(account.id)
      const isAllowed = isRetry || (await limiter.tryConsume(resetEmailsToAccount(rateLimitKey), now()))
      if (account === null || !isAllowed) return null
      const token = await passwords.createResetToken(account.id, now())
      const code = createResetCode(publicUrl(), String(account.id), token)
      return { link: code.link, email: account.email === '' ? null : createResetEmail(account, code) }
    },

    async send({ email }, signal) {
      if (email !== null) await mailer.send(email, signal)
    },
  }
}
