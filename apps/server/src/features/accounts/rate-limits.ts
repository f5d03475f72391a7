import { MINUTE_MS } from '@fieldhouse/domain/duration'
import { normalizeName } from '@fieldhouse/domain/names'
import { MAX_WINDOW_MS } from '../../auth/rate-limits.ts'
import { hashToken } from '../../crypto/crypto.ts'

const per15Minutes = (name: string, limit: number) => ({ name, limit, windowMs: 15 * MINUTE_MS })
const perHour = (name: string, limit: number) => ({ name, limit, windowMs: MAX_WINDOW_MS })

/**
 * The rate limit key for a login name that matches no account. The name is hashed because the key
 * is stored, and people sometimes type their password into the username field.
 */
export function unknownAccountKey(login: string): string {
  return `name:${hashToken(normalizeName(login))}`
}

export function normalizeLogin(typed: string): string {
  // Emails contain zero-width spaces in names, which can be copied with them.
  return normalizeName(typed.replaceAll('\u200b', '').trim())
}

/**
 * Failed logins with one username or email address, whether or not there is such an account, so that a lockout does
 * not tell. What was typed is hashed because the key is stored, and people sometimes type their password.
 */
export const failedLoginsWith = (typed: string) =>
  per15Minutes(`login:${hashToken(normalizeLogin(typed))}`, 10)

/** Failed logins on one device to accounts that have signed in on it before. */
export const failedLoginsOnDevice = (deviceId: string) => per15Minutes(`device:${deviceId}`, 10)

export const wrongAdminCodesFromAddress = (address: string) => per15Minutes(`admin-code:${address}`, 10)

/** A shorter code can be guessed if it is a word. Releases before 0.2.0 accepted 8 characters. */
export const MIN_ADMIN_CODE_LENGTH = 16

/**
 * Wrong admin signup codes on the whole site, if the code is short. Strangers can keep a short code from being used
 * with this, which a longer one does not need.
 */
export function wrongShortAdminCodes(code: string) {
  return code.length < MIN_ADMIN_CODE_LENGTH ? [perHour('admin-code', 5)] : []
}

export const lockoutEmailsToAccount = (userId: number) => perHour(`lockout-email:${userId}`, 1)

/** Emails to one account about changes of it. Further ones go to the inbox. */
export const accountNoticesToAccount = (userId: number) => perHour(`account-notice:${userId}`, 20)

export const failedLoginsFromAddress = (address: string) => per15Minutes(`address:${address}`, 50)

export const resetRequestsFromAddress = (address: string) => per15Minutes(`reset-address:${address}`, 50)

/** Verification links sent to one email address, for any account. The address is hashed because the key is stored. */
export const verificationEmailsToAddress = (email: string) =>
  perHour(`verify-email:${hashToken(normalizeName(email))}`, 5)

export const verificationEmailsOfAccount = (userId: number) => perHour(`verify-account:${userId}`, 5)

export const resetEmailsToAccount = (account: string) => perHour(`reset-account:${account}`, 5)

export const failedSecondFactors = (userId: number) => per15Minutes(`second-factor:${userId}`, 10)

/** Challenges for passkeys, requested by one user or from one address block. */
export const passkeyChallenges = (requester: string) => per15Minutes(`passkey-challenge:${requester}`, 60)
