import type { RateLimiter } from '../../auth/rate-limiter.ts'
import type { Email, Mailer } from '../../mail/mailer.ts'
import type { PasswordStore } from './password-store.ts'
import { resetEmailsToAccount, unknownAccountKey } from './rate-limits.ts'
import { createResetCode, createResetEmail } from './reset-email.ts'
import type { AccountStore } from './store.ts'

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

export type ResetSender = ReturnType<typeof resetSender>

/** Creates and sends the emails with reset links. */
export function resetSender(options: ResetSenderOptions) {
  const { accounts, passwords, limiter, mailer, publicUrl, now } = options
  return {
    /**
     * Creates a new link for the account with this username or email address. Returns null when there
     * is no such account, or when it has reached its limit; its last link then stays valid.
     */
    async prepare(usernameOrEmail: string): Promise<PreparedReset | null> {
      const account = await accounts.findByLogin(usernameOrEmail)
      const rateLimitKey = account === null ? unknownAccountKey(usernameOrEmail) : String(account.id)
      const isAllowed = await limiter.tryConsume(resetEmailsToAccount(rateLimitKey), now())
      if (account === null || !isAllowed) return null
      const token = await passwords.createResetToken(account.id, now())
      const code = createResetCode(publicUrl(), String(account.id), token)
      return { link: code.link, email: account.email === '' ? null : createResetEmail(account, code) }
    },

    async send({ email }: PreparedReset, signal: AbortSignal): Promise<void> {
      if (email !== null) await mailer.send(email, signal)
    },
  }
}
