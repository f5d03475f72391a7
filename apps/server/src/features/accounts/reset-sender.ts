import type { RateLimiter } from '../../http/rate-limiter.ts'
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
  /** Where people open the page, known once the server listens. */
  publicAddress: () => string
  now: () => Date
}

export type PreparedReset = {
  link: string
  /** null for an account without an email address. */
  email: Email | null
}

export type ResetSender = ReturnType<typeof resetSender>

/** Writes the letters with reset links, and sends them. */
export function resetSender(options: ResetSenderOptions) {
  const { accounts, passwords, limiter, mailer, publicAddress, now } = options
  return {
    /**
     * Makes a new link for the account of a username or an email address; null when there is none.
     * Also null when the account was sent enough already: the last link then stays good.
     */
    async prepare(usernameOrEmail: string): Promise<PreparedReset | null> {
      const account = await accounts.findByLogin(usernameOrEmail)
      const counted = account === null ? unknownAccountKey(usernameOrEmail) : String(account.id)
      const hasRoom = await limiter.tryConsume(resetEmailsToAccount(counted), now())
      if (account === null || !hasRoom) return null
      const token = await passwords.createResetToken(account.id, now())
      const code = createResetCode(publicAddress(), String(account.id), token)
      return { link: code.link, email: account.email === '' ? null : createResetEmail(account, code) }
    },

    async send({ email }: PreparedReset, signal: AbortSignal): Promise<void> {
      if (email !== null) await mailer.send(email, signal)
    },
  }
}
