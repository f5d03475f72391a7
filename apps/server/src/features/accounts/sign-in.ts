import type { FastifyRequest } from 'fastify'
import { verifyPassword } from '../../auth/passwords.ts'
import type { Bucket, RateLimiter } from '../../auth/rate-limiter.ts'
import type { CurrentUser } from '../../auth/session-store.ts'
import { isEqualTimingSafe } from '../../crypto/tokens.ts'
import { ApiError } from '../../http/errors/api-error.ts'
import {
  failedLoginsFromAddress,
  wrongAdminCodesFromAddress,
  wrongPasswordsInSession,
  wrongShortAdminCodes,
} from './rate-limits.ts'
import type { SignInContext } from './sign-in-store.ts'
import type { Account, AccountStore } from './store.ts'

/** The sign-in context of a request. The session of the request, if any, is replaced. */
export function signInContextOf(request: FastifyRequest, now: Date): SignInContext {
  return {
    userAgent: userAgentOf(request),
    address: request.ip,
    replacedSession: request.currentUser,
    now,
  }
}

export function userAgentOf({ headers }: FastifyRequest): string | null {
  return headers['user-agent'] || null
}

export type PasswordAttempt = {
  /** Empty when no account matches; the check then takes the same time. */
  accounts: readonly Account[]
  password: string
  /** The address or the person that has sent it. */
  client: string
  /** What a wrong password counts toward. */
  buckets: readonly Bucket[]
  /** Called by the wrong password that reaches a limit. */
  onLimitReached?: () => Promise<void>
}

/**
 * Returns the account whose password it is; null if there is none, and the attempt counts as a failed
 * login. Throws `too_many_attempts`.
 */
export async function authenticateAccount(
  limiter: RateLimiter,
  { buckets, onLimitReached, ...attempt }: PasswordAttempt,
  now: Date,
): Promise<Account | null> {
  return limiter.attempt(buckets, now, () => findByPassword(attempt), onLimitReached)
}

/** Checks several accounts at the same time, so that the response time does not depend on their number. */
async function findByPassword({
  accounts,
  password,
  client,
}: Pick<PasswordAttempt, 'accounts' | 'password' | 'client'>): Promise<Account | null> {
  const hashes = accounts.length === 0 ? [null] : accounts.map(({ passwordHash }) => passwordHash)
  const matches = await Promise.all(hashes.map((hash) => verifyPassword(hash, password, client)))
  return accounts[matches.indexOf(true)] ?? null
}

type OwnPasswordCheck = {
  accounts: AccountStore
  limiter: RateLimiter
  currentUser: CurrentUser
  password: string
}

/**
 * Whether the password is the current user's own. Wrong ones are counted for the session alone, so that nobody
 * else can keep the user from entering it. Throws `too_many_attempts`.
 */
export async function verifyOwnPassword(
  { accounts, limiter, currentUser, password }: OwnPasswordCheck,
  now: Date,
): Promise<boolean> {
  const account = await accounts.findById(currentUser.userId)
  const attempt = {
    accounts: account === null ? [] : [account],
    password,
    client: String(currentUser.userId),
    buckets: [wrongPasswordsInSession(currentUser.tokenHash)],
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
  const buckets = [
    ...wrongShortAdminCodes(expected),
    wrongAdminCodesFromAddress(address),
    failedLoginsFromAddress(address),
  ]
  const verified = await limiter.attempt(buckets, now, async () =>
    isEqualTimingSafe(code, expected) ? true : null,
  )
  if (verified === null) throw new ApiError('invalid_admin_code')
}
