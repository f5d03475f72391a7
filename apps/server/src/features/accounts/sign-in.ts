import type { FastifyRequest } from 'fastify'
import { ApiError } from '../../http/api-error.ts'
import type { RateLimiter } from '../../http/rate-limiter.ts'
import type { CurrentUser } from '../../http/session-store.ts'
import { isCommonPassword, verifyPassword } from './passwords.ts'
import { failedLoginsForAccount, failedLoginsFromAddress } from './rate-limits.ts'
import type { Account, AccountStore, SignInContext } from './store.ts'

/** How the person behind a request signs in; the session that it came with ends. */
export function signInContextOf(request: FastifyRequest, now: Date): SignInContext {
  return { userAgent: userAgentOf(request), replacedSession: request.currentUser, now }
}

export function userAgentOf({ headers }: FastifyRequest): string | null {
  return headers['user-agent'] || null
}

export type PasswordAttempt = {
  /** null when there is no such account, which takes as long. */
  account: Account | null
  /** Under what the tries on the account are counted. */
  rateLimitKey: string
  password: string
  /** Where the try comes from. */
  address: string
}

/** The account, when the password is its own; else null, and the try counts. Throws `too_many_attempts`. */
export async function authenticateAccount(
  limiter: RateLimiter,
  { account, rateLimitKey, password, address }: PasswordAttempt,
  now: Date,
): Promise<Account | null> {
  return limiter.attempt(
    [failedLoginsForAccount(rateLimitKey), failedLoginsFromAddress(address)],
    now,
    async () => ((await verifyPassword(account?.passwordHash ?? null, password)) ? account : null),
  )
}

type OwnPasswordCheck = {
  accounts: AccountStore
  limiter: RateLimiter
  currentUser: CurrentUser
  password: string
  address: string
}

/** Whether a password is the caller's own; a wrong one counts. Throws `too_many_attempts`. */
export async function verifyOwnPassword(
  { accounts, limiter, currentUser, password, address }: OwnPasswordCheck,
  now: Date,
): Promise<boolean> {
  const account = await accounts.findById(currentUser.userId)
  const tried = { account, rateLimitKey: String(currentUser.userId), password, address }
  return (await authenticateAccount(limiter, tried, now)) !== null
}

/** Throws when a password is among the most common ones; `field` is where it was entered. */
export function rejectCommonPassword(password: string, field: string): void {
  if (!isCommonPassword(password)) return
  const sentence = 'That password is one of the most common ones. Choose another.'
  throw new ApiError('invalid_input', { message: sentence, fields: { [field]: sentence } })
}
