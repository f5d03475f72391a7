import type { Limiter } from '../../http/attempt-limiter.ts'
import type { Letter, Mailer } from '../../mail/mailer.ts'
import type { PasswordStore } from './password-store.ts'
import { resetCode, resetLetter } from './reset-letter.ts'
import type { AccountStore } from './store.ts'
import { linksSentTo, unknownName } from './tries.ts'

export type ResetSenderOptions = {
  accounts: AccountStore
  passwords: PasswordStore
  limiter: Limiter
  mailer: Mailer
  /** Where people open the page, known once the server listens. */
  publicAddress: () => string
  now: () => Date
}

export type WrittenReset = {
  link: string
  /** null for an account without an email address. */
  letter: Letter | null
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
    async write(usernameOrEmail: string): Promise<WrittenReset | null> {
      const account = await accounts.find(usernameOrEmail)
      const counted = account === null ? unknownName(usernameOrEmail) : String(account.id)
      const hasRoom = await limiter.hasRoom(linksSentTo(counted), now())
      if (account === null || !hasRoom) return null
      const token = await passwords.startReset(account.id, now())
      const code = resetCode(publicAddress(), String(account.id), token)
      return { link: code.link, letter: account.email === '' ? null : resetLetter(account, code) }
    },

    async send({ letter }: WrittenReset, signal: AbortSignal): Promise<void> {
      if (letter !== null) await mailer.send(letter, signal)
    },
  }
}
