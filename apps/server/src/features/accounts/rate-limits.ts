import { MINUTE_MS } from '@fieldhouse/domain/duration'
import { normalizeName } from '@fieldhouse/domain/names'
import { type Bucket, MAX_WINDOW_MS } from '../../auth/rate-limiter.ts'
import { hashToken } from '../../crypto/tokens.ts'

const WINDOW_MS = 15 * MINUTE_MS

/**
 * The rate limit key for a login name that matches no account. The name is hashed because the key
 * is stored, and people sometimes type their password into the username field.
 */
export function unknownAccountKey(login: string): string {
  return `name:${hashToken(normalizeName(login))}`
}

/** What was typed into the login field, in the form in which accounts are found. */
export function normalizeLogin(typed: string): string {
  // Emails contain zero-width spaces in names, which can be copied with them.
  return normalizeName(typed.replaceAll('\u200b', '').trim())
}

/**
 * Failed logins with one username or email address, whether or not there is such an account, so that a lockout does
 * not tell. What was typed is hashed because the key is stored, and people sometimes type their password.
 */
export function failedLoginsWith(typed: string): Bucket {
  return { name: `login:${hashToken(normalizeLogin(typed))}`, limit: 10, windowMs: WINDOW_MS }
}

/** Failed logins on one device to accounts that have signed in on it before. */
export function failedLoginsOnDevice(deviceId: string): Bucket {
  return { name: `device:${deviceId}`, limit: 10, windowMs: WINDOW_MS }
}

/** Wrong admin signup codes from one address block. */
export function wrongAdminCodesFromAddress(address: string): Bucket {
  return { name: `admin-code:${address}`, limit: 10, windowMs: WINDOW_MS }
}

/** A shorter code can be guessed if it is a word. Releases before 0.2.0 accepted 8 characters. */
export const MIN_ADMIN_CODE_LENGTH = 16

/**
 * Wrong admin signup codes on the whole site, if the code is short. Strangers can keep a short code from being used
 * with this, which a longer one does not need.
 */
export function wrongShortAdminCodes(code: string): Bucket[] {
  return code.length < MIN_ADMIN_CODE_LENGTH
    ? [{ name: 'admin-code', limit: 5, windowMs: MAX_WINDOW_MS }]
    : []
}

/** Emails to one account about a lockout. */
export function lockoutEmailsToAccount(userId: number): Bucket {
  return { name: `lockout-email:${userId}`, limit: 1, windowMs: MAX_WINDOW_MS }
}

/** Emails to one account about changes of it. Further ones go to the inbox. */
export function accountNoticesToAccount(userId: number): Bucket {
  return { name: `account-notice:${userId}`, limit: 20, windowMs: MAX_WINDOW_MS }
}

/** Failed logins from one address block, to any account. */
export function failedLoginsFromAddress(address: string): Bucket {
  return { name: `address:${address}`, limit: 50, windowMs: WINDOW_MS }
}

/** Reset links requested from one address block. */
export function resetRequestsFromAddress(address: string): Bucket {
  return { name: `reset-address:${address}`, limit: 50, windowMs: WINDOW_MS }
}

/** Verification links sent to one email address, for any account. The address is hashed because the key is stored. */
export function verificationEmailsToAddress(email: string): Bucket {
  return { name: `verify-email:${hashToken(normalizeName(email))}`, limit: 5, windowMs: MAX_WINDOW_MS }
}

/** Verification links that one account requests. */
export function verificationEmailsOfAccount(userId: number): Bucket {
  return { name: `verify-account:${userId}`, limit: 5, windowMs: MAX_WINDOW_MS }
}

/** Reset links sent to one account. */
export function resetEmailsToAccount(account: string): Bucket {
  return { name: `reset-account:${account}`, limit: 5, windowMs: MAX_WINDOW_MS }
}

/** Wrong second factors after the correct password of one account. */
export function failedSecondFactors(userId: number): Bucket {
  return { name: `second-factor:${userId}`, limit: 10, windowMs: WINDOW_MS }
}

/** Challenges for passkeys, requested by one user or from one address block. */
export function passkeyChallenges(requester: string): Bucket {
  return { name: `passkey-challenge:${requester}`, limit: 60, windowMs: WINDOW_MS }
}
