import { normalizeName } from '@fieldhouse/domain/names'
import type { Kysely } from 'kysely'
import type { Database } from '../../database/schema.ts'
import { type Bucket, MAX_WINDOW_MS } from '../../http/rate-limiter.ts'
import { hashToken } from '../../http/tokens.ts'

const WINDOW_MS = 15 * 60_000

/**
 * Under what tries are counted on a name that is nobody's. As a hash, because people type their
 * password there by mistake, and the count is stored.
 */
export function unknownAccountKey(typed: string): string {
  return `name:${hashToken(normalizeName(typed))}`
}

/** Failures to prove who one is, on one account under any of its names. */
export function failedLoginsForAccount(account: string): Bucket {
  return { name: `account:${account}`, limit: 10, windowMs: WINDOW_MS }
}

/** The same from one address, whatever account they are on. */
export function failedLoginsFromAddress(address: string): Bucket {
  return { name: `address:${address}`, limit: 50, windowMs: WINDOW_MS }
}

/** Reset links that are asked for from one address. */
export function resetRequestsFromAddress(address: string): Bucket {
  return { name: `reset-address:${address}`, limit: 50, windowMs: WINDOW_MS }
}

/** Reset links that are sent to one account. */
export function resetEmailsToAccount(account: string): Bucket {
  return { name: `reset-account:${account}`, limit: 5, windowMs: MAX_WINDOW_MS }
}

/** Forgets the failures on an account, because its owner has shown who they are. */
export async function clearFailedLogins(db: Kysely<Database>, userId: number): Promise<void> {
  await db
    .deleteFrom('attempts')
    .where('bucket', '=', failedLoginsForAccount(String(userId)).name)
    .execute()
}
