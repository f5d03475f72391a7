import { normalizeName } from '@fieldhouse/domain/names'
import type { Kysely } from 'kysely'
import type { Database } from '../../database/schema.ts'
import { type Bucket, COUNTED_MS } from '../../http/attempt-limiter.ts'
import { hashOfToken } from '../../http/tokens.ts'

const QUARTER_MS = 15 * 60_000

/**
 * Under what tries are counted on a name that is nobody's. As a hash, because people type their
 * password there by mistake, and the count is stored.
 */
export function unknownName(typed: string): string {
  return `name:${hashOfToken(normalizeName(typed))}`
}

/** Failures to prove who one is, on one account under any of its names. */
export function triesOn(account: string): Bucket {
  return { name: `account:${account}`, limit: 10, windowMs: QUARTER_MS }
}

/** The same from one address, whatever account they are on. */
export function triesFrom(address: string): Bucket {
  return { name: `address:${address}`, limit: 50, windowMs: QUARTER_MS }
}

/** Reset links that are asked for from one address. */
export function linksAskedFrom(address: string): Bucket {
  return { name: `reset-address:${address}`, limit: 50, windowMs: QUARTER_MS }
}

/** Reset links that are sent to one account. */
export function linksSentTo(account: string): Bucket {
  return { name: `reset-account:${account}`, limit: 5, windowMs: COUNTED_MS }
}

/** Forgets the failures on an account, because its owner has shown who they are. */
export async function forgiveTries(db: Kysely<Database>, userId: number): Promise<void> {
  await db
    .deleteFrom('attempts')
    .where('bucket', '=', triesOn(String(userId)).name)
    .execute()
}
