import type { FastifyRequest } from 'fastify'
import { isCommonPassword, verifyPassword } from '../../auth/passwords.ts'
import type { RateLimiter } from '../../auth/rate-limiter.ts'
import type { CurrentUser } from '../../auth/session-store.ts'
import { isEqualTimingSafe } from '../../crypto/tokens.ts'
import { ApiError, invalidField } from '../../http/errors/api-error.ts'
import { failedLoginsForAccount, failedLoginsFromAddress } from './rate-limits.ts'
import type { Account, AccountStore, SignInContext } from './store.ts'

/** The sign-in context of a request. The session of the request, if any, is replaced. */
export function signInContextOf(request: FastifyRequest, now: Date): SignInContext {
  return { userAgent: userAgentOf(request), replacedSession: request.currentUser, now }
}

export function userAgentOf({ headers }: FastifyRequest): string | null {
  return headers['user-agent'] || null
}

export type PasswordAttempt = {
  /** Empty when no account matches; the check then takes the same time. */
  accounts: readonly Account[]
  /** The key that failed logins are counted under. */
  rateLimitKey: string
  password: string
  /** The IP address of the client. */
  address: string
}

/**
 * Returns the account whose password it is; null if there is none, and the attempt counts as a failed
 * login. Throws `too_many_attempts`.
 */
export async function authenticateAccount(
  limiter: RateLimiter,
  { accounts, rateLimitKey, password, address }: PasswordAttempt,
  now: Date,
): Promise<Account | null> {
  return limiter.attempt([failedLoginsForAccount(rateLimitKey), failedLoginsFromAddress(address)], now, () =>
    findByPassword(accounts, password),
  )
}

/** Checks several accounts at the same time, so that the response time does not depend on their number. */
async function findByPassword(accounts: readonly Account[], password: string): Promise<Account | null> {
  const hashes = accounts.length === 0 ? [null] : accounts.map(({ passwordHash }) => passwordHash)
  const matches = await Promise.all(hashes.map((hash) => verifyPassword(hash, password)))
  return accounts[matches.indexOf(true)] ?? null
}

type OwnPasswordCheck = {
  accounts: AccountStore
  limiter: RateLimiter
  currentUser: CurrentUser
  password: string
  address: string
}

/**
 * Whether the password is the current user's own. A wrong password counts as a failed login. Throws
 * `too_many_attempts`.
 */
export async function verifyOwnPassword(
  { accounts, limiter, currentUser, password, address }: OwnPasswordCheck,
  now: Date,
): Promise<boolean> {
  const account = await accounts.findById(currentUser.userId)
  const attempt = {
    accounts: account === null ? [] : [account],
    rateLimitKey: String(currentUser.userId),
    password,
    address,
  }
  return (await authenticateAccount(limiter, attempt, now)) !== null
}

/**
 * Throws `invalid_admin_code` for a wrong admin signup code, which counts as a failed login from the address, and
 * `too_many_attempts`.
 */
export async function requireAdminCode(
  limiter: RateLimiter,
  { code, expected, address }: { code: string; expected: string; address: string },
  now: Date,
): Promise<void> {
  const buckets = [failedLoginsForAccount(`admin-code:${address}`), failedLoginsFromAddress(address)]
  const verified = await limiter.attempt(buckets, now, async () =>
    isEqualTimingSafe(code, expected) ? true : null,
  )
  if (verified === null) throw new ApiError('invalid_admin_code')
}

/** Throws `invalid_input` for a common password. `field` is the input field that it was entered in. */
export function rejectCommonPassword(password: string, field: string): void {
  if (isCommonPassword(password))
    throw invalidField(field, 'That password is too common. Choose a different one.')
}
